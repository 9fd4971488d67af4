import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { ControlBody } from '../../spec/control.ts';
import { findSuccessStatus } from '../../spec/deployment/members.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { findNode } from '../../spec/json.ts';
import { extension, home, startWorker } from '../../spec/package.ts';
import type { OperationId } from '../../spec/types.ts';
import { LONGEST_PREFER } from '../limits.ts';
import type { AnswerCheck, AnyAnswer } from './answer.ts';

export interface Preference {
  code?: number;
  exampleKey?: string;
  dynamic: boolean;
}

export class UnmetPreference extends Error {
  override name = 'UnmetPreference';
}

/** Reads the preferences that Prism knows. Throws an UnmetPreference for values that no answer can meet. */
export function parsePreference(prefer: string): Preference | undefined {
  if (prefer.length > LONGEST_PREFER)
    throw new UnmetPreference(`The Prefer header has more than ${LONGEST_PREFER} characters.`);
  const { code, example, dynamic } = parsePrefer(prefer);
  if (code === undefined && example === undefined && dynamic === undefined) return undefined;
  const isMeant = /^([2-5]\d\d)?$/.test(`${code ?? ''}`) && ['true', 'false', undefined].includes(dynamic as string);
  if (!isMeant || example === true)
    throw new UnmetPreference('In Prefer, code is a status of 200 to 599, example a name, and dynamic true or false.');
  return {
    dynamic: dynamic === 'true',
    ...(code !== undefined && { code: Number(code) }),
    ...(example !== undefined && { exampleKey: example }),
  };
}

/** Reads the first preference of each name (RFC 7240, 2), without parameters; a missing value is true. */
function parsePrefer(header: string): Record<string, string | true | undefined> {
  const preferences: Record<string, string | true> = {};
  for (const [preference] of header.matchAll(/(?:"[^"]*"|[^,"])+/g)) {
    const [, name = '', value = ''] = /^([^=;]*)(?:=\s*("[^"]*"|[^;]*))?/.exec(preference) ?? [];
    preferences[name.trim().toLowerCase()] ??= value.trim().replace(/^"(.*)"$/, '$1') || true;
  }
  return preferences;
}

export interface PrismRequest {
  document?: object;
  method: OperationSpec['method'];
  path: string;
  preference: Preference;
}

export type PrismReply = { status: number; body: unknown } | { failure: string };

/** Attempts before an example replaces generated answers: Prism ignores some keywords of OpenAPI 3.1. */
const ATTEMPTS = 10;

/** Finds an example or generates an answer; a preferred status is the deployment's. Rejects with an UnmetPreference. */
export async function findDocumentedAnswer(
  document: ContractDocument,
  operation: OperationSpec,
  check: AnswerCheck,
  wanted: Preference = { dynamic: false },
  deployed = document,
): Promise<AnyAnswer> {
  const preference = wanted.code || wanted.exampleKey ? translate(wanted, operation, document, deployed) : wanted;
  for (let attempt = 0; preference.dynamic && attempt < ATTEMPTS; attempt++) {
    const generated = await findAnswer(document, operation, preference).catch(() => undefined);
    if (generated && !check.findBreach(operation, generated)) return generated;
  }
  return findAnswer(document, operation, { ...preference, dynamic: false });
}

function translate(
  { code, ...others }: Preference,
  { id }: OperationSpec,
  document: ContractDocument,
  deployed: ContractDocument,
): Preference {
  const operation = deployed.operations.find((candidate) => candidate.id === id) as OperationSpec;
  const { exampleKey: example } = others;
  const status = code ?? Number(findSuccessStatus(operation));
  const answer = { status, ...(example !== undefined && { example }) };
  const reach = findReach({ operation: id, answer }, document, deployed);
  if ('detail' in reach) throw new UnmetPreference(reach.detail);
  return { ...others, code: findOriginal(operation, status, document)[1] };
}

export type Reach = { operations: readonly OperationId[] } | { pointer: string; detail: string };

/** Finds the operations that an effect applies to in a deployment; else returns place and reason of the flaw. */
export function findReach(
  { answer, rows, operation }: Pick<ControlBody<'switchScenarioOn'>, 'answer' | 'rows' | 'operation'>,
  document: ContractDocument,
  { operations } = document,
): Reach {
  const candidates = operations.filter(({ id }) => operation === undefined || id === operation);
  const toReach = (able: readonly OperationSpec[], pointer: string, flaw: string): Reach =>
    able.length > 0
      ? { operations: able.map(({ id }) => id) }
      : { pointer, detail: `${operation ?? 'The contract'} ${flaw}.` };
  if (candidates.length === 0) {
    const ids = operations.map(({ id }) => id).join(', ');
    return { pointer: '/operation', detail: `The contract has no operation ${operation}; it has ${ids}.` };
  }
  if (rows !== undefined) {
    const isList = ({ parameters }: OperationSpec) => parameters.some(({ name }) => name === 'page[number]');
    const lists = operations.filter(isList).map(({ id }) => id);
    return toReach(candidates.filter(isList), '/operation', `isn't a list; these are: ${lists.join(', ')}`);
  }
  if (!answer) return toReach(candidates, '', '');
  const { status, example } = answer;
  const declaring = candidates.filter((candidate) => findSchema(candidate, status) !== undefined);
  if (example === undefined || declaring.length === 0)
    return toReach(declaring, '/answer/status', `has no answer ${status}; ${describeStatuses(candidates)}`);
  const listExamples = (candidate: OperationSpec) => {
    const [own, code] = findOriginal(candidate, status, document);
    return Object.keys(findNode(document.json, findSchema(own, code)?.replace(/schema$/, 'examples') ?? '') ?? {});
  };
  const able = declaring.filter((candidate) => listExamples(candidate).includes(example));
  const known = [...new Set(declaring.flatMap(listExamples))].join(', ') || 'none';
  return toReach(able, '/answer/example', `has no example ${example} of an answer ${status}; there are: ${known}`);
}

/** Finds the contract's operation and status for a deployment's operation and status. */
function findOriginal(spec: OperationSpec, status: number, { operations }: ContractDocument): [OperationSpec, number] {
  const original = operations.find(({ id }) => id === spec.id) as OperationSpec;
  return [original, String(status) === findSuccessStatus(spec) ? Number(findSuccessStatus(original)) : status];
}

function findSchema({ responses }: OperationSpec, status: number): string | undefined {
  return responses.get(String(status)) ?? (status >= 400 ? responses.get('default') : undefined);
}

function describeStatuses(operations: readonly OperationSpec[]): string {
  const keys = new Set(operations.flatMap(({ responses }) => [...responses.keys()]));
  const others = keys.delete('default') ? ' and any other error' : '';
  return `it has ${[...keys].sort().join(', ')}${others}`;
}

let worker: Worker | undefined;
/** The document that the worker has. */
let workerDocument: ContractDocument | undefined;
let latest: Promise<unknown> = Promise.resolve();

/** Sends one request after the other to Prism. */
async function findAnswer(
  document: ContractDocument,
  { method, path }: OperationSpec,
  preference: Preference,
): Promise<AnyAnswer> {
  const asked = latest.then(async (): Promise<PrismReply> => {
    worker ??= startPrism();
    const news = workerDocument === document ? {} : { document: simplifySchema(document.json) as object };
    workerDocument = document;
    worker.postMessage({ method, path, preference, ...news } satisfies PrismRequest);
    const [reply] = await once(worker, 'message');
    return reply;
  });
  latest = asked.catch(() => {});
  const reply = await asked;
  if ('failure' in reply) throw new Error(reply.failure);
  return { ...reply, rules: [], headers: createHeaders(reply.status, method) };
}

function createHeaders(status: number, method: string): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Bearer' };
  if (status === 405) return { allow: method.toUpperCase() };
  return status === 429 ? { 'retry-after': '30' } : {};
}

/** Loading Prism takes a second of computing: in a separate thread no other request waits for it. */
function startPrism(): Worker {
  const started = startWorker(new URL(`mock/contract/prism-worker${extension}`, home));
  // An idle worker doesn't prevent the end of the process.
  started.unref();
  started.on('error', () => {
    worker = undefined;
    workerDocument = undefined;
  });
  return started;
}

const times = Array.from({ length: 50 }, (_, week) => {
  const time = new Date(Date.UTC(2030, 0, 1, 8, 30) + week * 604_800_123).toISOString();
  return [time.replace(/\.\d+/, ''), time, time.replace('Z', '456Z')];
}).flat();

/** Copies a schema for Prism's generator (draft-07): references without siblings, an enum for a time with a pattern. */
function simplifySchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplifySchema);
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, format, pattern, ...rest } = node as Record<string, unknown>;
  if (typeof $ref === 'string') return { $ref };
  const isTime = format === 'date-time' && typeof pattern === 'string';
  const fitting = isTime ? times.filter((time) => new RegExp(pattern).test(time)) : [];
  if (fitting.length > 0) return { ...rest, enum: fitting };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, simplifySchema(value)]));
}
