import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { fixturesDirectory } from '../../fixtures/seed.ts';
import { ownPath } from '../../spec/testing/own-path.ts';
import { root } from '../contract.ts';
import { someContext } from '../testing/context.ts';
import { checkFixtures, examples, fixtures } from './examples.ts';
import { rules } from './rules.ts';

const lock = JSON.parse(readFileSync(new URL('../../spec/rules.lock.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>;

/** What the step says when other pins stood at the base. */
async function pinned(before: Record<string, string> | undefined) {
  const read = (path: string) => (path === 'spec/rules.lock.json' && before ? JSON.stringify(before) : undefined);
  const atBase = { read, list: () => [] };
  const { outcome, summary, findings } = await rules(someContext({ atBase }));
  return {
    outcome,
    summary,
    findings: findings.map(({ severity, rule, message }) => `${severity} ${rule} ${message}`),
  };
}

test('the contract of the working tree keeps to what the steps ask of it', async () => {
  expect(await examples(someContext())).toMatchObject({
    outcome: 'passed',
    summary: expect.stringMatching(/^[1-9]\d+ examples and defaults are valid$/),
  });
  expect(await fixtures(someContext())).toMatchObject({
    outcome: 'passed',
    summary: expect.stringMatching(/^[1-9]\d* accounts with [1-9]\d+ runs keep to the contract$/),
  });
  const agree = expect.stringMatching(/^\d+ rules, \d+ operations, \d+ cases: register, contract and suite agree$/);
  for (const before of [lock, undefined]) {
    expect(await pinned(before)).toEqual({ outcome: 'passed', summary: agree, findings: [] });
  }
});

test('seed data that breaks the contract is a finding at its place', () => {
  const directory = ownPath('fixtures');
  cpSync(fixturesDirectory, directory, { recursive: true });
  const file = join(directory, 'document-types.yaml');
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n  - { short_name: 7 }\n`);
  expect(checkFixtures(directory)).toMatchObject({
    outcome: 'failed',
    summary: '1 problem',
    findings: [{ severity: 'error', rule: 'fixture-valid', place: { file: relative(root, file) } }],
  });
});

test('a rule that was pinned at the base may not go, and is to be read when it was worded anew', async () => {
  expect(await pinned({ ...lock, 'DIR-99': 'x', 'DIR-1': 'another' })).toEqual({
    outcome: 'failed',
    summary: '1 problem',
    findings: [
      'error rules-permanent DIR-99: is pinned but gone; keep it, with `retired: true`',
      'warning rules-pinned DIR-1: was pinned anew: statement, level or basis changed',
    ],
  });
});
