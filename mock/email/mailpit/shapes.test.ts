import type { Email } from 'postal-mime';
import { expect, test } from 'vitest';
import { acceptedMessage } from '../../testing.ts';
import { DeliveredMail } from '../outbox.ts';
import { messageOf, partOf, summaryOf, tagCounts, tagsOf } from './shapes.ts';

const AT = new Date('2025-03-04T05:06:07.890Z');
const raw = Buffer.from('é');
const mailWith = (tags: string[]) => new DeliveredMail(acceptedMessage({ tags }), AT);
const parsed = (email: Partial<Email>) => ({ headers: [], headerLines: [], attachments: [], ...email }) as Email;
const part = (disposition: 'inline' | 'attachment' | null, content: string | Uint8Array, more = {}) => ({
  filename: null,
  mimeType: 'text/plain',
  disposition,
  content: content as string,
  ...more,
});
const files = parsed({
  attachments: [
    part('attachment', 'é', { filename: 'a.txt', contentId: '<a@b>' }),
    part('inline', new Uint8Array([1, 2, 3]), { contentId: '<logo>', mimeType: 'image/png' }),
    part(null, '', { filename: '', contentId: '<c@d>' }),
  ],
});

test('of a mail without any header all is told empty, but for when it came', () => {
  const mail = mailWith([]);
  const envelope = {
    ID: 'message-1',
    MessageID: '',
    From: { Name: '', Address: '' },
    To: [],
    Cc: [],
    Bcc: [],
    ReplyTo: [],
    Subject: '',
    Username: '',
    Tags: [],
    Size: 2,
  };
  expect(summaryOf(mail, { raw, parsed: parsed({}) })).toEqual({
    ...envelope,
    Read: false,
    Created: '2025-03-04T05:06:07.890Z',
    Attachments: 0,
    Snippet: '',
  });
  expect(messageOf(mail, { raw, parsed: parsed({}) })).toEqual({
    ...envelope,
    ReturnPath: '',
    ListUnsubscribe: { Header: '', Links: [], Errors: '', HeaderPost: '' },
    Date: '2025-03-04T05:06:07.890Z',
    Text: '',
    HTML: '',
    Inline: [],
    Attachments: [],
  });
});

test('headers are told without their brackets, groups as their members, a date in whole seconds', () => {
  const mailbox = (name: string) => ({ name, address: `${name}@b.co` });
  const group = { name: 'all', group: [mailbox('e'), mailbox('f')] };
  const told = messageOf(new DeliveredMail(acceptedMessage({ tags: ['b', 'a', 'b'] }), AT, true), {
    raw,
    parsed: parsed({
      messageId: '<1<2>3@b.co>',
      from: mailbox('a'),
      to: [mailbox('b'), mailbox('c')],
      cc: [mailbox('d'), group, mailbox('g')],
      bcc: [mailbox('h')],
      replyTo: [mailbox('i')],
      returnPath: '<j@b.co>',
      subject: 'Hello',
      date: '2025-01-02T03:04:05.000Z',
      text: 'text',
      html: '<p>',
    }),
  });
  const shown = (...names: string[]) => names.map((Name) => ({ Name, Address: `${Name}@b.co` }));
  expect(told).toMatchObject({
    MessageID: '1<2>3@b.co',
    From: shown('a')[0],
    To: shown('b', 'c'),
    Cc: shown('d', 'e', 'f', 'g'),
    Bcc: shown('h'),
    ReplyTo: shown('i'),
    ReturnPath: 'j@b.co',
    Subject: 'Hello',
    Date: '2025-01-02T03:04:05Z',
    Tags: ['a', 'b'],
    Text: 'text',
    HTML: '<p>',
  });
});

test('the parts of a mail are numbered from 2 on in its order, and those that are inline stand by themselves', () => {
  const { Inline, Attachments } = messageOf(mailWith([]), { raw, parsed: files });
  expect(Inline).toEqual([{ PartID: '3', FileName: 'logo', ContentType: 'image/png', ContentID: 'logo', Size: 3 }]);
  expect(Attachments).toEqual([
    { PartID: '2', FileName: 'a.txt', ContentType: 'text/plain', ContentID: 'a@b', Size: 2 },
    { PartID: '4', FileName: 'c@d', ContentType: 'text/plain', ContentID: 'c@d', Size: 0 },
  ]);
  expect(summaryOf(mailWith([]), { raw, parsed: files }).Attachments).toBe(2);
  expect(
    ['2', '3', '4', '1', '5', '', '02'].map((id) => files.attachments.indexOf(partOf(files, id) as never)),
  ).toEqual([0, 1, 2, -1, -1, -1, -1]);
});

const [full, over] = ['x'.repeat(200), 'x'.repeat(201)];
for (const [what, email, snippet] of [
  ['of 200 characters', { text: full }, full],
  ['of 200 characters and blanks', { text: ` \n${full} \n ` }, full],
  ['of 201 characters', { text: over }, `${full}...`],
  ['of 200 characters and a word behind them', { text: `${full} y` }, `${full}...`],
  ['of 200 characters and a word in the next piece', { text: `${full}${' '.repeat(64_000)}y` }, `${full}...`],
  ['of words on several lines', { text: '\tone\r\n\r\ntwo \u00a0 three\n' }, 'one two three'],
  ['of HTML, which is shown rather than the text', { html: '<p>one</p> <b>t&amp;wo</b>', text: 'three' }, 'one t&wo'],
  ['of empty HTML', { html: '', text: 'three' }, 'three'],
  ['of blanks, then a word behind the first piece', { text: `${' '.repeat(70_000)}one` }, 'one'],
  [
    'of words that stand in several pieces',
    { html: `one<b>${'<i>'.repeat(30_000)}two ${'<i>'.repeat(30_000)}three` },
    'one two three',
  ],
] as const) {
  test(`the snippet of a mail ${what}`, () => {
    expect(summaryOf(mailWith([]), { raw, parsed: parsed(email) }).Snippet).toBe(snippet);
  });
}

test('tags are counted over all mails and sorted; of more than a thousand those of the first mails', () => {
  expect([...tagCounts([mailWith(['c', 'a']), mailWith(['b', 'c']), mailWith(['c'])])]).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', 3],
  ]);
  const thousand = Array.from({ length: 1_000 }, (_, n) => `t${n}`);
  const mails = [mailWith(thousand), mailWith(['a', 't0'])];
  expect(tagsOf(mails)).toEqual(thousand.toSorted());
  expect(tagCounts(mails).get('t0')).toBe(2);
});
