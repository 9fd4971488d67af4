import { type ContractDocument, contractFile, documentOf, readText } from '../spec/document.ts';
import { projectPath } from '../spec/form.ts';
import { parseYaml } from '../spec/yaml.ts';
import { type Json, openDocument } from './diff/index.ts';

export const root = projectPath('.');

export const contractPath = 'spec/openapi.yaml';
export const acceptedPath = 'spec/accepted-changes.yaml';

export interface Edition {
  name: string;
  file: string;
  text: string;
  json: Json;
  version: string;
}

/** Parsed texts: most often both editions have the same text. */
const parsed = new Map<string, unknown>();

function parse(text: string, name: string): unknown {
  if (!parsed.has(text)) parsed.set(text, parseYaml(text, name));
  return parsed.get(text);
}

/** Reads an edition. Throws an error of one line when the text is no YAML or no OpenAPI 3.1 document. */
export function readEdition(text: string, file: string, name = file): Edition {
  const { json } = openDocument(parse(text, name), name);
  const version = (json.info as Json | undefined)?.version;
  return { name, file, text, json, version: version === undefined ? '' : String(version) };
}

let document: ContractDocument | undefined;

/** The contract of the working tree, read once for all steps. */
export function contractDocument(): ContractDocument {
  const text = readText(contractFile);
  document ??= documentOf(parse(text, contractFile), contractFile, text);
  return document;
}
