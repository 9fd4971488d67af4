import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadDocument, parseYaml } from '../../spec/document.ts';
import type { Json } from '../diff/index.ts';
import { bodies } from './bodies.ts';
import type { TableChange } from './change.ts';
import { calls, schemas } from './hooks.ts';
import { operations } from './operations.ts';
import { parameters } from './parameters.ts';
import { discriminators, forms, others } from './pets.ts';
import { responses } from './responses.ts';
import { security } from './security.ts';
import { shop } from './shop.ts';
import { spelling } from './spelling.ts';

export type Table = Record<string, readonly TableChange[]>;

/** Changes of the contract, and of documents of other kinds, one each, by what they are about. */
export const tables = {
  contract: { operations, security, parameters, bodies, responses, spelling },
  shop: { everything: shop },
  pets: { discriminators, forms, others },
  hooks: { calls, schemas },
} satisfies Record<string, Table>;

/** The document of each table. */
export const documents: Record<keyof typeof tables, Json> = {
  contract: loadDocument().json,
  shop: read('shop'),
  pets: read('pets'),
  hooks: read('hooks'),
};

function read(name: string): Json {
  const file = fileURLToPath(new URL(`./${name}.yaml`, import.meta.url));
  return parseYaml(readFileSync(file, 'utf8'), file) as Json;
}
