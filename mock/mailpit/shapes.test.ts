import { expect, test } from 'vitest';
import { createMessage } from '../testing.ts';
import { stripHtml, toListing } from './shapes.ts';

const mailWith = (changes: Parameters<typeof createMessage>[0]) => ({
  ...createMessage(changes),
  deliveredAt: '2025-03-04T05:06:07.000Z',
});

const [full, over] = ['x'.repeat(200), 'x'.repeat(201)];
for (const [label, bodies, snippet] of [
  ['200 characters', { text: ` \n${full} \n ` }, full],
  ['201 characters', { text: over }, `${full}...`],
  ['several lines', { text: '\tone\r\n\r\ntwo \u00a0 three\n' }, 'one two three'],
  ['HTML and text', { html: '<p>one</p> <b>t&amp;wo</b>', text: 'three' }, 'one t&wo'],
] as const) {
  test(`the snippet of a mail with ${label} has at most 200 characters of its text`, async () => {
    const mails = [mailWith(bodies)];
    expect((await toListing(mails, mails, 0, 1)).messages[0]?.Snippet).toBe(snippet);
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
    expect(stripHtml(html, 1000)).toBe(text);
  });
}
