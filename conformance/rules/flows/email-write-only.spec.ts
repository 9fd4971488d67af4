import { assuming } from '../../suite/api/email-members.ts';
import { type Answer, expect, rule, test } from '../../suite/rule.ts';

const names = ['headers', 'tags', 'metadata'] as const;
const values = [undefined, true, false];
const trackings = values.flatMap((open_tracking) =>
  values.map((click_tracking) => ({ open_tracking, click_tracking })),
);

test(
  ...rule('EMAIL-WO-1', 'custom headers, tags and metadata are accepted', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email()));
    const members = labelled(t.unique.reference('label')).members;
    await t.each(names, String, async (name) => {
      const answer = await t.api.sendEmail(t.email({ [name]: members[name] }));
      await assuming(t, name, () => expect(answer).toAccept());
    });
    const all = await t.api.sendEmail(t.email(members));
    for (const name of names) await assuming(t, name, () => expect(all).toAccept());
  }),
);

test(
  ...rule('EMAIL-WO-2', 'nothing that was sent as headers, tags or metadata comes back', async (t) => {
    const { members, words } = labelled(t.unique.reference('label'));
    const key = t.unique.key();
    const body = t.email(members);
    const sends: Record<string, () => Promise<Answer<{ id: string }>>> = {
      'in the sandbox': () => t.api.sendEmail(body, { key }),
      'for later': () => t.api.sendEmail(t.email.real({ ...members, scheduled_at: t.time.in('PT1H') })),
      'sent now': () => t.api.sendEmail(t.email.real(members)),
      'through the alias': () => t.api.sendEmail(body, { alias: true }),
      replayed: () => t.api.sendEmail(body, { key }),
    };
    const ids: string[] = [];
    await t.each(sends, async (send) => {
      const answer = await t.mustSucceed(send());
      showsNone(answer, words);
      if (!ids.includes(answer.data.id)) ids.push(answer.data.id);
    });
    for (const id of ids) {
      const read = () => t.eventually(() => t.api.getEmail(id));
      await t.step('read', async () => showsNone(await t.mustSucceed(read(), 'reading it'), words));
    }
  }),
);

test(
  ...rule('EMAIL-WO-3', 'tags is an array of strings and metadata an object', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email()));
    const right = [
      { tags: [] },
      { tags: ['one', 'two'] },
      { metadata: {} },
      { metadata: { order: '7', count: 7, paid: true, nested: { list: [1, 'two'] } } },
    ];
    const wrong = [{ tags: 'one' }, { tags: { one: true } }, { tags: [7] }, { tags: ['one', {}] }, { tags: [['one']] }];
    await t.each(right, async (members) => expect(await t.api.sendEmail(t.email(members))).toAccept());
    await t.each([...wrong, { metadata: 'one' }, { metadata: ['one'] }, { metadata: 7 }], async (members) =>
      expect(await t.api.sendEmail(t.email(members))).toRefuse(),
    );
  }),
);

test(
  ...rule('EMAIL-TRACK-1', 'tracking overrides are accepted, whichever properties they have', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email()));
    await t.each(trackings, async (tracking_settings) => {
      const answer = await t.api.sendEmail(t.email({ tracking_settings }));
      await assuming(t, 'tracking_settings', () => expect(answer).toAccept());
    });
  }),
);

test(
  ...rule('EMAIL-TRACK-2', 'tracking_settings has the booleans open_tracking and click_tracking', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email()));
    await t.each(trackings, async (tracking_settings) => {
      expect(await t.api.sendEmail(t.email({ tracking_settings }))).toAccept();
    });
    const wrong = ['true', 1, {}, ['on']].flatMap((value): unknown[] => [
      { open_tracking: value },
      { click_tracking: value },
    ]);
    await t.each([...wrong, 'on', true, ['open_tracking']], async (tracking_settings) => {
      expect(await t.api.sendEmail(t.email({ tracking_settings }))).toRefuse();
    });
  }),
);

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
