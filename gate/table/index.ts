import { fileURLToPath } from 'node:url';
import { loadDocument, readText } from '../../spec/document.ts';
import { parseYaml } from '../../spec/yaml.ts';
import type { Json, Level } from '../diff/index.ts';
import { type Edits, edited, type TableChange } from './change.ts';

/** The contract. */
export const base: Json = loadDocument().json;

/** Changes of the contract, one each, by what they are about. */
export const areas: Readonly<Record<string, readonly TableChange[]>> = readAreas();

function readAreas(): Record<string, TableChange[]> {
  const file = fileURLToPath(new URL('contract.changes.yaml', import.meta.url));
  const written = parseYaml(readText(file), file) as Record<string, Record<string, Record<Level, Edits>>>;
  const entries = Object.entries(written).map(([area, changes]) => {
    const list = Object.entries(changes).map(([name, weighed]): TableChange => {
      const [[expected, edits]] = Object.entries(weighed) as [[Level, Edits]];
      return { name, expected, revision: () => edited(base, edits) };
    });
    return [area, list] as const;
  });
  return Object.fromEntries(entries);
}
