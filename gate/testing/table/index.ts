import { toProjectPath } from '../../../spec/package.ts';
import { parseYaml, readText } from '../../../spec/yaml.ts';
import type { Json, Level } from '../../diff/index.ts';
import { type Edits, edit, type TableChange } from './change.ts';

const pathOf = (name: string) => toProjectPath(`gate/testing/table/${name}`);

/** The contract of version 2.0.0, so that a change of today's contract changes no expectation. */
export const base = read(pathOf('contract.yaml')) as Json;

/** Single changes of the contract, by topic. */
export const areas: Readonly<Record<string, readonly TableChange[]>> = readAreas();

function readAreas(): Record<string, TableChange[]> {
  const written = read(pathOf('contract.changes.yaml')) as Record<string, Record<string, Record<Level, Edits>>>;
  const entries = Object.entries(written).map(([area, changes]) => {
    const list = Object.entries(changes).map(([name, weighed]): TableChange => {
      const [[expected, edits]] = Object.entries(weighed) as [[Level, Edits]];
      return { name, expected, revision: () => edit(base, edits) };
    });
    return [area, list] as const;
  });
  return Object.fromEntries(entries);
}

function read(file: string): unknown {
  return parseYaml(readText(file), file);
}
