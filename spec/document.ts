// spec/: contract, register of rules and the code that all products share.
import { createHash } from 'node:crypto';
import { escapeStep, type Json, parsePointer } from './json.ts';
import { toProjectPath } from './package.ts';
import type { OperationId } from './types.ts';
import { ContractError, parseYaml, readFile } from './yaml.ts';

/** One parameter of an operation. `pointer` leads to its schema within the document. */
export interface ParameterSpec {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Json;
  pointer: string;
  /** The contract's name for it, if a deployment renames it. */
  contractName?: string;
}

/** One operation of the document, references resolved. Pointers lead to schemas within the document. */
export interface OperationSpec {
  id: OperationId;
  method: string;
  path: string;
  aliasOf?: OperationId;
  /** True for operations that the source document does not have. */
  isSupporting: boolean;
  parameters: readonly ParameterSpec[];
  body?: { required: boolean; pointer: string };
  /** Pointer to the body's schema by status; the key `default` covers undeclared statuses. */
  responses: ReadonlyMap<string, string>;
}

/** An edition of the contract: its JSON, its operations, and its version and hash. */
export interface ContractDocument {
  file: string;
  json: Json;
  version: string;
  sha256: string;
  operations: readonly OperationSpec[];
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export const contractFile = toProjectPath('spec/openapi.yaml');

export const adminFile = toProjectPath('spec/admin.openapi.yaml');

/** Loads an OpenAPI document from a regular file. Throws a ContractError with file, place and reason. */
export function loadDocument(file: string = contractFile): ContractDocument {
  const text = readFile(file);
  return createDocument(parseYaml(text, file), file, text);
}

/** Reads the operations of a parsed document. Throws a ContractError with file, place and reason. */
export function createDocument(content: unknown, file: string, text: string): ContractDocument {
  const json = content as Json;
  if (typeof json?.openapi !== 'string' || !json.openapi.startsWith('3.1') || !json.paths) {
    throw new ContractError(`${file}: is not an OpenAPI 3.1 document`);
  }
  const resolver = new Resolver(json, file);
  resolver.checkReferences();
  const operations = Object.keys(json.paths as Json).flatMap((path) => {
    const { node: item } = resolver.resolve(`/paths/${escapeStep(path)}`);
    return methods.filter((method) => method in item).map((method) => describeOperation(resolver, path, method));
  });
  if (operations.length === 0) throw new ContractError(`${file}: /paths has no operation`);
  checkIds(operations, file);
  const { version } = (json.info ?? {}) as { version?: unknown };
  if (typeof version !== 'string') throw new ContractError(`${file}: /info/version is missing`);
  return { file, json, version, sha256: createHash('sha256').update(text).digest('hex'), operations };
}

/** Throws a ContractError for missing or repeated operation ids and for aliases of unknown operations. */
function checkIds(operations: readonly OperationSpec[], file: string): void {
  const ids = new Set<string>();
  for (const { id, method, path } of operations) {
    const place = `${file}: ${method.toUpperCase()} ${path}`;
    if (typeof id !== 'string') throw new ContractError(`${place} has no operationId`);
    if (ids.size === ids.add(id).size)
      throw new ContractError(`${place} has the operationId ${id} of another operation`);
  }
  const stray = operations.find(({ aliasOf }) => aliasOf !== undefined && !ids.has(aliasOf));
  if (stray) throw new ContractError(`${file}: ${stray.id} is an alias of ${stray.aliasOf}, which does not exist`);
}

class Resolver {
  constructor(
    private readonly json: Json,
    private readonly file: string,
  ) {}

  createError(message: string): ContractError {
    return new ContractError(`${this.file}: ${message}`);
  }

  /** Throws a ContractError for a reference without a target. */
  checkReferences(node: unknown = this.json, at = ''): void {
    if (typeof node !== 'object' || node === null) return;
    const { $ref } = node as Json;
    if (typeof $ref === 'string' && !/^#(\/([^/~]|~[01])*)+$/.test($ref))
      throw this.createError(`#${at}: ${$ref} leads out of the document`);
    if (typeof $ref === 'string') this.resolve(at);
    for (const [key, child] of Object.entries(node)) this.checkReferences(child, `${at}/${escapeStep(key)}`);
  }

  /** Throws a ContractError if the node at a pointer is of another kind. */
  checkKind(pointer: string, kind: 'list' | 'map'): void {
    const { node } = this.resolve(pointer);
    if (Array.isArray(node) !== (kind === 'list')) throw this.createError(`#${pointer} isn't a ${kind}`);
  }

  /** Resolves a pointer through references to a node and the pointer of its definition. */
  resolve(pointer: string, followed: readonly string[] = []): { node: Json; pointer: string } {
    let node: unknown = this.json;
    for (const step of parsePointer(pointer)) node = (node as Json)?.[step];
    if (typeof node !== 'object' || node === null) throw this.createError(`#${pointer} does not exist`);
    const reference = (node as Json).$ref;
    if (typeof reference !== 'string') return { node: node as Json, pointer };
    if (followed.includes(reference)) throw this.createError(`#${pointer} refers to itself`);
    return this.resolve(reference.slice(1), [...followed, reference]);
  }
}

function describeOperation(resolver: Resolver, path: string, method: string): OperationSpec {
  const at = `/paths/${escapeStep(path)}/${method}`;
  const { node } = resolver.resolve(at);
  if (node.parameters !== undefined) resolver.checkKind(`${at}/parameters`, 'list');
  resolver.checkKind(`${at}/responses`, 'map');
  const parameters = ((node.parameters as unknown[]) ?? []).map((_, index) => {
    const parameter = resolver.resolve(`${at}/parameters/${index}`);
    return {
      name: parameter.node.name as string,
      in: parameter.node.in as ParameterSpec['in'],
      required: parameter.node.required === true,
      schema: resolver.resolve(`${parameter.pointer}/schema`).node,
      pointer: `${parameter.pointer}/schema`,
      ...(parameter.node['x-contract-name'] !== undefined && {
        contractName: parameter.node['x-contract-name'] as string,
      }),
    };
  });
  const responses = new Map<string, string>();
  for (const status of Object.keys(node.responses as Json)) {
    const response = resolver.resolve(`${at}/responses/${status}`);
    responses.set(status, `${response.pointer}/content/application~1json/schema`);
  }
  const pathNames = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const stray = [...declared, ...pathNames].filter((name) => declared.includes(name) !== pathNames.includes(name));
  if (stray.length > 0)
    throw resolver.createError(`#${at}: the path and the parameters disagree about ${stray.join(', ')}`);
  const body = node.requestBody === undefined ? undefined : resolver.resolve(`${at}/requestBody`);
  return {
    id: node.operationId as OperationId,
    method,
    path,
    ...(node['x-alias-of'] !== undefined && { aliasOf: node['x-alias-of'] as OperationId }),
    isSupporting: node['x-supporting'] === true,
    parameters,
    ...(body && {
      body: {
        required: body.node.required === true,
        pointer: `${body.pointer}/content/application~1json/schema`,
      },
    }),
    responses,
  };
}

interface Match {
  operation: OperationSpec;
  params: Record<string, string>;
}

/** Returns a function that finds the operation of a method and a path below the base address; a query is ignored. */
export function createMatcher({ operations }: ContractDocument): (method: string, path: string) => Match | undefined {
  const routes = operations.map((operation) => ({
    operation,
    names: [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
    pattern: new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`),
  }));
  return (method, path) => {
    const bare = path.split('?', 1)[0] ?? '';
    for (const { operation, names, pattern } of routes) {
      const found = operation.method === method.toLowerCase() ? pattern.exec(bare) : null;
      if (found) return { operation, params: Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? ''])) };
    }
    return undefined;
  };
}
