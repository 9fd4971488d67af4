import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { grouped } from '../../spec/grouped.ts';

/** What a file starts as a process or a thread, or finds by its name instead of importing it. */
export const started: Record<string, RegExp> = {
  'conformance/cases.ts': /^conformance\/rules\/.+\.spec\.ts$/,
  'conformance/run-suite.ts': /^conformance\/(rules\/.+\.spec|suite\/run\/global-setup|report\/reporter)\.ts$/,
  'conformance/suite/target/start-mock.ts': /^mock\/main\.ts$/,
  'gate/changes.ts': /^gate\/comparison-worker\.ts$/,
  'gate/steps/conformance.ts': /^conformance\/cli\.ts$/,
  'gate/testing/project.ts': /^gate\/cli\.ts$/,
  'mock/email/large-mail.ts': /^mock\/email\/large-mail-worker\.ts$/,
  'tests/conformance/support/suite.ts': /^conformance\/cli\.ts$/,
  'tests/faults/cli.ts': /^tests\/faults\/shard\.ts$/,
  'tests/mock/support/process.ts': /^mock\/(main|proxy-main)\.ts$/,
};

/** Which tests can notice a change of a file. */
export interface Reach {
  /** The test files that use a file, those nearest to it first: of the same folder, then by how far they are away. */
  testsOf(file: string): string[];
}

/** @param files the project's TypeScript files, relative to `root` */
export function reachIn(root: string, files: readonly string[]): Reach {
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const imports = new Map([...texts].map(([file, text]) => [file, importsOf(file, text, files)]));
  const importers = grouped(files, (file) => imports.get(file) ?? []);
  return {
    testsOf: (file) =>
      fromTheSameFolderFirst(
        file,
        closure(file, importers).filter((one) => one.endsWith('.test.ts')),
      ),
  };
}

/** Tests of a folder are about what is in it, however far away they meet that. */
function fromTheSameFolderFirst(file: string, tests: readonly string[]): string[] {
  const isNear = (test: string) => dirname(test) === dirname(file);
  return [...tests.filter(isNear), ...tests.filter((test) => !isNear(test))];
}

/** All that can be reached, in the order of the distance. */
function closure(start: string, edges: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set([start]);
  for (const file of found) for (const next of edges.get(file) ?? []) found.add(next);
  return [...found];
}

/** The files that a file imports to use them, and not for their types alone. */
function importsOf(file: string, text: string, files: readonly string[]): string[] {
  const statements = text.matchAll(/^(?:import|export) (?!type\b)[^;]*?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm);
  const imported = [...statements].map(([, one, other]) => normalize(join(dirname(file), one ?? other ?? '')));
  const found = started[file];
  return [...imported.filter((one) => files.includes(one)), ...(found ? files.filter((one) => found.test(one)) : [])];
}
