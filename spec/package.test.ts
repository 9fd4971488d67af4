import { expect, test } from 'vitest';
import { resolvePeer } from './package.ts';

test('a module of an installed package is found', () => {
  expect(resolvePeer('@redocly/cli/package.json')).toMatch(/@redocly\/cli\/package\.json$/);
});

for (const [module, name] of [
  ['@no-such/package/deep/file.js', '@no-such/package'],
  ['no-such-package/package.json', 'no-such-package'],
  ['no-such-package', 'no-such-package'],
] as const) {
  test(`the error about a missing package has the install command: ${module}`, () => {
    expect(() => resolvePeer(module)).toThrow(`${name} is needed for this: npm i -D ${name}`);
  });
}
