import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { Git, resolveBase } from './context.ts';
import { Repository, test } from './testing/repository.ts';

const document = (version: string) => `openapi: 3.1.0\ninfo: { title: Things, version: ${version} }\npaths: {}\n`;
const resolve = ({ directory }: Repository, asked?: string) => resolveBase(new Git(directory), asked);

/** Commits a version of the contract. */
function release(repository: Repository, version: string): string {
  repository.write('spec/openapi.yaml', document(version));
  return repository.commit(version);
}

test('on a branch the base is where it leaves the default branch', ({ repository }) => {
  const start = release(repository, '1.0.0');
  repository.git('switch', '--quiet', '--create', 'feature');
  expect(resolve(repository)).toMatchObject({ name: start, version: '1.0.0', reason: 'where this leaves main' });
  release(repository, '1.1.0');
  repository.git('switch', '--quiet', 'main');
  release(repository, '1.0.1');
  repository.git('switch', '--quiet', 'feature');
  expect(resolve(repository)).toMatchObject({ name: start, version: '1.0.0' });
});

test('on the default branch it is the last release', ({ repository }) => {
  release(repository, '1.0.0');
  repository.git('tag', 'v1.0.0');
  release(repository, '1.1.0');
  repository.git('tag', 'unrelated');
  const base = resolve(repository);
  expect(base).toMatchObject({ version: '1.0.0', reason: 'the last release' });
  expect(base.name).toMatch(/^v1\.0\.0 \([0-9a-f]+\)$/);
});

test('a detached commit, as in CI, counts as the default branch', ({ repository }) => {
  release(repository, '1.0.0');
  repository.git('tag', '1.0.0');
  release(repository, '1.1.0');
  repository.git('checkout', '--quiet', '--detach');
  expect(resolve(repository)).toMatchObject({ version: '1.0.0', reason: 'the last release' });
});

test('before the first release it is the last commit', ({ repository }) => {
  release(repository, '1.0.0');
  repository.write('spec/openapi.yaml', document('1.1.0'));
  expect(resolve(repository)).toMatchObject({
    version: '1.0.0',
    reason: expect.stringContaining('no release tag yet'),
  });
});

test('unpushed commits are compared with the default branch of the remote', ({ repository, directory }) => {
  release(repository, '1.0.0');
  const clone = cloneOf(repository, directory());
  release(clone, '1.1.0');
  expect(resolve(clone)).toMatchObject({ version: '1.0.0', reason: 'where this leaves origin/main' });
});

test('a ref, a commit or a file can be the base', ({ repository }) => {
  const first = release(repository, '1.0.0');
  release(repository, '1.1.0');
  repository.git('branch', 'topic');
  expect(resolve(repository, 'HEAD~1')).toMatchObject({ version: '1.0.0', name: `HEAD~1 (${first})` });
  expect(resolve(repository, first).name).toBe(first);
  expect(resolve(repository, 'topic').version).toBe('1.1.0');
  repository.write('other.yaml', document('7.0.0'));
  const file = resolve(repository, join(repository.directory, 'other.yaml'));
  expect(file.version).toBe('7.0.0');
  expect(file.commit).toBeUndefined();
});

const refused: [string, (repository: Repository) => string | undefined, RegExp][] = [
  ['an unknown ref', () => 'nosuch', /^--base nosuch: is neither a file nor a git ref that is known here$/],
  ['an option as a ref', () => '--all', /^--base --all: is neither/],
  ['a base without the contract', (repository) => repository.commit(), /there is no spec\/openapi\.yaml at [0-9a-f]+$/],
  ['a repository without a commit', () => undefined, /there is no commit yet/],
];
for (const [what, prepare, message] of refused) {
  test(`${what} is refused in a line`, ({ repository }) => {
    if (what !== 'a repository without a commit') repository.commit();
    const asked = prepare(repository);
    expect(() => resolve(repository, asked)).toThrow(message);
  });
}

test('no default branch, no common commit and no repository are refused in a line', ({ repository, directory }) => {
  release(repository, '1.0.0');
  repository.git('branch', '--move', 'trunk');
  expect(() => resolve(repository)).toThrow(/no default branch/);
  repository.git('branch', 'main');
  repository.git('checkout', '--quiet', '--orphan', 'other');
  release(repository, '1.1.0');
  expect(() => resolve(repository)).toThrow(/HEAD and main have no commit in common/);
  expect(() => resolve(new Repository(directory()))).toThrow('this is no git repository');
  expect(() => resolve(new Repository(directory()), 'main')).toThrow('--base main: there is no such file');
});

test('a broken contract at the base is named with its place', ({ repository }) => {
  repository.write('spec/openapi.yaml', 'openapi: [\n');
  const commit = repository.commit();
  expect(() => resolve(repository, 'HEAD')).toThrow(`spec/openapi.yaml at HEAD (${commit}):2:1: `);
});

test('the advice for a shallow clone works', ({ repository, directory }) => {
  release(repository, '1.0.0');
  repository.git('tag', 'v1.0.0');
  release(repository, '1.1.0');
  repository.git('switch', '--quiet', '--create', 'feature');
  release(repository, '1.2.0');
  repository.git('switch', '--quiet', 'main');
  for (const [branch, version] of [
    ['feature', '1.1.0'],
    ['main', '1.0.0'],
  ] as const) {
    const clone = cloneOf(repository, directory(), '--depth', '1', '--branch', branch);
    let message = '';
    try {
      resolve(clone);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toMatch(/this is a shallow clone; fetch the rest with: git fetch --unshallow/);
    expect(message).not.toContain('\n');
    const [, refspec = ''] = message.match(/origin '([^']+)'/) ?? [];
    clone.git('fetch', '--quiet', '--unshallow', '--tags', 'origin', refspec);
    expect(resolve(clone).version).toBe(version);
  }
});

function cloneOf(repository: Repository, directory: string, ...options: string[]): Repository {
  repository.git('clone', '--quiet', ...options, pathToFileURL(repository.directory).href, directory);
  return new Repository(directory);
}
