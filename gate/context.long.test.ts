import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownPath } from '../spec/testing/own-path.ts';
import type { Git } from './base/git.ts';
import { createContext } from './context.ts';
import { root } from './contract.ts';

const contract = readFileSync(join(root, 'spec/openapi.yaml'), 'utf8');
const accepted = readFileSync(join(root, 'spec/accepted-changes.yaml'), 'utf8');
const { version } = createContext({ base: join(root, 'spec/openapi.yaml'), quick: false, output: '' }).revision;
const asked = { quick: true, output: '/reports' };

/** A repository with one commit, `v1`; `differs` hears what is asked about the working tree. */
const git = (differs: Git['differs']) =>
  ({
    isRepository: () => true,
    commit: (ref: string) => (ref === 'v1' ? 'abc1234' : undefined),
    short: () => 'abc',
    show: (commit: string, path: string) =>
      commit === 'abc1234'
        ? { 'spec/openapi.yaml': contract, 'spec/accepted-changes.yaml': 'changes: [] # then\n', 'fixtures/a': 'a' }[
            path
          ]
        : undefined,
    files: (commit: string, directory: string) => [`${commit} ${directory}/a`],
    differs,
  }) as unknown as Git;

test('the working tree is compared with a commit, of which the acknowledgements and files are known', () => {
  const questions: unknown[] = [];
  const differs = (is: boolean) => (commit: string, paths: readonly string[]) => {
    questions.push([commit, paths]);
    return is;
  };
  const { base, revision, atBase, ...rest } = createContext({ ...asked, base: 'v1' }, git(differs(false)));
  expect(base).toMatchObject({ name: 'v1 (abc)', commit: 'abc1234', version });
  expect(revision).toMatchObject({
    name: 'spec/openapi.yaml',
    file: 'spec/openapi.yaml',
    path: join(root, 'spec/openapi.yaml'),
    isWorkingTree: true,
    text: contract,
  });
  expect([atBase?.read('fixtures/a'), atBase?.list('fixtures')]).toEqual(['a', ['abc1234 fixtures/a']]);
  expect(rest).toEqual({
    ...asked,
    unchanged: true,
    accepted: { today: accepted, before: 'changes: [] # then\n', knowsBefore: true },
    changes: expect.any(Function),
  });
  expect(createContext({ ...asked, base: 'v1' }, git(differs(true))).unchanged).toBe(false);
  expect(questions).toEqual(Array(2).fill(['abc1234', ['spec', 'fixtures']]));
});

test('two files have no acknowledgements', () => {
  const file = ownPath('other.yaml');
  writeFileSync(file, contract.replace(`version: ${version}`, 'version: 9.0.0'));
  const { revision, ...rest } = createContext({ ...asked, base: file, revision: file });
  expect(revision).toMatchObject({ name: file, file, path: file, version: '9.0.0', isWorkingTree: false });
  expect(rest).toMatchObject({
    base: { name: file, version: '9.0.0' },
    atBase: undefined,
    unchanged: undefined,
    accepted: { today: undefined, before: undefined, knowsBefore: false },
  });
});

test('acknowledgements count where either side is one of the repository', () => {
  const file = ownPath('other.yaml');
  writeFileSync(file, contract);
  const tree = createContext({ ...asked, base: file });
  expect(tree.accepted).toEqual({ today: accepted, before: undefined, knowsBefore: false });
  expect([tree.unchanged, tree.atBase]).toEqual([undefined, undefined]);
  const since = createContext(
    { ...asked, base: 'v1', revision: file },
    git(() => false),
  );
  expect(since.accepted).toEqual({ today: accepted, before: 'changes: [] # then\n', knowsBefore: true });
  expect(since.unchanged).toBeUndefined();
});
