import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LineCounter, parseDocument } from 'yaml';
import type { OperationId } from './types.ts';

type Json = Record<string, unknown>;

/** One parameter of an operation. `pointer` leads to its schema within the document. */
export interface ParameterSpec {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Json;
  pointer: string;
}

/** One operation of the document, references resolved. Pointers lead to schemas within the document. */
export interface OperationSpec {
  id: OperationId;
  method: string;
  path: string;
  tag: string;
  summary: string;
  rules: readonly string[];
  aliasOf?: OperationId;
  supporting: boolean;
  parameters: readonly ParameterSpec[];
  body?: { required: boolean; pointer: string };
  /** Body schema pointer by status; the key `default` stands for every other status. */
  responses: ReadonlyMap<string, string>;
}

/** The contract as a document: its JSON form, its operations, and what tells one edition from another. */
export interface ContractDocument {
  json: Json;
  version: string;
  sha256: string;
  operations: readonly OperationSpec[];
}

/** A file of the contract that can't be used; the message says file, place and reason in one line. */
export class ContractError extends Error {
  override name = 'ContractError';
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Where the contract lies. */
export const contractFile = fileURLToPath(new URL('./openapi.yaml', import.meta.url));

/** Parses YAML text. Throws a ContractError with file, line and column when it is no YAML. */
export function parseYaml(text: string, file: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const error = document.errors[0];
  if (error) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw new ContractError(`${file}:${line}:${col}: ${error.message}`);
  }
  return document.toJS();
}

/** Reads a text file. Throws a ContractError when it can't be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ContractError(`${file}: can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Loads an OpenAPI document. Throws a ContractError that names file, place and reason. */
export function loadDocument(file: string = contractFile): ContractDocument {
  const text = readText(file);
  const json = parseYaml(text, file) as Json;
  if (typeof json?.openapi !== 'string' || !json.openapi.startsWith('3.1') || !json.paths) {
    throw new ContractError(`${file}: is no OpenAPI 3.1 document`);
  }
  const resolver = new Resolver(json, file);
  const operations = Object.entries(json.paths as Json).flatMap(([path, item]) =>
    methods.filter((method) => method in (item as Json)).map((method) => describeOperation(resolver, path, method)),
  );
  checkIds(operations, file);
  const { version } = (json.info ?? {}) as { version?: unknown };
  if (typeof version !== 'string') throw new ContractError(`${file}: /info/version is missing`);
  return { json, version, sha256: createHash('sha256').update(text).digest('hex'), operations };
}

/** Operations are found by their ids, so each has one of its own, and an alias names another operation. */
function checkIds(operations: readonly OperationSpec[], file: string): void {
  const ids = new Set<string>();
  for (const { id, method, path } of operations) {
    const place = `${file}: ${method.toUpperCase()} ${path}`;
    if (typeof id !== 'string') throw new ContractError(`${place} has no operationId`);
    if (ids.size === ids.add(id).size)
      throw new ContractError(`${place} has the operationId ${id} of another operation`);
  }
  const stray = operations.find(({ aliasOf }) => aliasOf !== undefined && !ids.has(aliasOf));
  if (stray) throw new ContractError(`${file}: ${stray.id} is an alias of ${stray.aliasOf}, which there is not`);
}

/** Escapes one step of a JSON pointer (RFC 6901). */
export function pointerStep(step: string | number): string {
  return String(step).replaceAll('~', '~0').replaceAll('/', '~1');
}

class Resolver {
  constructor(
    private readonly json: Json,
    private readonly file: string,
  ) {}

  /** Follows references from a pointer until a node is none; gives the node and where it really stands. */
  at(pointer: string): { node: Json; pointer: string } {
    const steps = pointer.split('/').slice(1);
    let node: unknown = this.json;
    for (const step of steps) node = (node as Json)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')];
    if (typeof node !== 'object' || node === null)
      throw new ContractError(`${this.file}: nothing stands at #${pointer}`);
    const reference = (node as Json).$ref;
    return typeof reference === 'string' ? this.at(reference.slice(1)) : { node: node as Json, pointer };
  }
}

function describeOperation(resolver: Resolver, path: string, method: string): OperationSpec {
  const at = `/paths/${pointerStep(path)}/${method}`;
  const { node } = resolver.at(at);
  const parameters = ((node.parameters as unknown[]) ?? []).map((_, index) => {
    const parameter = resolver.at(`${at}/parameters/${index}`);
    return {
      name: parameter.node.name as string,
      in: parameter.node.in as ParameterSpec['in'],
      required: parameter.node.required === true,
      schema: resolver.at(`${parameter.pointer}/schema`).node,
      pointer: `${parameter.pointer}/schema`,
    };
  });
  const responses = new Map<string, string>();
  for (const status of Object.keys((node.responses ?? {}) as Json)) {
    const response = resolver.at(`${at}/responses/${status}`);
    responses.set(status, `${response.pointer}/content/application~1json/schema`);
  }
  const operation: OperationSpec = {
    id: node.operationId as OperationId,
    method,
    path,
    tag: (node.tags as string[] | undefined)?.[0] ?? '',
    summary: node.summary as string,
    rules: (node['x-rules'] as string[]) ?? [],
    supporting: node['x-supporting'] === true,
    parameters,
    responses,
  };
  if (node['x-alias-of']) operation.aliasOf = node['x-alias-of'] as OperationId;
  if (node.requestBody) {
    const body = resolver.at(`${at}/requestBody`);
    operation.body = {
      required: body.node.required === true,
      pointer: `${body.pointer}/content/application~1json/schema`,
    };
  }
  return operation;
}
