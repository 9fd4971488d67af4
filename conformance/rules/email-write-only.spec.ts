import { assuming } from '../suite/calls/email-members.ts';
import { type Answer, expect, rule } from '../suite/rule.ts';

const names = ['headers', 'tags', 'metadata'] as const;

rule('EMAIL-WO-1', 'custom headers, tags and metadata are accepted', async (given) => {
  const { api, email, unique, step } = given;
  await given.given(api.sendEmail(email()));
  const members = labelled(unique.reference('label')).members;
  for (const name of names) {
    await step(name, async () => {
      const answer = await api.sendEmail(email({ [name]: members[name] }));
      await assuming(given, name, () => expect(answer).toAccept());
    });
  }
  const all = await api.sendEmail(email(members));
  for (const name of names) await assuming(given, name, () => expect(all).toAccept());
});

rule('EMAIL-WO-2', 'nothing that was sent as headers, tags or metadata comes back', async (given) => {
  const { api, email, time, unique, step } = given;
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
  for (const [form, send] of Object.entries(sends)) {
    await step(form, async () => {
      const answer = await given.given(send());
      showsNone(answer, words);
      if (!ids.includes(answer.data.id)) ids.push(answer.data.id);
    });
  }
  for (const id of ids) {
    await step('read', async () => showsNone(await given.given(api.getEmail(id), 'reading it'), words));
  }
});

rule('EMAIL-WO-3', 'tags is an array of strings and metadata an object', async ({ api, email, given, step }) => {
  await given(api.sendEmail(email()));
  const right = [
    { tags: [] },
    { tags: ['one', 'two'] },
    { metadata: {} },
    { metadata: { order: '7', count: 7, paid: true, nested: { list: [1, 'two'] } } },
  ];
  const wrong = [{ tags: 'one' }, { tags: { one: true } }, { tags: [7] }, { tags: ['one', {}] }, { tags: [['one']] }];
  for (const members of right) {
    await step(JSON.stringify(members), async () => expect(await api.sendEmail(email(members))).toAccept());
  }
  for (const members of [...wrong, { metadata: 'one' }, { metadata: ['one'] }, { metadata: 7 }]) {
    await step(JSON.stringify(members), async () => expect(await api.sendEmail(email(members))).toRefuse());
  }
});

rule('EMAIL-TRACK-1', 'tracking overrides are accepted, whichever properties they have', async (given) => {
  const { api, email, step } = given;
  await given.given(api.sendEmail(email()));
  for (const tracking_settings of trackings()) {
    await step(JSON.stringify(tracking_settings), async () => {
      const answer = await api.sendEmail(email({ tracking_settings }));
      await assuming(given, 'tracking_settings', () => expect(answer).toAccept());
    });
  }
});

rule('EMAIL-TRACK-2', 'tracking_settings has the booleans open_tracking and click_tracking', async (given) => {
  const { api, email, step } = given;
  await given.given(api.sendEmail(email()));
  for (const tracking_settings of trackings()) {
    await step(JSON.stringify(tracking_settings), async () => {
      expect(await api.sendEmail(email({ tracking_settings }))).toAccept();
    });
  }
  const values = ['true', 1, {}, ['on']];
  const wrong = values.flatMap((value): unknown[] => [{ open_tracking: value }, { click_tracking: value }]);
  for (const tracking_settings of [...wrong, 'on', true, ['open_tracking']]) {
    await step(JSON.stringify(tracking_settings), async () => {
      expect(await api.sendEmail(email({ tracking_settings }))).toRefuse();
    });
  }
});

function trackings(): object[] {
  const values = [undefined, true, false];
  return values.flatMap((open_tracking) => values.map((click_tracking) => ({ open_tracking, click_tracking })));
}

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
