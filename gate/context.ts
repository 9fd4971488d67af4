import { existsSync } from 'node:fs';
import { readText } from '../spec/document.ts';
import { projectPath } from '../spec/package.ts';
import { acceptedPath, readAcknowledgements } from './accepted.ts';
import { contractPath, Git, readEdition, resolveBase } from './base.ts';
import { type JudgedChanges, judgeChanges } from './changes.ts';

/** Base, revision, acknowledgements and changes, which the steps judge. */
export type Context = ReturnType<typeof createContext>;

interface Request {
  base?: string | undefined;
  revision?: string | undefined;
  quick: boolean;
  output: string;
}

/** Finds and reads the input of the steps. Throws an error of one line when a part of it can't be used. */
export function createContext({ base: requested, revision: file, quick, output }: Request) {
  const git = new Git(projectPath('.'));
  const path = file ?? projectPath(contractPath);
  const isWorkingTree = file === undefined;
  const revision = { ...readEdition(readText(path), file ?? contractPath), path, isWorkingTree };
  const base = resolveBase(git, requested);
  const { commit } = base;
  /** The files of the project at the base; undefined when the base is a file. */
  const atBase = commit
    ? { read: (path: string) => git.show(commit, path), list: (directory: string) => git.files(commit, directory) }
    : undefined;
  // Entries acknowledge changes of this project's contract, not of two files.
  const entries = projectPath(acceptedPath);
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
    /** True if `spec/` and `fixtures/` are as they are at the base; a file as the base has no such folders. */
    isUnchanged: () => commit !== undefined && isWorkingTree && !git.differs(commit, ['spec', 'fixtures']),
    /** The changes and their acknowledgements, compared once. */
    changes() {
      changes ??= judgeChanges(base, revision, accepted);
      return changes;
    },
  };
}
