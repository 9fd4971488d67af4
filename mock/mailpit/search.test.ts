import { expect, test } from 'vitest';
import { type Message, Messages } from '../email/messages.ts';
import { createMessage } from '../testing.ts';
import { readSearch } from './search.ts';

/** A mailbox with these mails. */
function mailsOf(...mails: Partial<Message>[]) {
  const messages = new Messages(10);
  for (const mail of mails) messages.add(createMessage({ deliveredAt: '2025-01-10T12:00:00.000Z', ...mail }));
  return messages.listDelivered();
}

const file = { content: 'QUJD'.repeat(1000), contentType: 'text/csv', contentId: null, disposition: 'attachment' };
const mails = mailsOf(
  {
    id: 'one',
    to: [{ email: 'ann@example.com', name: 'Ann Smith' }],
    cc: [{ email: 'carl@example.com' }],
    bcc: [{ email: 'bob@example.com' }],
    subject: 'Spring sale',
    text: null,
    html: '<style>purple</style><p>Flowers &amp; bees</p>',
    tags: ['Promo'],
  },
  {
    id: 'two',
    deliveredAt: '2025-02-10T12:00:00.000Z',
    read: true,
    from: { email: 'boss@example.org' },
    to: [{ email: 'dora@example.com' }],
    replyTo: 'answers@example.org',
    subject: 'Report',
    attachments: [{ ...file, filename: 'numbers.csv' }],
  },
);

const search = async (query: string) => (await readSearch(query)(mails)).map(({ id }) => id).sort();

for (const [query, ...ids] of [
  ['to:ann@example.com', 'one'],
  ['TO:ANN', 'one'],
  ['to:"Ann Smith"', 'one'],
  ['"to:Ann Smith"', 'one'],
  ['to:<ann@example.com>', 'one'],
  ['to:carl'],
  ['cc:carl', 'one'],
  ['bcc:bob', 'one'],
  ['from:boss', 'two'],
  ['reply-to:answers', 'two'],
  ['addressed:example.org', 'two'],
  ['addressed:bob', 'one'],
  ['subject:"spring sale"', 'one'],
  ['message-id:<one@mail.example.com>', 'one'],
  ['tag:promo', 'one'],
  ['tag:prom'],
  ['is:read', 'two'],
  ['IS:Unread', 'one'],
  ['is:tagged', 'one'],
  ['is:read is:tagged'],
  ['has:attachment', 'two'],
  ['has:inline'],
  ['-has:attachment', 'one'],
  ['!to:ann', 'two'],
  ['to:example.com -subject:report', 'one'],
  ['to:ann subject:report'],
  ['flowers', 'one'],
  ['"flowers & bees"', 'one'],
  ['purple'],
  ['numbers.csv', 'two'],
  ['QUJD'],
  ['"sale spring'],
  ['before:2025-02-01', 'one'],
  ['after:2025-02-01', 'two'],
  ['after:"2025-02-10 11:59"', 'two'],
  ['after:2025-02-10T12:00:00Z', 'two'],
  ['after:"2025-02-10 12:00:01"'],
  ['before:2025-01-10T11:59:59Z'],
  ['after:2025-02-10T13:00:00+02:00', 'two'],
  ['before:1736510400', 'one'],
  ['after:1736510400001', 'two'],
  ['larger:100', 'one', 'two'],
  ['LARGER:1k', 'two'],
  ['-larger:1kb', 'one'],
  ['smaller:1.5k', 'one'],
  ['smaller:"1 MB" larger:1', 'one', 'two'],
] as [string, ...string[]][]) {
  test(`a search for ${query} finds ${ids.join(' and ') || 'nothing'}`, async () => {
    expect(await search(query)).toEqual(ids);
  });
}

test('a phrase is found across lines and markup of a long mail', async () => {
  const html = `${'<p>x'.repeat(20_000)} ONE\n two ${'y'.repeat(70_000)}needle`;
  expect(await readSearch('"one two" needle')(mailsOf({ html }))).toHaveLength(1);
});

test('markup made to be slow is searched to its end', async () => {
  const slow = mailsOf({ html: '<style>'.repeat(500_000) + '<'.repeat(500_000) });
  expect(await readSearch('needle')(slow)).toEqual([]);
});

for (const term of ['before:2025-02-30', 'after:2025-02-31T10:00:00Z', 'before:2/1/2025']) {
  test(`${term} is refused: it is no date`, () => {
    expect(() => readSearch(term)).toThrow('this filter takes a date');
  });
}

test('a search has at most 100 terms of 250 characters each', () => {
  const terms = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
  expect(() => readSearch(terms(100))).not.toThrow();
  expect(() => readSearch(terms(101))).toThrow('100 terms');
  expect(() => readSearch('w'.repeat(250))).not.toThrow();
  expect(() => readSearch('w'.repeat(251))).toThrow('250 characters');
});
