import { expect, test } from 'vitest';
import { textPieces } from './html.ts';

for (const [html, text] of [
  ['', ''],
  ['no markup', 'no markup'],
  ['one<b>two</b>three', 'one two three'],
  ['a<style>b</style>c', 'a c'],
  ['a<SCRIPT src="b">c</script >d', 'a d'],
  ['a<style>b<script>c</style>d', 'a d'],
  ['a<style>b', 'a '],
  ['a</style>b', 'a b'],
  ['a<styles>b</styles>c', 'a b c'],
  ['&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;&nbsp;e', '<b> & "c" \'d\' e'],
] as const) {
  test(`the text of ${JSON.stringify(html)} is ${JSON.stringify(text)}`, () => {
    expect([...textPieces(html)].join('')).toBe(text);
  });
}
