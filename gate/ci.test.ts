import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);

const workflows = ['gate', 'nightly', 'search'].map((name) => `.github/workflows/${name}.yml`);
const files = [...workflows, '.gitlab-ci.yml', '.githooks/pre-commit'];
for (const file of files) {
  test(`${file} calls only what there is`, () => {
    const called = [...read(file).matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name);
    const own = [...read(file).matchAll(/\.ci\/\w+/g)].map(([path]) => path);
    expect(called.length + own.length).toBeGreaterThan(0);
    expect(scripts).toEqual(expect.arrayContaining(called));
    expect(own.filter((path) => !existsSync(fileURLToPath(new URL(`../${path}`, import.meta.url))))).toEqual([]);
  });
}

test('the test reports that GitLab shows are those that are written', () => {
  const jobs = parse(read('.gitlab-ci.yml')) as Record<string, { artifacts?: { reports?: { junit: string } } }>;
  const shown = Object.values(jobs).flatMap(({ artifacts }) => artifacts?.reports?.junit ?? []);
  expect(shown).toEqual(['reports/gate.junit.xml', 'reports/conformance.junit.xml']);
  expect(read('gate/report/write.ts')).toContain("'gate.junit.xml'");
  expect(read('conformance/report/write.ts')).toContain("'conformance.junit.xml'");
});

test('the profile that the nightly run points to is there', () => {
  expect(existsSync(fileURLToPath(new URL('../conformance/targets/staging.example.yaml', import.meta.url)))).toBe(true);
});
