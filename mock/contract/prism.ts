import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { extension, home, startWorker } from '../../spec/package.ts';
import { LONGEST_PREFER } from '../limits.ts';
import type { AnyAnswer } from './answer.ts';
import type { AnswerCheck } from './answer-check.ts';

export interface Preference {
  code?: number;
  exampleKey?: string;
  dynamic: boolean;
}

export class UnmetPreference extends Error {
  override name = 'UnmetPreference';
}

/** Reads the preferences that Prism knows. Throws an UnmetPreference for values that no answer can meet. */
export function preferenceOf(prefer: string): Preference | undefined {
  if (prefer.length > LONGEST_PREFER) throw new UnmetPreference();
  const { code, example, dynamic } = preferencesIn(prefer);
  if (code === undefined && example === undefined && dynamic === undefined) return undefined;
  const isMeant = /^([2-5]\d\d)?$/.test(`${code ?? ''}`) && ['true', 'false', undefined].includes(dynamic as string);
  if (!isMeant || example === true) throw new UnmetPreference();
  return {
    dynamic: dynamic === 'true',
    ...(code !== undefined && { code: Number(code) }),
    ...(example !== undefined && { exampleKey: example }),
  };
}

/** The preferences of a header (RFC 7240, 2) by name, the first of each name, without parameters; one without a value is true. */
function preferencesIn(header: string): Record<string, string | true | undefined> {
  const found: Record<string, string | true> = {};
  for (const [preference] of header.matchAll(/(?:"[^"]*"|[^,"])+/g)) {
    const [, name = '', value = ''] = /^([^=;]*)(?:=\s*("[^"]*"|[^;]*))?/.exec(preference) ?? [];
    found[name.trim().toLowerCase()] ??= value.trim().replace(/^"(.*)"$/, '$1') || true;
  }
  return found;
}

export interface PrismRequest {
  document?: object;
  method: OperationSpec['method'];
  path: string;
  preference: Preference;
}

export type PrismReply = { status: number; body: unknown } | { failure: string; isUnmet: boolean };

/** Generated answers that may break the contract before an example replaces them: Prism ignores some keywords of OpenAPI 3.1. */
const ATTEMPTS = 10;

export async function documentedAnswer(
  document: ContractDocument,
  operation: OperationSpec,
  check: AnswerCheck,
  preference: Preference = { dynamic: false },
): Promise<AnyAnswer> {
  const { code } = preference;
  // The document's default response is an error.
  if (code !== undefined && code < 400 && !operation.responses.has(String(code))) throw new UnmetPreference();
  for (let attempt = 0; preference.dynamic && attempt < ATTEMPTS; attempt++) {
    const generated = await findAnswer(document, operation, preference).catch(() => undefined);
    if (generated && !check.breach(operation, generated)) return generated;
  }
  return findAnswer(document, operation, { ...preference, dynamic: false });
}

let worker: Worker | undefined;
/** The document that the worker has. */
let sent: ContractDocument | undefined;
let latest: Promise<unknown> = Promise.resolve();

/** Prism answers one question after the other. */
async function findAnswer(
  document: ContractDocument,
  { method, path }: OperationSpec,
  preference: Preference,
): Promise<AnyAnswer> {
  const asked = latest.then(async (): Promise<PrismReply> => {
    worker ??= startPrism();
    const news = sent === document ? {} : { document: forGenerator(document.json) as object };
    sent = document;
    worker.postMessage({ method, path, preference, ...news } satisfies PrismRequest);
    const [reply] = await once(worker, 'message');
    return reply;
  });
  latest = asked.catch(() => {});
  const reply = await asked;
  if ('failure' in reply) throw reply.isUnmet ? new UnmetPreference() : new Error(reply.failure);
  return { ...reply, rules: [], headers: headersOf(reply.status, method) };
}

function headersOf(status: number, method: string): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Bearer' };
  if (status === 405) return { allow: method.toUpperCase() };
  return status === 429 ? { 'retry-after': '30' } : {};
}

/** Loading Prism takes a second of computing: in a thread of its own no other request waits for it. */
function startPrism(): Worker {
  const started = startWorker(new URL(`mock/contract/prism-worker${extension}`, home));
  // An idle worker doesn't prevent the end of the process.
  started.unref();
  started.on('error', () => {
    worker = undefined;
    sent = undefined;
  });
  return started;
}

const times = Array.from({ length: 50 }, (_, week) => {
  const time = new Date(Date.UTC(2030, 0, 1, 8, 30) + week * 604_800_123).toISOString();
  return [time.replace(/\.\d+/, ''), time, time.replace('Z', '456Z')];
}).flat();

/** A copy for Prism's generator, which knows draft-07: no siblings of a reference, and an enum for a time with a pattern, which it ignores. */
function forGenerator(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(forGenerator);
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, format, pattern, ...rest } = node as Record<string, unknown>;
  if (typeof $ref === 'string') return { $ref };
  const isTime = format === 'date-time' && typeof pattern === 'string';
  const fitting = isTime ? times.filter((time) => new RegExp(pattern).test(time)) : [];
  if (fitting.length > 0) return { ...rest, enum: fitting };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, forGenerator(value)]));
}
