import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../spec/document.ts';
import { type Acknowledgements, readAcknowledgements } from './accepted.ts';
import { type Base, Git, resolveBase } from './base.ts';
import { type JudgedChanges, judgeChanges } from './changes.ts';
import { acceptedPath, contractPath, type Edition, readEdition, root } from './contract.ts';

export interface Context {
  base: Base;
  revision: Revision;
  /** The changes and their acknowledgements, compared once. */
  changes(): Promise<JudgedChanges>;
  /** The files of the project at the base; undefined when the base is a file. */
  atBase: Tree | undefined;
  accepted: Acknowledgements;
  /** True if `spec/` and `fixtures/` are as they are at the base; undefined when the base is a file. */
  unchanged: boolean | undefined;
  quick: boolean;
  output: string;
}

interface Tree {
  read(path: string): string | undefined;
  list(directory: string): string[];
}

interface Revision extends Edition {
  path: string;
  /** True if it is the contract of the working tree, not a named file. */
  isWorkingTree: boolean;
}

interface Request {
  base?: string | undefined;
  revision?: string | undefined;
  quick: boolean;
  output: string;
}

/** Finds and reads what the steps look at. Throws an error of one line when a part of it can't be used. */
export function createContext({ base: requested, revision: file, quick, output }: Request): Context {
  const git = new Git(root);
  const path = file ?? join(root, contractPath);
  const isWorkingTree = file === undefined;
  const revision = { ...readEdition(readText(path), file ?? contractPath), path, isWorkingTree };
  const base = resolveBase(git, requested);
  const { commit } = base;
  const atBase = commit
    ? { read: (path: string) => git.show(commit, path), list: (directory: string) => git.files(commit, directory) }
    : undefined;
  // Entries acknowledge changes of this project's contract, not of two files.
  const entries = join(root, acceptedPath);
  const today = (commit || isWorkingTree) && existsSync(entries) ? readText(entries) : undefined;
  const accepted = readAcknowledgements(today, atBase?.read(acceptedPath), commit !== undefined);
  let changes: Promise<JudgedChanges> | undefined;
  return {
    base,
    revision,
    atBase,
    accepted,
    get unchanged() {
      return commit && isWorkingTree ? !git.differs(commit, ['spec', 'fixtures']) : undefined;
    },
    quick,
    output,
    changes() {
      changes ??= judgeChanges(base, revision, accepted);
      return changes;
    },
  };
}
