import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseYaml } from '../spec/document.ts';
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
export function readEdition(text: string, file: string, name = file, read = readBeside): Edition {
  const parsed: Read = (path) => {
    const found = read(path);
    return found === undefined ? undefined : parseYaml(found, path);
  };
  const { json } = openDocument(withFiles(parseYaml(text, name), file, parsed), name);
  const version = (json.info as Json | undefined)?.version;
  return { name, file, text, json, version: version === undefined ? '' : String(version) };
}

function readBeside(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Reads a file that the user named. Throws an InputError when it can't be read. */
export function readInput(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reasons: Record<string, string> = { ENOENT: 'there is no such file', EISDIR: 'is a directory' };
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw new InputError(`${file}: ${reasons[code] ?? `can't be read (${code})`}`);
  }
}
