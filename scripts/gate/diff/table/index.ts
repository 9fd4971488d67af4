import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseYaml } from '../../../../spec/document.ts';
import type { Json } from '../source.ts';
import { bodies } from './bodies.ts';
import type { TableChange } from './change.ts';
import { operations } from './operations.ts';
import { parameters } from './parameters.ts';
import { responses } from './responses.ts';
import { security } from './security.ts';
import { shop } from './shop.ts';
import { spelling } from './spelling.ts';

export type Table = Record<string, readonly TableChange[]>;

/** Changes of the contract, and of a document of another kind, one each, by what they are about. */
export const tables = {
  contract: { operations, security, parameters, bodies, responses, spelling },
  shop: { everything: shop },
} satisfies Record<string, Table>;

/** The document of another kind. */
export function readShop(): Json {
  const file = fileURLToPath(new URL('./shop.yaml', import.meta.url));
  return parseYaml(readFileSync(file, 'utf8'), file) as Json;
}
