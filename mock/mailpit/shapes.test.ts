import type { Email } from 'postal-mime';
import { expect, test } from 'vitest';
import { DeliveredMail } from '../email/outbox.ts';
import { acceptedMessage } from '../testing.ts';
import { messageOf, partOf, summaryOf, tagsOf, textOfHtml } from './shapes.ts';

const raw = Buffer.from('é');
const mailWith = (...tags: string[]) => new DeliveredMail(acceptedMessage({ tags }), new Date('2025-03-04T05:06:07Z'));
const parsed = (email: Partial<Email>) => ({ headers: [], headerLines: [], attachments: [], ...email }) as Email;

test('a mail without headers is shown with empty members and the date of its delivery', () => {
  expect(messageOf(mailWith(), { raw, parsed: parsed({}) })).toMatchObject({
    ...{ MessageID: '', From: { Name: '', Address: '' }, To: [], Subject: '', ReturnPath: '', Text: '', HTML: '' },
    Date: '2025-03-04T05:06:07Z',
  });
});

test('a group of addresses is shown as its members', () => {
  const mailbox = (name: string) => ({ name, address: `${name}@b.co` });
  const cc = [mailbox('a'), { name: 'all', group: [mailbox('b')] }];
  expect(messageOf(mailWith(), { raw, parsed: parsed({ cc }) }).Cc.map(({ Name }) => Name)).toEqual(['a', 'b']);
});

test('parts are numbered from 2 in the order of the mail, inline ones listed apart', () => {
  const part = (disposition: 'inline' | 'attachment', filename: string) => ({
    ...{ filename, mimeType: 'text/plain', disposition, content: 'é' },
  });
  const files = parsed({ attachments: [part('attachment', 'a'), part('inline', 'b'), part('attachment', 'c')] });
  const { Inline, Attachments } = messageOf(mailWith(), { raw, parsed: files });
  expect(Inline).toMatchObject([{ PartID: '3', FileName: 'b', Size: 2 }]);
  expect(Attachments.map(({ PartID }) => PartID)).toEqual(['2', '4']);
  expect(['2', '4', '1', '5', '02'].map((id) => partOf(files, id)?.filename)).toEqual(['a', 'c', ...Array(3)]);
});

const [full, over] = ['x'.repeat(200), 'x'.repeat(201)];
for (const [what, bodies, snippet] of [
  ['200 characters', { text: ` \n${full} \n ` }, full],
  ['201 characters', { text: over }, `${full}...`],
  ['several lines', { text: '\tone\r\n\r\ntwo \u00a0 three\n' }, 'one two three'],
  ['HTML and text', { html: '<p>one</p> <b>t&amp;wo</b>', text: 'three' }, 'one t&wo'],
] as const) {
  test(`the snippet of a mail with ${what} has at most 200 characters of its text`, async () => {
    const mail = new DeliveredMail(acceptedMessage(bodies), new Date('2025-03-04T05:06:07Z'));
    expect((await summaryOf(mail)).Snippet).toBe(snippet);
  });
}

for (const [html, text] of [
  ['', ''],
  ['one<b>two</b>three', 'one two three'],
  ['a<SCRIPT src="b">c</script >d', 'a d'],
  ['a<style>b<script>c</style>d', 'a d'],
  ['a<style>b', 'a '],
  ['a<styles>b</styles>c', 'a b c'],
  ['&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;&nbsp;e', '<b> & "c" \'d\' e'],
] as const) {
  test(`the text of ${JSON.stringify(html)} is ${JSON.stringify(text)}`, () => {
    expect(textOfHtml(html)).toBe(text);
  });
}

test('the tags of a mailbox are sorted, each once', () => {
  expect(tagsOf([mailWith('c', 'a'), mailWith('b', 'c')])).toEqual(['a', 'b', 'c']);
});
