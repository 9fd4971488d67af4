import { expect, test } from 'vitest';
import { short, textPieces } from './html.ts';

for (const [html, words] of [
  ['', ''],
  ['no markup', 'no markup'],
  ['one<b>two</b>three', 'one two three'],
  ['<p>one</p>', ' one '],
  ['1 < 2 and 3 > 2', '1   2'],
  ['a<style>b</style>c', 'a c'],
  ['a<SCRIPT src="b">c</script >d', 'a d'],
  ['a<style>b</STYLE>c', 'a c'],
  ['a<style>b</script>c</style>d', 'a d'],
  ['a<style>b<script>c</style>d', 'a d'],
  ['a<style>b', 'a '],
  ['a</style>b', 'a b'],
  ['a<styles>b</styles>c', 'a b c'],
  ['&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;&nbsp;e', '<b> & "c" \'d\' e'],
  ['&amp;lt; &copy; &#38;', '&lt; &copy; &#38;'],
] as const) {
  test(`the words of ${JSON.stringify(html)} are ${JSON.stringify(words)}`, () => {
    expect([...textPieces(html)]).toEqual([words]);
  });
}

test('a piece of a long document ends with the first tag behind its 64000 characters', () => {
  const [most, more] = ['x'.repeat(63_996), 'y'.repeat(63_996)];
  expect([...textPieces(`${most}<br>z`)]).toEqual([`${most} z`]);
  expect([...textPieces(`${most}z<br>${more}<br>z<br>a&amp;b`)]).toEqual([`${most}z `, `${more} z `, 'a&b']);
});

test('texts are cut into pieces of 64000 characters', () => {
  const [whole, rest] = ['x'.repeat(64_000), 'y'.repeat(63_999)];
  expect([...short(['', 'a', whole, whole + rest, `${whole}${whole}z`])]).toEqual([
    'a',
    whole,
    whole,
    rest,
    whole,
    whole,
    'z',
  ]);
});
