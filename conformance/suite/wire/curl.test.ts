import { expect, test } from 'vitest';
import { curlCommand, curlLine, type ShownRequest } from './curl.ts';

const url = 'https://a.example/v2/emails';
const line = (request: Partial<ShownRequest>) => curlCommand({ method: 'GET', url, headers: [], ...request });

for (const [what, request, rest] of [
  ['a request without anything', {}, url],
  ['one for the head alone', { method: 'HEAD' }, `--head ${url}`],
  ['another method', { method: 'DELETE' }, `-X DELETE ${url}`],
  ['a method that is none', { method: 'A B' }, `-X 'A B' ${url}`],
  ['a GET with a body', { body: '{}' }, `-X GET -H Content-Type: --data-raw '{}' ${url}`],
  [
    'a body with its type',
    { method: 'POST', headers: [['content-type', 'text/plain']], body: "it's" },
    `-X POST -H 'content-type: text/plain' --data-raw 'it'\\''s' ${url}`,
  ],
  [
    'an empty body',
    { method: 'POST', headers: [['Content-Type', 'a/b']], body: '' },
    `-X POST -H 'Content-Type: a/b' --data-raw '' ${url}`,
  ],
  [
    'what curl sends by itself',
    {
      headers: [
        ['Host', 'b.example'],
        ['content-length', '7'],
        ['Connection', 'close'],
        ['User-Agent', 'x'],
      ],
    },
    url,
  ],
  [
    'headers of names that are like those',
    {
      headers: [
        ['X-Host', 'b.example'],
        ['Hosts', 'c.example'],
      ],
    },
    `-H 'X-Host: b.example' -H 'Hosts: c.example' ${url}`,
  ],
  ['a header without a value', { headers: [['X-None', '']] }, `-H 'X-None;' ${url}`],
  ['JSON asked for, as always', { headers: [['Accept', 'application/json']] }, url],
  ['something else asked for', { headers: [['accept', 'text/html']] }, `-H 'accept: text/html' ${url}`],
  [
    'several kinds asked for',
    {
      headers: [
        ['Accept', 'application/json'],
        ['accept', 'text/html'],
      ],
    },
    `-H 'Accept: application/json' -H 'accept: text/html' ${url}`,
  ],
  [
    'a header that is like Accept',
    {
      headers: [
        ['Accept', 'text/html'],
        ['Accept-Language', 'application/json'],
        ['X-Accept', 'application/json'],
      ],
    },
    `-H 'Accept: text/html' -H 'Accept-Language: application/json' -H 'X-Accept: application/json' ${url}`,
  ],
  ['a path with dots', { url: `${url}/../a` }, `--path-as-is ${url}/../a`],
  ['a path that ends with dots', { url: `${url}/.` }, `--path-as-is ${url}/.`],
  ['dots before a query', { url: `${url}/..?a=1` }, `--path-as-is '${url}/..?a=1'`],
  ['dots in a name', { url: `${url}/...` }, `${url}/...`],
  ['a credential', { headers: [['Authorization', 'Bearer $API_KEY']] }, `-H "Authorization: Bearer $API_KEY" ${url}`],
  [
    'a credential within what a shell would read',
    { method: 'POST', headers: [['content-type', 'a/b']], body: `\${API_KEY_2} "$5" \`ls\` \\ \${a} $b` },
    `-X POST -H 'content-type: a/b' --data-raw "\${API_KEY_2} \\"\\$5\\" \\\`ls\\\` \\\\ \\\${a} \\$b" ${url}`,
  ],
  ['a dollar without a credential', { headers: [['A', '$a "b"']] }, `-H 'A: $a "b"' ${url}`],
] as const) {
  test(`a line of curl repeats ${what}`, () => {
    expect(line(request)).toBe(`curl -sS -i -g ${rest}`);
  });
}

test('a body beyond 2,000 characters is cut where a reader sees it, and whole where it is wanted', () => {
  const request = (length: number) => ({
    method: 'POST',
    url,
    headers: [['content-type', 'a/b']] as const,
    body: 'x'.repeat(length),
  });
  expect(curlLine(request(2000))).toBe(curlCommand(request(2000)));
  expect(curlLine(request(2001))).toBe(
    `curl -sS -i -g -X POST -H 'content-type: a/b' --data-raw '${'x'.repeat(200)}... (2001 characters)' ${url}`,
  );
  expect(curlCommand(request(2001))).toContain('x'.repeat(2001));
  expect(curlLine({ method: 'GET', url, headers: [] })).toBe(`curl -sS -i -g ${url}`);
});
