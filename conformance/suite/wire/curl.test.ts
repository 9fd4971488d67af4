import { expect, test } from 'vitest';
import { curlLine, type ShownRequest } from './curl.ts';

const url = 'https://a.example/v2/emails';
const typed = [['content-type', 'a/b']] as const;
const requests: [what: string, request: Partial<ShownRequest>, rest: string][] = [
  ['HEAD', { method: 'HEAD' }, `--head ${url}`],
  ['another method', { method: 'DELETE' }, `-X DELETE ${url}`],
  ['a body without a type', { body: '{}' }, `-X GET -H Content-Type: --data-raw '{}' ${url}`],
  [
    'a quote',
    { method: 'POST', headers: typed, body: "it's" },
    `-X POST -H 'content-type: a/b' --data-raw 'it'\\''s' ${url}`,
  ],
  [
    'an empty body',
    { method: 'POST', headers: typed, body: '' },
    `-X POST -H 'content-type: a/b' --data-raw '' ${url}`,
  ],
  ['a header that curl sends itself', { headers: [['Host', 'b.example']] }, url],
  ['a header without a value', { headers: [['X-None', '']] }, `-H 'X-None;' ${url}`],
  ['a path with dots', { url: `${url}/../a` }, `--path-as-is ${url}/../a`],
  ['a credential', { headers: [['A', 'Bearer $API_KEY']] }, `-H "A: Bearer $API_KEY" ${url}`],
  [
    'a credential among characters of the shell',
    { method: 'POST', headers: typed, body: `\${API_KEY_2} "$5" \`ls\` \\ $b` },
    `-X POST -H 'content-type: a/b' --data-raw "\${API_KEY_2} \\"\\$5\\" \\\`ls\\\` \\\\ \\$b" ${url}`,
  ],
];
for (const [what, request, rest] of requests) {
  test(`a curl command repeats a request with ${what}`, () => {
    expect(curlLine({ method: 'GET', url, headers: [], ...request })).toBe(`curl -sS -i -g ${rest}`);
  });
}

test('a long body is cut', () => {
  const request = { method: 'POST', url, headers: typed, body: 'x'.repeat(2001) };
  expect(curlLine(request)).toContain(`${'x'.repeat(200)}... (2001 characters)`);
});
