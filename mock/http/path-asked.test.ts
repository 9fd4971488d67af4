import { expect, test } from 'vitest';
import { pathAsked } from './path-asked.ts';

for (const [target, path] of [
  ['/v2/x?a=http://b/c', '/v2/x?a=http://b/c'],
  ['//a/b', '//a/b'],
  ['http://a:80/v2/x?b', '/v2/x?b'],
  ['HTTPS://a/v2/', '/v2/'],
  ['http://a//b', '//b'],
  ['http://a', '/'],
  ['http://a?b/c', '/?b/c'],
  ['*', '*'],
  ['ftp://a/b', 'ftp://a/b'],
] as const) {
  test(`${target} asks for ${path}`, () => {
    expect(pathAsked(target)).toBe(path);
  });
}
