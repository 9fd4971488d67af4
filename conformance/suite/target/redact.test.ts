import { expect, test } from 'vitest';
import { curlLine } from '../wire/curl.ts';
import { Redactor } from './redact.ts';

test('a secret is replaced wherever it stands, encoded as well', () => {
  const redactor = new Redactor().add('s3cret/key', 'API_KEY');
  expect(redactor.deep({ a: ['Bearer s3cret/key', { 's3cret/key': 1 }] })).toEqual({
    a: ['Bearer $API_KEY', { $API_KEY: 1 }],
  });
  expect(redactor.text('?k=s3cret%2Fkey')).toBe('?k=$API_KEY');
  expect(redactor.text(Buffer.from('s3cret/key').toString('base64'))).toBe('$API_KEY');
});

test('the longer of two secrets goes first', () => {
  const redactor = new Redactor().add('secret', 'A').add('secret-more', 'B');
  expect(redactor.text('secret-more secret')).toBe('$B $A');
});

test('a curl line quotes for the shell and keeps credentials as variables', () => {
  const line = curlLine({
    method: 'POST',
    url: 'https://a.example/v2/x?page[size]=1',
    headers: [
      ['Host', 'a.example'],
      ['Authorization', 'Bearer $API_KEY'],
      ['Idempotency-Key', ''],
    ],
    body: `{"a":"it's"}`,
  });
  expect(line).toBe(
    `curl -sS -i -g -X POST -H "Authorization: Bearer $API_KEY" -H 'Idempotency-Key;' -H Content-Type: --data-raw '{"a":"it'\\''s"}' 'https://a.example/v2/x?page[size]=1'`,
  );
});

const asked: [what: string, request: { method?: string; url?: string; headers?: [string, string][] }, line: string][] =
  [
    ['a head', { method: 'HEAD' }, '--head https://a.example/v2'],
    [
      'a path with steps that curl would leave out',
      { url: 'https://a.example/v2/../x' },
      '--path-as-is https://a.example/v2/../x',
    ],
    ['such a step at the end', { url: 'https://a.example/v2/.' }, '--path-as-is https://a.example/v2/.'],
    ['what it accepts as always', { headers: [['Accept', 'application/json']] }, 'https://a.example/v2'],
    ['something else that it accepts', { headers: [['Accept', '*/*']] }, `-H 'Accept: */*' https://a.example/v2`],
    [
      'two lines of what it accepts',
      {
        headers: [
          ['Accept', 'application/json'],
          ['accept', 'text/plain'],
        ],
      },
      `-H 'Accept: application/json' -H 'accept: text/plain' https://a.example/v2`,
    ],
  ];
for (const [what, { method = 'GET', url = 'https://a.example/v2', headers = [] }, line] of asked) {
  test(`a curl line repeats ${what}`, () => {
    expect(curlLine({ method, url, headers })).toBe(`curl -sS -i -g ${line}`);
  });
}
