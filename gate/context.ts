import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../spec/document.ts';
import { readAccepted } from './accepted/read.ts';
import { Git } from './base/git.ts';
import { type Base, resolveBase } from './base/resolve.ts';
import { type JudgedChanges, judgeChanges } from './changes.ts';
import { acceptedPath, contractPath, readEdition, root } from './contract.ts';
import type { Context, Revision, Tree } from './step.ts';

/** What the user asked to have compared, and how thoroughly. */
interface Request {
  base?: string;
  revision?: string;
  quick: boolean;
  output: string;
}

/** Finds and reads what the steps look at. Throws an error with a line for the user when something of it can't be used. */
export function createContext({ base: asked, revision: file, quick, output }: Request, git = new Git(root)): Context {
  const revision = readRevision(file);
  const base = resolveBase(git, asked);
  const atBase = treeOf(git, base);
  const applies = base.commit !== undefined || revision.isWorkingTree;
  const accepted = {
    today: applies ? textOf(acceptedPath) : undefined,
    before: atBase?.read(acceptedPath),
    knowsBefore: base.commit !== undefined,
  };
  if (accepted.today !== undefined) readAccepted(accepted.today, acceptedPath);
  let changes: JudgedChanges | undefined;
  return {
    base,
    revision,
    atBase,
    accepted,
    unchanged: base.commit && revision.isWorkingTree ? !git.differs(base.commit, ['spec', 'fixtures']) : undefined,
    quick,
    output,
    changes() {
      changes ??= judgeChanges(base, revision, accepted);
      return changes;
    },
  };
}

function readRevision(asked: string | undefined): Revision {
  const path = asked ?? join(root, contractPath);
  return { ...readEdition(readText(path), asked ?? contractPath), path, isWorkingTree: asked === undefined };
}

function treeOf(git: Git, { commit }: Base): Tree | undefined {
  if (!commit) return undefined;
  return {
    read: (path) => git.show(commit, path),
    list: (directory) => git.files(commit, directory),
  };
}

function textOf(path: string): string | undefined {
  const file = join(root, path);
  return existsSync(file) ? readText(file) : undefined;
}
