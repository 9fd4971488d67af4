import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LARGEST_FILE, readFile } from '../spec/document.ts';
import { parseYaml } from '../spec/yaml.ts';
import { InputError, type Json, openDocument, type Read, withFiles } from './diff/index.ts';

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

/**
 * Reads an edition. Throws an error with a line that says what is wrong with it when it is no YAML, no OpenAPI 3 document, or
 * a reference in it leads nowhere.
 */
export function readEdition(text: string, file: string, name = file, read = readNeighbour): Edition {
  let room = LARGEST_FILE - text.length;
  const parsed: Read = (path) => {
    const found = read(path);
    if (found === undefined) return undefined;
    room -= found.length;
    if (room < 0) throw new InputError(`with ${path}, the document has more than ${LARGEST_FILE} characters`);
    return parseYaml(found, path);
  };
  const { json } = openDocument(withFiles(parseYaml(text, name), file, parsed), name);
  const version = (json.info as Json | undefined)?.version;
  return { name, file, text, json, version: version === undefined ? '' : String(version) };
}

function readNeighbour(path: string): string | undefined {
  return existsSync(path) ? readFile(path) : undefined;
}
