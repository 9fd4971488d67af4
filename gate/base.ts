import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { decodeText, readText } from '../spec/document.ts';
import { contractPath, type Edition, readEdition } from './contract.ts';
import { InputError } from './diff/index.ts';

/** The git repository around a directory. Every question is one run of git; paths are relative to the directory. */
export class Git {
  constructor(private readonly directory: string) {}

  /** True if the directory lies in a git repository. Throws an InputError when git itself can't be run. */
  isRepository(): boolean {
    return this.ask('rev-parse', '--is-inside-work-tree') === 'true';
  }

  /** True if a part of the history was left out when this copy was made. */
  isShallow(): boolean {
    return this.ask('rev-parse', '--is-shallow-repository') === 'true';
  }

  /** The commit that a ref names. */
  commit(ref: string): string | undefined {
    return this.ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
  }

  /** The first characters of a commit, as many as tell it from others. */
  short(commit: string): string {
    return this.ask('rev-parse', '--short', commit) ?? commit;
  }

  /** The newest commit that two refs have in common. */
  mergeBase(one: string, other: string): string | undefined {
    return this.ask('merge-base', one, other);
  }

  /** The branch that the others are merged into, as the remote says or by its usual name. */
  defaultBranch(): string | undefined {
    const remote = this.ask('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD');
    const candidates = [...(remote ? [remote] : []), 'origin/main', 'origin/master', 'main', 'master'];
    return candidates.find((name) => this.commit(name) !== undefined);
  }

  /** The branch that is checked out; none when only a commit is. */
  branch(): string | undefined {
    return this.ask('symbolic-ref', '--quiet', '--short', 'HEAD');
  }

  /** The newest tag of a release (`v1.2.3` or `1.2.3`) that the present state descends from. */
  lastRelease(): string | undefined {
    return this.ask('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', '--match', '[0-9]*.[0-9]*');
  }

  /** The text of a file at a commit. */
  show(commit: string, path: string): string | undefined {
    const { status, stdout } = this.run('show', `${commit}:./${path}`);
    return status === 0 ? decodeText(stdout, `${path} at ${commit}`) : undefined;
  }

  /** The paths of all files below a directory at a commit. */
  files(commit: string, directory: string): string[] {
    return (this.ask('ls-tree', '-r', '--name-only', '-z', commit, `${directory}/`) ?? '').split('\0').filter(Boolean);
  }

  /** True if anything under the paths differs from a commit, files that git does not know yet included. */
  differs(commit: string, paths: readonly string[]): boolean {
    if (this.run('diff', '--quiet', commit, '--', ...paths).status !== 0) return true;
    return this.ask('ls-files', '--others', '--exclude-standard', '--', ...paths) !== '';
  }

  private ask(...args: string[]): string | undefined {
    const { status, stdout } = this.run(...args);
    return status === 0 ? stdout.toString().trim() : undefined;
  }

  private run(...args: string[]): { status: number | null; stdout: Buffer } {
    const { status, stdout, stderr, error } = spawnSync('git', args, {
      cwd: this.directory,
      maxBuffer: 64 * 1024 * 1024,
    });
    if (error) throw new InputError(`git can't be run (${(error as NodeJS.ErrnoException).code})`);
    const [complaint = ''] = stderr.toString().trim().split('\n');
    if (stderr.includes('dubious ownership')) throw new InputError(complaint);
    return { status, stdout };
  }
}

/** What the contract is compared with. */
export interface Base extends Edition {
  /** Its commit; a base that is a file has none. */
  commit?: string;
  /** How the base was found. */
  reason: string;
}

const fetchAll = "git fetch --unshallow --tags origin '+refs/heads/*:refs/remotes/origin/*'";
const shallowHint = `this is a shallow clone; fetch the rest with: ${fetchAll} (in GitHub Actions \`fetch-depth: 0\`, in GitLab CI \`GIT_DEPTH: 0\`)`;

/**
 * Finds the base: the file or git ref that was requested; without one the merge base with the default branch, and on that
 * branch itself the last release. Throws an InputError of one line when there is none.
 */
export function resolveBase(git: Git, asked: string | undefined): Base {
  if (asked !== undefined && isFile(asked)) {
    return { ...readEdition(readText(asked), asked), reason: 'a file' };
  }
  if (!git.isRepository()) {
    const what = asked === undefined ? 'this is no git repository' : `--base ${asked}: there is no such file`;
    throw new InputError(`${what}, so name a file to compare with: --base FILE`);
  }
  const { ref, reason } = asked === undefined ? defaultBase(git) : { ref: asked, reason: 'as requested' };
  const commit = git.commit(ref);
  if (!commit) throw new InputError(withHint(git, `--base ${ref}: is neither a file nor a git ref that is known here`));
  const short = git.short(commit);
  const name = ref === short ? ref : `${ref} (${short})`;
  const text = git.show(commit, contractPath);
  if (text === undefined) throw new InputError(`--base: there is no ${contractPath} at ${name}`);
  return { ...readEdition(text, contractPath, `${contractPath} at ${name}`), name, commit, reason };
}

function defaultBase(git: Git): { ref: string; reason: string } {
  if (!git.commit('HEAD')) throw new InputError('there is no commit yet to compare with; name a file: --base FILE');
  const branch = git.defaultBranch();
  if (!branch) {
    throw new InputError(
      withHint(git, 'no default branch (origin/HEAD, main or master) is known; name a base: --base REF'),
    );
  }
  const base = git.mergeBase('HEAD', branch);
  if (!base)
    throw new InputError(withHint(git, `HEAD and ${branch} have no commit in common; name a base: --base REF`));
  const own = git.branch() ?? branch;
  const isDefault = own === branch || `origin/${own}` === branch;
  if (!isDefault || base !== git.commit('HEAD')) return { ref: git.short(base), reason: `where this leaves ${branch}` };
  const release = git.lastRelease();
  if (release) return { ref: release, reason: 'the last release' };
  if (git.isShallow()) throw new InputError(withHint(git, 'the last release is not known here'));
  return { ref: 'HEAD', reason: 'the last commit, as there is no release tag yet' };
}

function withHint(git: Git, message: string): string {
  return git.isShallow() ? `${message}: ${shallowHint}` : message;
}

function isFile(name: string): boolean {
  // A pipe is one too, such as that of a shell's <(command).
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() === false;
}
