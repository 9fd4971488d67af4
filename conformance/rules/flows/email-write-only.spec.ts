import { type Answer, expect, rule, test } from '../../suite/rule.ts';

/** Headers, tags and metadata with unique words, and those words. */
function labelled(label: string) {
  const word = (name: string) => `${label}-${name}`;
  const members = {
    headers: { [`X-${word('header')}`]: word('value') },
    tags: [word('tag'), word('second')],
    metadata: { [word('key')]: word('entry') },
  };
  return { members, words: ['header', 'value', 'tag', 'second', 'key', 'entry'].map(word) };
}

test(
  ...rule('EMAIL-WO-2', 'no answer has the headers, tags or metadata that were sent', async (t) => {
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
    const ids = new Set<string>();
    const showsNone = ({ text }: Answer) =>
      expect(
        words.filter((word) => text.toLowerCase().includes(word.toLowerCase())),
        'words in the answer',
      ).toEqual([]);
    await t.each(sends, async (send) => {
      const answer = await t.mustSucceed(send());
      showsNone(answer);
      ids.add(answer.data.id);
    });
    await t.each([...ids], 'read ', async (id) =>
      showsNone(await t.mustSucceed(t.eventually(() => t.api.getEmail(id)))),
    );
  }),
);
