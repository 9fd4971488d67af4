import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const named = [...readFileSync(`${root}/SECURITY.md`, 'utf8').matchAll(/`([^`]+\.test\.ts)`: "([^"]+)"/g)];

test('the threat model names tests', () => {
  expect(named.length).toBeGreaterThan(15);
});

for (const [, file = '', title = ''] of named) {
  test(`a test of ${file} holds "${title}"`, () => {
    expect(existsSync(`${root}/${file}`)).toBe(true);
    const titles = [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/\btest\(\s*(['"`])(.*?)\1/gs)].map(
      ([, , text]) => text,
    );
    expect(titles.filter((text) => text?.includes(title))).not.toEqual([]);
  });
}
