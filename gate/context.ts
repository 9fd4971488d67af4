import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { toProjectPath } from '../spec/package.ts';
import { decodeText, readText } from '../spec/yaml.ts';
import {
  acceptedPath,
  type Edition,
  type JudgedChanges,
  judgeChanges,
  readAcknowledgements,
  readEdition,
} from './changes.ts';
import { InputError } from './diff/index.ts';

const contractPath = 'spec/openapi.yaml';
const inputs = ['spec', 'fixtures', 'tests/consumers'];

/** Base, revision, acknowledgements and changes, which the steps judge. */
export type Context = ReturnType<typeof createContext>;

interface Request {
  /** A file or a git ref. */
  base?: string | undefined;
  /** A file in place of the working tree. */
  revision?: string | undefined;
  quick: boolean;
  output: string;
}

/** Finds and reads the input of the steps. Throws an error of one line when a part of it can't be used. */
export function createContext({ base: requested, revision: file, quick, output }: Request) {
  const git = new Git(toProjectPath('.'));
  const path = file ?? toProjectPath(contractPath);
  const isWorkingTree = file === undefined;
  const revision = { ...readEdition(readText(path), file ?? contractPath), path, isWorkingTree };
  const base = resolveBase(git, requested);
  const { commit } = base;
  /** The files of the project at the base; undefined when the base is a file. */
  const atBase = commit
    ? { read: (path: string) => git.show(commit, path), list: (directory: string) => git.listFiles(commit, directory) }
    : undefined;
  // Entries acknowledge changes of this project's contract, not of two files.
  const entries = toProjectPath(acceptedPath);
  const today = (commit || isWorkingTree) && existsSync(entries) ? readText(entries) : undefined;
  const accepted = readAcknowledgements(today, atBase?.read(acceptedPath), commit !== undefined);
  let changes: Promise<JudgedChanges> | undefined;
  return {
    base,
    revision,
    atBase,
    accepted,
    quick,
    output,
    /** True if contract, fixtures and recordings are as they are at the base; a file as the base has none. */
    isUnchanged: () => commit !== undefined && isWorkingTree && !git.isChanged(commit, inputs),
    /** The changes and their acknowledgements, compared once. */
    changes() {
      changes ??= judgeChanges(base, revision, accepted);
      return changes;
    },
  };
}

export interface Base extends Edition {
  /** The commit of the base; absent for a file. */
  commit?: string;
  reason: string;
}

/**
 * Finds the base: the requested file or ref, else the merge base with the default branch, or on that branch the last
 * release. Throws an InputError of one line when there is none.
 */
export function resolveBase(git: Git, requested: string | undefined): Base {
  // A pipe such as a shell's <(command) is a file, too.
  if (requested !== undefined && statSync(requested, { throwIfNoEntry: false })?.isDirectory() === false) {
    return { ...readEdition(readText(requested), requested), reason: 'a file' };
  }
  if (!git.commit('HEAD') && git.query('rev-parse', '--is-inside-work-tree') !== 'true') {
    const what = requested === undefined ? 'this is no git repository' : `--base ${requested}: there is no such file`;
    throw new InputError(`${what}, so name a file to compare with: --base FILE`);
  }
  const { ref, reason } = requested === undefined ? findDefaultBase(git) : { ref: requested, reason: 'as requested' };
  const commit = git.commit(ref);
  if (!commit) throw git.explain(`--base ${ref}: is neither a file nor a git ref that is known here`);
  const short = commit.slice(0, 8);
  const name = commit.startsWith(ref) ? short : `${ref} (${short})`;
  const text = git.show(commit, contractPath);
  if (text === undefined) throw new InputError(`--base: there is no ${contractPath} at ${name}`);
  return { ...readEdition(text, contractPath, `${contractPath} at ${name}`), name, commit, reason };
}

function findDefaultBase(git: Git): { ref: string; reason: string } {
  const head = git.commit('HEAD');
  if (!head) throw new InputError('there is no commit yet to compare with; name a file: --base FILE');
  const branch = git.findDefaultBranch();
  if (!branch) throw git.explain('no default branch (origin/HEAD, main or master) is known; name a base: --base REF');
  const base = git.query('merge-base', 'HEAD', branch);
  if (!base) throw git.explain(`HEAD and ${branch} have no commit in common; name a base: --base REF`);
  const own = git.query('symbolic-ref', '--quiet', '--short', 'HEAD') ?? branch;
  const isDefault = own === branch || `origin/${own}` === branch;
  if (!isDefault || base !== head) return { ref: base, reason: `where this leaves ${branch}` };
  const release = git.findLastRelease();
  if (release) return { ref: release, reason: 'the last release' };
  if (git.isShallow()) throw git.explain('the last release is not known here');
  return { ref: 'HEAD', reason: 'the last commit, as there is no release tag yet' };
}

const fetchAll = "git fetch --unshallow --tags origin '+refs/heads/*:refs/remotes/origin/*'";
const shallowHint = `this is a shallow clone; fetch the rest with: ${fetchAll} (in GitHub Actions \`fetch-depth: 0\`, in GitLab CI \`GIT_DEPTH: 0\`)`;

/** The git repository around a directory. Paths are relative to the directory. */
export class Git {
  constructor(private readonly directory: string) {}

  /** The output of a command; undefined when it fails. Throws an InputError when git itself can't be run. */
  query(...args: string[]): string | undefined {
    const { status, stdout } = this.run(...args);
    return status === 0 ? stdout.toString().trim() : undefined;
  }

  commit(ref: string): string | undefined {
    return this.query('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
  }

  /** The branch that work is merged into, by the remote or by its usual name. */
  findDefaultBranch(): string | undefined {
    const remote = this.query('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD');
    const candidates = [...(remote ? [remote] : []), 'origin/main', 'origin/master', 'main', 'master'];
    return candidates.find((name) => this.commit(name) !== undefined);
  }

  /** The newest tag of a release (`v1.2.3` or `1.2.3`) that the present state descends from. */
  findLastRelease(): string | undefined {
    return this.query('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', '--match', '[0-9]*.[0-9]*');
  }

  show(commit: string, path: string): string | undefined {
    const { status, stdout } = this.run('show', `${commit}:./${path}`);
    return status === 0 ? decodeText(stdout, `${path} at ${commit}`) : undefined;
  }

  listFiles(commit: string, directory: string): string[] {
    return (this.query('ls-tree', '-r', '--name-only', '-z', commit, `${directory}/`) ?? '')
      .split('\0')
      .filter(Boolean);
  }

  /** True if anything under the paths differs from a commit, untracked files included. */
  isChanged(commit: string, paths: readonly string[]): boolean {
    if (this.query('diff', '--quiet', commit, '--', ...paths) === undefined) return true;
    return this.query('ls-files', '--others', '--exclude-standard', '--', ...paths) !== '';
  }

  /** True if this clone lacks a part of the history. */
  isShallow(): boolean {
    return this.query('rev-parse', '--is-shallow-repository') === 'true';
  }

  /** An error with advice for a shallow clone. */
  explain(message: string): InputError {
    return new InputError(this.isShallow() ? `${message}: ${shallowHint}` : message);
  }

  private run(...args: string[]): { status: number | null; stdout: Buffer } {
    const options = { cwd: this.directory, maxBuffer: 64 * 1024 * 1024 };
    const { status, stdout, stderr, error } = spawnSync('git', args, options);
    if (error) throw new InputError(`git can't be run (${(error as NodeJS.ErrnoException).code})`);
    const [complaint = ''] = stderr.toString().trim().split('\n');
    if (stderr.includes('dubious ownership')) throw new InputError(complaint);
    return { status, stdout };
  }
}
