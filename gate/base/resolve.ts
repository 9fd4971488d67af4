import { statSync } from 'node:fs';
import { readText } from '../../spec/document.ts';
import { contractPath, type Edition, readEdition } from '../contract.ts';
import { InputError } from '../diff/index.ts';
import type { Git } from './git.ts';

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
