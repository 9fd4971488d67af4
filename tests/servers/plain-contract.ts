import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

type Json = Record<string, unknown>;

/** An answer to a request, as it went over the wire; the path is relative to the version prefix. */
export interface PlainAnswer {
  method: string;
  path: string;
  status: number;
  contentType: string;
  body: string;
}

/**
 * Judges answers by the contract's YAML with plain Ajv and no code of `spec/`, so that a mistake there is found although the mock
 * shares it.
 *
 * @returns a function that lists the violations of an answer: none when it fits the contract, undefined for an unknown operation
 */
export function plainContract(file: URL): (answer: PlainAnswer) => string[] | undefined {
  const document = parse(readFileSync(file, 'utf8')) as Json;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'contract');
  const paths = Object.keys(document.paths as Json).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }));

  return ({ method, path, status, contentType, body }) => {
    const [plainPath = ''] = path.split('?');
    const found = paths.find(({ pattern }) => pattern.test(plainPath));
    const responses = found && ['paths', found.path, method.toLowerCase(), 'responses'];
    const declared = responses && (resolve(document, responses) as Json | undefined);
    if (!declared) return undefined;
    const key = String(status) in declared ? String(status) : 'default';
    const at = locate(document, [...responses, key]);
    if (!contentType.startsWith('application/json')) return [`${status} is ${contentType || 'of no type'}`];
    const check = ajv.getSchema(`contract#${pointer([...at, 'content', 'application/json', 'schema'])}`);
    if (!check) return [`${status} has no schema`];
    if (check(JSON.parse(body))) return [];
    return (check.errors ?? []).map(
      ({ instancePath, message }) => `${status}: ${instancePath || 'the body'} ${message}`,
    );
  };
}

/** The path of a node after following its reference. */
function locate(document: Json, at: string[]): string[] {
  const { $ref } = (resolve(document, at) ?? {}) as { $ref?: string };
  return $ref === undefined ? at : $ref.slice(2).split('/');
}

function resolve(document: Json, at: readonly string[]): unknown {
  return at.reduce((node: unknown, step) => (node as Json | undefined)?.[step], document);
}

function pointer(at: readonly string[]): string {
  return at.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
}
