import type { Worker } from 'node:worker_threads';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { extension, startWorker } from '../../spec/form.ts';
import type { AnyAnswer } from './answer.ts';
import type { AnswerCheck } from './deployed.ts';

/** A wish for one of the contract's answers; Prism decides about absent members. */
export interface Preference {
  code?: number;
  exampleKey?: string;
  /** Generated from the schema, instead of an example. */
  dynamic: boolean;
}

/** The contract has no answer that meets a preference. */
export class UnmetPreference extends Error {
  override name = 'UnmetPreference';
}

/** Characters of a Prefer header. */
const LONGEST = 1_000;

/**
 * Reads the preferences that Prism knows: `code`, `example` and `dynamic`; undefined without any of them. Throws an UnmetPreference for
 * values that no answer can meet.
 */
export function preferenceOf(prefer: string): Preference | undefined {
  if (prefer.length > LONGEST) throw new UnmetPreference();
  const { code, example, dynamic } = preferencesIn(prefer);
  if (code === undefined && example === undefined && dynamic === undefined) return undefined;
  const isMeant =
    (code === undefined || (typeof code === 'string' && /^[2-5]\d\d$/.test(code))) &&
    (dynamic === undefined || dynamic === 'true' || dynamic === 'false') &&
    example !== true;
  if (!isMeant) throw new UnmetPreference();
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

/** A question to the worker: the answer of an operation that meets a preference. */
export interface PrismRequest {
  id: number;
  /** The document of this and the next questions, where it is another than before. */
  document?: object;
  method: OperationSpec['method'];
  path: string;
  preference: Preference;
}

export type PrismReply = { id: number } & ({ status: number; body: unknown } | { failure: string; isUnmet: boolean });

/** Generated answers that may break the contract before an example replaces them: Prism ignores some keywords of OpenAPI 3.1. */
const ATTEMPTS = 10;

/** An answer from the document: an example, or one generated from its schemas. Rejects with an UnmetPreference without one. */
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

/** The one worker of this process, which holds the latest document; undefined before the first question. */
let running: { worker: Worker; document: ContractDocument | undefined } | undefined;
let questions = 0;
const waiting = new Map<number, { resolve: (reply: PrismReply) => void; reject: (error: Error) => void }>();

async function findAnswer(
  document: ContractDocument,
  { method, path }: OperationSpec,
  preference: Preference,
): Promise<AnyAnswer> {
  running ??= { worker: startPrism(), document: undefined };
  const { worker } = running;
  const isNew = running.document !== document;
  running.document = document;
  const id = ++questions;
  const reply = await new Promise<PrismReply>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.ref();
    const news = isNew && { document: forGenerator(document.json) as object };
    worker.postMessage({ id, method, path, preference, ...news } satisfies PrismRequest);
  });
  if ('failure' in reply) throw reply.isUnmet ? new UnmetPreference() : new Error(reply.failure);
  const { status, body } = reply;
  const headers: Record<number, Record<string, string>> = {
    401: { 'www-authenticate': 'Bearer' },
    405: { allow: method.toUpperCase() },
    429: { 'retry-after': '30' },
  };
  return { status, body, rules: [], headers: headers[status] ?? {} };
}

/** Loading Prism takes a second of computing: in a thread of its own no other request waits for it. */
function startPrism(): Worker {
  const worker = startWorker(new URL(`./prism-worker${extension}`, import.meta.url));
  worker.on('message', (reply: PrismReply) => {
    waiting.get(reply.id)?.resolve(reply);
    waiting.delete(reply.id);
    // An idle worker doesn't prevent the end of the process.
    if (waiting.size === 0) worker.unref();
  });
  worker.on('error', (error) => {
    running = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  return worker;
}

/** Times of generated answers, each in whole seconds, milliseconds and microseconds. */
const times = Array.from({ length: 50 }, (_, week) => {
  const time = new Date(Date.UTC(2030, 0, 1, 8, 30) + week * 604_800_123).toISOString();
  return [time.replace(/\.\d+/, ''), time, time.replace('Z', '456Z')];
}).flat();

/**
 * A copy of a document for Prism's generator, which knows draft-07: a reference has no siblings, and a time with a pattern is an enum of
 * matching times, because the generator ignores patterns of formatted texts.
 */
function forGenerator(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(forGenerator);
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, format, pattern, ...rest } = node as Record<string, unknown>;
  if (typeof $ref === 'string') return { $ref };
  const fitting =
    format === 'date-time' && typeof pattern === 'string' ? times.filter((time) => new RegExp(pattern).test(time)) : [];
  const copied = Object.entries(fitting.length > 0 ? { ...rest, enum: fitting } : node);
  return Object.fromEntries(copied.map(([key, value]) => [key, forGenerator(value)]));
}
