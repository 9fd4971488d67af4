import { fileURLToPath } from 'node:url';
import { parseYaml } from '../spec/yaml.ts';
import { type Json, openDocument } from './diff/index.ts';

/** The directory that the project lies in. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Where the contract, and the acknowledged changes of it, lie in the project. */
export const contractPath = 'spec/openapi.yaml';
export const acceptedPath = 'spec/accepted-changes.yaml';

/** One edition of an OpenAPI document: how a reader would name it, its file, its text, and what the text says. */
export interface Edition {
  name: string;
  /** The file as places name it. */
  file: string;
  text: string;
  json: Json;
  version: string;
}

/** Reads an edition. Throws an error of one line when the text is no YAML or no OpenAPI 3.1 document. */
export function readEdition(text: string, file: string, name = file): Edition {
  const { json } = openDocument(parseYaml(text, name), name);
  const version = (json.info as Json | undefined)?.version;
  return { name, file, text, json, version: version === undefined ? '' : String(version) };
}
