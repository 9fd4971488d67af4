import { fileURLToPath } from 'node:url';
import { loadDocument, readText } from '../../spec/document.ts';
import { parseYaml } from '../../spec/yaml.ts';
import type { Json, Level } from '../diff/index.ts';
import { type Edits, edited, type TableChange } from './change.ts';

/** A document, and changes of it, one each, by what they are about. */
interface Table {
  base: Json;
  areas: Record<string, readonly TableChange[]>;
}

/** Changes of the contract, and of documents of other kinds. */
export const tables = {
  contract: tableOf('contract', loadDocument().json),
  shop: tableOf('shop'),
  pets: tableOf('pets'),
  hooks: tableOf('hooks'),
  mirror: tableOf('mirror'),
} satisfies Record<string, Table>;

function tableOf(name: string, base = read(`${name}.yaml`) as Json): Table {
  const written = read(`${name}.changes.yaml`) as Record<string, Record<string, Record<Level, Edits>>>;
  const areas = Object.entries(written).map(([area, changes]) => {
    const list = Object.entries(changes).map(([change, weighed]): TableChange => {
      const [[expected, edits]] = Object.entries(weighed) as [[Level, Edits]];
      return { name: change, expected, revision: () => edited(base, edits) };
    });
    return [area, list];
  });
  return { base, areas: Object.fromEntries(areas) };
}

function read(name: string): unknown {
  const file = fileURLToPath(new URL(name, import.meta.url));
  return parseYaml(readText(file), file);
}
