import { assuming } from '../suite/calls/email-members.ts';
import { type Answer, expect, rule } from '../suite/rule.ts';

const names = ['headers', 'tags', 'metadata'] as const;
const values = [undefined, true, false];
const trackings = values.flatMap((open_tracking) =>
  values.map((click_tracking) => ({ open_tracking, click_tracking })),
);

rule('EMAIL-WO-1', 'custom headers, tags and metadata are accepted', async (given) => {
  const { api, email, unique, each } = given;
  await given.given(api.sendEmail(email()));
  const members = labelled(unique.reference('label')).members;
  await each(names, String, async (name) => {
    const answer = await api.sendEmail(email({ [name]: members[name] }));
    await assuming(given, name, () => expect(answer).toAccept());
  });
  const all = await api.sendEmail(email(members));
  for (const name of names) await assuming(given, name, () => expect(all).toAccept());
});

rule('EMAIL-WO-2', 'nothing that was sent as headers, tags or metadata comes back', async (given) => {
  const { api, email, time, unique, step, each } = given;
  const { members, words } = labelled(unique.reference('label'));
  const key = unique.key();
  const body = email(members);
  const sends: Record<string, () => Promise<Answer<{ id: string }>>> = {
    'in the sandbox': () => api.sendEmail(body, { key }),
    'for later': () => api.sendEmail(email.real({ ...members, scheduled_at: time.in('PT1H') })),
    'sent now': () => api.sendEmail(email.real(members)),
    'through the alias': () => api.sendEmail(body, { alias: true }),
    replayed: () => api.sendEmail(body, { key }),
  };
  const ids: string[] = [];
  await each(sends, async (send) => {
    const answer = await given.given(send());
    showsNone(answer, words);
    if (!ids.includes(answer.data.id)) ids.push(answer.data.id);
  });
  for (const id of ids) {
    await step('read', async () => showsNone(await given.given(api.getEmail(id), 'reading it'), words));
  }
});

rule('EMAIL-WO-3', 'tags is an array of strings and metadata an object', async ({ api, email, given, each }) => {
  await given(api.sendEmail(email()));
  const right = [
    { tags: [] },
    { tags: ['one', 'two'] },
    { metadata: {} },
    { metadata: { order: '7', count: 7, paid: true, nested: { list: [1, 'two'] } } },
  ];
  const wrong = [{ tags: 'one' }, { tags: { one: true } }, { tags: [7] }, { tags: ['one', {}] }, { tags: [['one']] }];
  await each(right, async (members) => expect(await api.sendEmail(email(members))).toAccept());
  await each([...wrong, { metadata: 'one' }, { metadata: ['one'] }, { metadata: 7 }], async (members) =>
    expect(await api.sendEmail(email(members))).toRefuse(),
  );
});

rule('EMAIL-TRACK-1', 'tracking overrides are accepted, whichever properties they have', async (given) => {
  const { api, email, each } = given;
  await given.given(api.sendEmail(email()));
  await each(trackings, async (tracking_settings) => {
    const answer = await api.sendEmail(email({ tracking_settings }));
    await assuming(given, 'tracking_settings', () => expect(answer).toAccept());
  });
});

rule('EMAIL-TRACK-2', 'tracking_settings has the booleans open_tracking and click_tracking', async (given) => {
  const { api, email, each } = given;
  await given.given(api.sendEmail(email()));
  await each(trackings, async (tracking_settings) => {
    expect(await api.sendEmail(email({ tracking_settings }))).toAccept();
  });
  const wrong = ['true', 1, {}, ['on']].flatMap((value): unknown[] => [
    { open_tracking: value },
    { click_tracking: value },
  ]);
  await each([...wrong, 'on', true, ['open_tracking']], async (tracking_settings) => {
    expect(await api.sendEmail(email({ tracking_settings }))).toRefuse();
  });
});

/** Headers, tags and metadata that hold words of their own, and all those words. */
function labelled(label: string) {
  const word = (name: string) => `${label}-${name}`;
  const header = `X-${word('header')}`;
  const members = {
    headers: { [header]: word('value') },
    tags: [word('tag'), word('second')],
    metadata: { [word('key')]: word('entry') },
  };
  return { members, words: ['header', 'value', 'tag', 'second', 'key', 'entry'].map(word) };
}

function showsNone(answer: Answer, words: readonly string[]): void {
  const shown = answer.text.toLowerCase();
  const found = words.filter((word) => shown.includes(word.toLowerCase()));
  expect(found, 'what the answer gives back').toEqual([]);
}
