import { IANAZone } from 'luxon';
import { expect, test } from 'vitest';
import { acceptedMessage } from '../../testing.ts';
import { Outbox } from '../outbox.ts';
import { receive } from './received.ts';
import { readSearch } from './search.ts';

const outbox = new Outbox();
outbox.deliver(
  acceptedMessage({
    id: 'one',
    to: [{ email: 'ann@example.com', name: 'Ann Smith' }],
    cc: [{ email: 'carl@example.com' }],
    bcc: [{ email: 'bob@example.com' }],
    subject: 'Spring sale',
    text: null,
    html: '<style>purple</style><p>Flowers &amp; bees</p>',
    tags: ['Promo'],
  }),
  new Date('2025-01-10T12:00:00Z'),
);
outbox.deliver(
  acceptedMessage({
    id: 'two',
    from: { email: 'boss@example.org' },
    to: [{ email: 'dora@example.com' }],
    replyTo: 'answers@example.org',
    subject: 'Report',
    attachments: [
      {
        content: 'QUJD'.repeat(1000),
        contentType: 'text/csv',
        contentId: null,
        disposition: 'attachment',
        filename: 'numbers.csv',
      },
    ],
  }),
  new Date('2025-02-10T12:00:00Z'),
);
const second = outbox.list().find(({ message }) => message.id === 'two');
if (second) second.read = true;

const found = async (query: string, zone?: string) =>
  (await readSearch(query, zone)(outbox.list())).map(({ message }) => message.id).sort();

const cases: Record<string, string[]> = {
  'to:ann@example.com': ['one'],
  'TO:ANN': ['one'],
  'to:"Ann Smith"': ['one'],
  '"to:Ann Smith"': ['one'],
  'to:<ann@example.com>': ['one'],
  'to:carl': [],
  'cc:carl': ['one'],
  'bcc:bob': ['one'],
  'from:boss': ['two'],
  'reply-to:answers': ['two'],
  'addressed:example.org': ['two'],
  'addressed:bob': ['one'],
  'subject:"spring sale"': ['one'],
  'subject:%': [],
  'message-id:<one@mail.example.com>': ['one'],
  'tag:promo': ['one'],
  'tag:prom': [],
  'is:read': ['two'],
  'is:unread': ['one'],
  'is:tagged': ['one'],
  'has:attachment': ['two'],
  'has:inline': [],
  '-has:attachment': ['one'],
  '!to:ann': ['two'],
  'to:example.com -subject:report': ['one'],
  'to:ann subject:report': [],
  flowers: ['one'],
  '"flowers & bees"': ['one'],
  purple: [],
  'numbers.csv': ['two'],
  'before:2025-02-01': ['one'],
  'after:2025-02-01': ['two'],
  'after:2025/02/01': ['two'],
  'after:"2025-02-10 11:59"': ['two'],
  'after:2025-02-10T12:00:00Z': ['two'],
  'before:1736510400': ['one'],
  'before:1736510400000': ['one'],
  'after:1736510400001': ['two'],
  'constructor:x': [],
  'larger:100': ['one', 'two'],
  'LARGER:1k': ['two'],
  '-larger:1kb': ['one'],
  'smaller:1.5k': ['one'],
  'smaller:"1 MB" larger:1': ['one', 'two'],
  'has:attachments': ['two'],
  'has:inlines': [],
  'is:read is:tagged': [],
  'IS:Unread': ['one'],
  'Has:Attachments': ['two'],
  2038: [],
  'from:"sender sender@example.com"': ['one'],
  'to:"ann smith <ann@example.com>"': ['one'],
  'reply-to:boss': [],
  'addressed:sender': ['one'],
  'addressed:ann': ['one'],
  'addressed:carl': ['one'],
  'addressed:dora': ['two'],
  'addressed:answers': ['two'],
  'subject:report': ['two'],
  'subject:"spring\nsale"': ['one'],
  'subject:" (spring;  sale) "': ['one'],
  'x1subject:spring': [],
  'all:flowers': [],
  'smaller:1.55k': ['one'],
  'larger:" 1K "': ['two'],
  'tag:" PROMO "': ['one'],
  '-tag:promo': ['two'],
  '"spring sale': ['one'],
  '"sale spring': [],
  '" is:read "': ['two'],
  'after:2025-w07-1': ['two'],
  'before:2025-w07-1': ['one'],
  'to:ann to:ann': ['one'],
  'to:ann  \n cc:carl': ['one'],
  '"sender sender@example.com spring sale ann smith ann@example.com carl@example.com bob@example.com"': ['one'],
  '"dora@example.com answers@example.org good morning numbers.csv"': ['two'],
  '"boss@example.org report"': ['two'],
  QUJD: [],
  'after:2025-02-10t12:00:00z': ['two'],
  'after:"2025-02-10 12:00:01"': [],
  'before:2025-01-10T11:59:59Z': [],
  'before:"2025-01-10 12:00:00"': ['one'],
  'before:2025-02-10T12:00:00Z': ['one', 'two'],
  'after:2025-02-10T13:00:00+02:00': ['two'],
  'before:2/1/2025': ['one'],
  'before:" 2/1/2025 "': ['one'],
  'after:"Mon, 10 Feb 2025 12:00:00 +0000"': ['two'],
  'after:"Mon, 10 Feb 2025 12:00:01 +0000"': [],
  'after:1739188801': [],
  'after:1739188800001': [],
};

for (const [query, ids] of Object.entries(cases)) {
  test(`a search for ${query} finds ${ids.join(' and ') || 'nothing'}`, async () => {
    expect(await found(query)).toEqual(ids);
  });
}

test('a time zone moves a date without an offset, however it is written', async () => {
  for (const date of ['2025-02-11 00:00', '2025-02-11', '2025-w07-2', '2025/2/11', '2/11/2025']) {
    expect(await found(`after:"${date}"`)).toEqual([]);
    expect(await found(`after:"${date}"`, 'Pacific/Auckland')).toEqual(['two']);
  }
  expect(await found('after:"2025-02-10T12:00:01Z"', 'Pacific/Auckland')).toEqual([]);
});

test('a mail is searched in its HTML where it has both, and files that are inline are told apart', async () => {
  const box = new Outbox();
  const file = { content: 'QUJD', contentType: 'image/png', contentId: null, filename: 'logo.png' };
  const attachments = [{ ...file, disposition: ' Inline ' }];
  const subject = 'One, "two" <three>;\t(four)five';
  box.deliver(acceptedMessage({ subject, html: '<b>shown GROß</b>', text: 'beside', attachments }), new Date(0));
  const finds = async (query: string) => (await readSearch(query)(box.list())).length > 0;
  const queries = ['shown', 'Groß', 'gross', 'beside', 'has:inline', 'has:inlines', 'has:attachment', 'logo.png'];
  expect(await Promise.all(queries.map(finds))).toEqual([true, true, false, false, true, true, false, true]);
  expect([await finds('subject:"one two,three four (five)"'), await finds('subject:onetwo')]).toEqual([true, false]);
});

test('what a search finds stands in the order of the mails', async () => {
  const mails = outbox.list();
  expect(await readSearch('example')(mails)).toEqual(mails);
  expect(await readSearch('example')(mails.toReversed())).toEqual(mails.toReversed());
});

test('markup made to be slow is searched to its end', async () => {
  const slow = new Outbox();
  slow.deliver(acceptedMessage({ html: '<style>'.repeat(500_000) + '<'.repeat(500_000) }), new Date());
  expect(await readSearch('needle')(slow.list())).toEqual([]);
});

test('a kilobyte has 1024 bytes, and a megabyte 1024 of those', async () => {
  const measured = new Outbox();
  const line = 'Short lines go as they are.\r\n';
  const fill = async (id: string, bytes: number) => {
    const short = measured.deliver(acceptedMessage({ id, text: line }), new Date(0));
    const more = bytes - (await receive(short)).raw.length;
    measured.deliver(acceptedMessage({ id, text: line.repeat(bytes).slice(0, line.length + more) }), new Date(0));
  };
  await fill('small', 1_010);
  await fill('large', 1_020_000);
  const found = async (query: string) => (await readSearch(query, 'UTC')(measured.list())).map(({ id }) => id).sort();
  expect(await found('larger:1000')).toEqual(['large', 'small']);
  expect(await found('larger:1010')).toEqual(['large']);
  expect(await found('smaller:1010')).toEqual([]);
  expect(await found('smaller:1011')).toEqual(['small']);
  expect(await found('smaller:0.987k')).toEqual([]);
  expect(await found('larger:1k')).toEqual(['large']);
  expect(await found('larger:1mb')).toEqual([]);
  expect(await found('larger:1000000')).toEqual(['large']);
});

test('words are found where the text of a long mail was taken apart', async () => {
  const long = new Outbox();
  const text = `${'<p>x'.repeat(20_000)} ONE\n two ${'y'.repeat(70_000)}needle`;
  for (const part of [{ html: text }, { html: null, text }]) {
    long.deliver(acceptedMessage({ id: `long-${part.html === null}`, ...part }), new Date());
  }
  expect(await readSearch('"one two" needle')(long.list())).toHaveLength(2);
  expect(await readSearch('"x x"')(long.list())).toHaveLength(1);
  long.deliver(acceptedMessage({ id: 'lines', html: null, text: `${'z'.repeat(63_999)}\n\nlast` }), new Date());
  expect(await readSearch('"z last"')(long.list())).toHaveLength(1);
});

test('a search of more terms than a person types is refused', () => {
  const terms = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
  expect(() => readSearch(terms(101))).toThrow('a search has at most 100 terms');
  expect(() => readSearch(terms(100))).not.toThrow();
});

test('a search or a term of more characters than a person types is refused', () => {
  expect(() => readSearch(` ${'w '.repeat(5_000)}`)).toThrow('a search has at most 10000 characters');
  expect(() => readSearch('ü '.repeat(5_000))).not.toThrow();
  for (const prefix of ['', '-', 'subject:']) {
    expect(() => readSearch(prefix + 'w'.repeat(251))).toThrow('a term has at most 250 characters');
    expect(() => readSearch(prefix + 'wü'.repeat(125))).not.toThrow();
  }
});

for (const [where, search] of [
  ['for a search that is refused', (zone: string) => expect(() => readSearch('w'.repeat(251), zone)).toThrow()],
  ['behind a time', (zone: string) => expect(() => readSearch(`after:"2025-01-10 12:00:00 ${zone}"`)).toThrow()],
] as const)
  test(`a zone that is named ${where} is not kept`, () => {
    const zone = 'Nowhere/At_All';
    search(zone);
    const known = IANAZone.create(zone);
    search(zone);
    expect(IANAZone.create(zone)).not.toBe(known);
  });

test('a search whose client has left is given up', async () => {
  const search = readSearch('flowers');
  await expect(search(outbox.list(), () => true)).rejects.toThrow('nobody waits');
  let asked = 0;
  await expect(search(outbox.list(), () => ++asked > 1)).rejects.toThrow('nobody waits');
  expect(await search(outbox.list(), () => false)).toHaveLength(1);
});
