import PostalMime, { decodeWords } from 'postal-mime';
import type { Api } from './support/api.ts';
import { expect, test } from './support/test.ts';

const source = async (api: Api) => (await api.outbox('GET', '/message/latest/raw')).text;

/** A header field of the source, unfolded. */
const fieldOf = async (api: Api, name: string) =>
  new RegExp(`^${name}:(.*(?:\r\n[ \t].*)*)`, 'm')
    .exec(await source(api))?.[1]
    ?.replaceAll('\r\n', '')
    .trim();

for (const text of ['=?utf-8?Q?=48=49?=', 'see =?UTF-8?b?SEk=?= here', '=?utf-8*en?q?a b?=']) {
  test(`a subject that looks like an encoded word is unchanged: ${text}`, async ({ api }) => {
    await api.accepted({ subject: text });
    expect((await api.mails())[0]?.Subject).toBe(text);
    expect((await api.outbox('GET', '/message/latest')).body).toMatchObject({ Subject: text });
    expect((await PostalMime.parse(await source(api))).subject).toBe(text);
  });

  test(`a custom header that looks like an encoded word is unchanged: ${text}`, async ({ api }) => {
    await api.accepted({ headers: { 'X-Note': text } });
    const field = (await fieldOf(api, 'X-Note')) ?? '';
    expect([field === text, decodeWords(field)]).toEqual([false, text]);
  });
}

for (const [label, value] of [
  ['a link that fills most of a line', `<https://example.com/${'u'.repeat(855)}>`],
  ["a link of a line's length", `<https://example.com/${'u'.repeat(975)}>`],
  ['many links', Array.from({ length: 50 }, (_, index) => `<https://example.com/u/${index}>`).join(', ')],
  ['quotes', '"News" <news.example.com>'],
  ['a question mark behind an equals sign', '<https://example.com/?a=?b>'],
  ['several blanks in a row', `a${'  b'.repeat(60)}`],
] as const)
  test(`a custom header of ASCII travels unencoded, in lines of at most 998 characters: ${label}`, async ({ api }) => {
    await api.accepted({ headers: { 'List-Unsubscribe': value } });
    expect(await fieldOf(api, 'List-Unsubscribe')).toBe(value);
    expect(Math.max(...(await source(api)).split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998);
    expect((await api.mailHeaders())['List-Unsubscribe']).toEqual([value]);
  });

test('a word longer than a line travels as encoded words', async ({ api }) => {
  await api.accepted({ headers: { 'X-Long': 'x'.repeat(998) } });
  expect(decodeWords((await fieldOf(api, 'X-Long')) ?? '')).toBe('x'.repeat(998));
  expect(Math.max(...(await source(api)).split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998);
});

test('two blanks in a display name are two blanks in the mail', async ({ api }) => {
  await api.accepted({ from_name: 'Ann  Smith' });
  expect((await api.outbox('GET', '/message/latest')).body).toMatchObject({ From: { Name: 'Ann  Smith' } });
});
