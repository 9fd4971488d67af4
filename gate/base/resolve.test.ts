import { writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { expect, test } from 'vitest';
import { ownPath } from '../../spec/testing/own-path.ts';
import type { Git } from './git.ts';
import { resolveBase } from './resolve.ts';

const document = (version: string) => `openapi: 3.1.0\ninfo: { title: Things, version: ${version} }\npaths: {}\n`;

interface Repository {
  /** Commits by their refs. */
  commits?: Record<string, string>;
  /** The contract's version by commit. */
  versions?: Record<string, string>;
  /** More text of the contract in every commit, and other files by commit and path. */
  refers?: string;
  files?: Record<string, string>;
  branch?: string;
  defaultBranch?: string;
  mergeBase?: string;
  release?: string;
  isShallow?: boolean;
  isRepository?: boolean;
}

/** The answers of git about a repository on the branch `feature`, which leaves `main` at the commit `start`. */
function git(given: Repository = {}): Git {
  const { commits, versions, release, isShallow = false, isRepository = true } = given;
  const refs: Record<string, string> = {
    HEAD: 'head0',
    head: 'head0',
    main: 'main0',
    start: 'start0',
    'v1.0.0': 'v1000',
    ...commits,
  };
  const at: Record<string, string> = { head0: '1.2.0', main0: '1.1.0', start0: '1.0.5', v1000: '1.0.0', ...versions };
  const has = (name: keyof Repository, preset: string) => (name in given ? (given[name] as string) : preset);
  return {
    isRepository: () => isRepository,
    isShallow: () => isShallow,
    commit: (ref: string) => refs[ref],
    short: (commit: string) => commit.slice(0, -1),
    mergeBase: () => has('mergeBase', 'start0'),
    defaultBranch: () => has('defaultBranch', 'main'),
    branch: () => has('branch', 'feature'),
    lastRelease: () => release,
    show: (commit: string, path: string) =>
      path === 'spec/openapi.yaml' && at[commit] !== undefined
        ? document(at[commit]) + (given.refers ?? '')
        : given.files?.[`${commit}:${path}`],
  } as unknown as Git;
}

const onMain: Repository = { branch: 'main', mergeBase: 'head0' };

test('on a branch the base is where it leaves the default branch', () => {
  expect(resolveBase(git(), undefined)).toMatchObject({
    name: 'start',
    commit: 'start0',
    version: '1.0.5',
    reason: 'where this leaves main',
    file: 'spec/openapi.yaml',
  });
});

test('on the default branch, of the remote too, it is the last release', () => {
  const release = { release: 'v1.0.0' };
  const last = { name: 'v1.0.0 (v100)', commit: 'v1000', version: '1.0.0', reason: 'the last release' };
  expect(resolveBase(git({ ...onMain, ...release }), undefined)).toMatchObject(last);
  const remote = { ...onMain, ...release, defaultBranch: 'origin/main' };
  expect(resolveBase(git(remote), undefined)).toMatchObject(last);
  // What is not pushed yet leaves it as any branch does.
  expect(resolveBase(git({ ...remote, mergeBase: 'start0' }), undefined)).toMatchObject({
    reason: 'where this leaves origin/main',
  });
  // As CI checks out: a commit, and no branch.
  expect(resolveBase(git({ ...onMain, ...release, branch: undefined as never }), undefined)).toMatchObject(last);
  expect(resolveBase(git({ ...onMain, ...release, branch: 'other' }), undefined).reason).toBe('where this leaves main');
});

test('before the first release it is the last commit', () => {
  expect(resolveBase(git(onMain), undefined)).toMatchObject({
    name: 'HEAD (head)',
    version: '1.2.0',
    reason: 'the last commit, as there is no release tag yet',
  });
});

test('a ref, a commit and a file can be asked for', () => {
  expect(resolveBase(git(), 'v1.0.0')).toMatchObject({
    name: 'v1.0.0 (v100)',
    version: '1.0.0',
    reason: 'as asked for',
  });
  expect(resolveBase(git({ commits: { star: 'start0' } }), 'star').name).toBe('star (start)');
  expect(resolveBase(git({ commits: { start: 'start0' } }), 'start').name).toBe('start');
  const file = ownPath('other.yaml');
  writeFileSync(file, document('7.0.0'));
  const base = resolveBase(git({ isRepository: false }), file);
  expect(base).toMatchObject({ version: '7.0.0', reason: 'a file', name: file });
  expect(base).not.toHaveProperty('commit');
  // What is no regular file is read as well, such as a pipe of a shell's <(command).
  expect(() => resolveBase(git(), devNull)).toThrow(/^(?!--base).* no OpenAPI document/);
  // A directory is no file, even one that has the name of a branch.
  expect(resolveBase(git({ commits: { spec: 'main0' } }), 'spec').commit).toBe('main0');
});

const shallow = { isShallow: true };
const refused: [what: string, given: Repository, asked: string | undefined, message: RegExp][] = [
  ['an unknown ref', {}, 'nosuch', /^--base nosuch: is neither a file nor a git ref that is known here$/],
  [
    'a base without the contract',
    { commits: { old: 'old0' } },
    'old',
    /^--base: there is no spec\/openapi\.yaml at old/,
  ],
  ['a repository without a commit', { commits: { HEAD: undefined as never } }, undefined, /^there is no commit yet to/],
  [
    'no default branch',
    { defaultBranch: undefined as never },
    undefined,
    /^no default branch .*; name a base: --base REF$/,
  ],
  ['no common commit', { mergeBase: undefined as never }, undefined, /^HEAD and main have no commit in common; name a/],
  ['no repository', { isRepository: false }, undefined, /^this is no git repository, so name a file .*: --base FILE$/],
  ['no repository and no file', { isRepository: false }, 'x', /^--base x: there is no such file, so name a file/],
  [
    'an unknown ref of a shallow clone',
    shallow,
    'nosuch',
    /known here: this is a shallow clone; fetch the rest with: git/,
  ],
  [
    'an unknown release of a shallow clone',
    { ...onMain, ...shallow },
    undefined,
    /^the last release is not known here: /,
  ],
  ['a shallow clone without a branch', { ...shallow, defaultBranch: undefined as never }, undefined, /--unshallow/],
  ['a shallow clone that is too short', { ...shallow, mergeBase: undefined as never }, undefined, /--unshallow/],
];
for (const [what, given, asked, message] of refused) {
  test(`${what} is refused in a line`, () => {
    expect(() => resolveBase(git(given), asked)).toThrow(message);
  });
}
