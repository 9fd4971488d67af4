import { expect, test } from 'vitest';
import { Git } from './git.ts';

/** A repository in which git prints this in answer to some command lines, and fails at all others. */
function gitThat(answers: Record<string, string>): Git {
  return new Git('/project', (directory, args) => {
    const stdout = directory === '/project' ? answers[args.join(' ')] : undefined;
    return { status: stdout === undefined ? 128 : 0, stdout: stdout ?? 'out', stderr: 'fatal: no such thing' };
  });
}

const questions: [what: string, ask: (git: Git) => unknown, command: string, prints: string, answer: unknown][] = [
  ['a repository', (git) => git.isRepository(), 'rev-parse --is-inside-work-tree', 'true\n', true],
  ['no repository', (git) => git.isRepository(), 'rev-parse --is-inside-work-tree', 'false\n', false],
  ['a shallow clone', (git) => git.isShallow(), 'rev-parse --is-shallow-repository', 'true\n', true],
  ['a whole clone', (git) => git.isShallow(), 'rev-parse --is-shallow-repository', 'false\n', false],
  [
    'a commit',
    (git) => git.commit('v1'),
    'rev-parse --verify --quiet --end-of-options v1^{commit}',
    'abc1234\n',
    'abc1234',
  ],
  ['the short form', (git) => git.short('abc1234'), 'rev-parse --short abc1234', 'abc\n', 'abc'],
  ['no short form', (git) => git.short('abc1234'), '', '', 'abc1234'],
  ['the common commit', (git) => git.mergeBase('HEAD', 'main'), 'merge-base HEAD main', 'abc1234\n', 'abc1234'],
  ['a branch', (git) => git.branch(), 'symbolic-ref --quiet --short HEAD', 'feature\n', 'feature'],
  ['no branch', (git) => git.branch(), '', '', undefined],
  [
    'the last release',
    (git) => git.lastRelease(),
    'describe --tags --abbrev=0 --match v[0-9]* --match [0-9]*.[0-9]*',
    'v1.0.0\n',
    'v1.0.0',
  ],
  ['no release', (git) => git.lastRelease(), '', '', undefined],
  ['a file as it is', (git) => git.show('abc', 'spec/a.yaml'), 'show abc:./spec/a.yaml', '\n a: 1\n', '\n a: 1\n'],
  ['an empty file', (git) => git.show('abc', 'spec/a.yaml'), 'show abc:./spec/a.yaml', '', ''],
  ['no file', (git) => git.show('abc', 'spec/a.yaml'), '', '', undefined],
  [
    'the files below a directory',
    (git) => git.files('abc', 'fixtures'),
    'ls-tree -r --name-only -z abc fixtures/',
    'fixtures/a b.yaml\0fixtures/c.yaml\0',
    ['fixtures/a b.yaml', 'fixtures/c.yaml'],
  ],
  ['no files', (git) => git.files('abc', 'fixtures'), '', '', []],
];
for (const [what, ask, command, prints, answer] of questions) {
  test(`git is asked for ${what}`, () => {
    expect(ask(gitThat(command === '' ? {} : { [command]: prints }))).toEqual(answer);
  });
}

test('the default branch is the one that the remote names, else the first of the usual names that is there', () => {
  const named = 'symbolic-ref --quiet --short refs/remotes/origin/HEAD';
  const commit = (branch: string) => `rev-parse --verify --quiet --end-of-options ${branch}^{commit}`;
  const among = (branches: string[], remote?: string) =>
    gitThat({
      ...(remote !== undefined && { [named]: `${remote}\n` }),
      ...Object.fromEntries(branches.map((branch) => [commit(branch), 'abc\n'])),
    }).defaultBranch();
  const usual = ['origin/main', 'origin/master', 'main', 'master'];
  expect(among([...usual, 'origin/trunk'], 'origin/trunk')).toBe('origin/trunk');
  expect(among(usual, 'origin/gone')).toBe('origin/main');
  for (const [index, name] of usual.entries()) expect(among(usual.slice(index))).toBe(name);
  expect(among(['trunk'])).toBeUndefined();
});

test('a file that changed, or that git does not know yet, is a difference', () => {
  const changed = 'diff --quiet abc -- spec fixtures';
  const unknown = 'ls-files --others --exclude-standard -- spec fixtures';
  const differs = (answers: Record<string, string>) => gitThat(answers).differs('abc', ['spec', 'fixtures']);
  expect(differs({ [changed]: '', [unknown]: '' })).toBe(false);
  expect(differs({ [changed]: '', [unknown]: 'spec/new.yaml\n' })).toBe(true);
  // Where git fails to say, something may be different.
  expect([differs({ [unknown]: '' }), differs({ [changed]: '' })]).toEqual([true, true]);
});

test('git that is not there, or that trusts the directory to nobody, is told in a line', () => {
  const failing = (stderr: string, error?: Error) =>
    new Git('/project', () => ({ status: 128, stdout: '', stderr, ...(error && { error }) }));
  const gone = Object.assign(new Error('spawn git ENOENT'), { code: 'ENOENT' });
  expect(() => failing('', gone).isRepository()).toThrow(/^git can't be run \(ENOENT\)$/);
  const dubious = "\nfatal: detected dubious ownership in repository at '/project'\nTo add an exception\n";
  expect(() => failing(dubious).isRepository()).toThrow(
    /^fatal: detected dubious ownership in repository at '\/project'$/,
  );
});
