import type { Either } from 'fp-ts/lib/Either.js';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import type { AnyAnswer } from './answer.ts';
import { type Preference, UnmetPreference } from './preference.ts';

/** Prism at work on a document: it finds answers in it. */
export interface Prism {
  /** The answer of an operation that the document itself gives. Throws an UnmetPreference when the document has none such. */
  answer(operation: OperationSpec, preference: Preference): Promise<AnyAnswer>;
}

type Operations = typeof import('@stoplight/prism-http/dist/utils/operations.js');
type Negotiator = typeof import('@stoplight/prism-http/dist/mocker/negotiator/NegotiatorHelpers.js')['default'];
type Generator = typeof import('@stoplight/prism-http/dist/mocker/generator/JSONSchema.js');

/** The object with an export of a CommonJS module: loaders put it at different depths of `default`. */
function withExport<Found extends object>(module: object, name: keyof Found): Found {
  return name in module ? (module as Found) : withExport((module as { default: object }).default, name);
}

const PRISM_ERROR = 'https://stoplight.io/prism/errors#';

/**
 * Sets Prism to work on the document: what finds an answer in it, and what makes one where it has no example. Its door is not used: that
 * loads a proxy, validators and the words of many languages, for a second in which nothing else goes on.
 */
export async function loadPrism(document: ContractDocument): Promise<Prism> {
  const { getHttpOperationsFromSpec } = withExport<Operations>(
    await import('@stoplight/prism-http/dist/utils/operations.js'),
    'getHttpOperationsFromSpec',
  );
  const negotiator = withExport<Negotiator>(
    await import('@stoplight/prism-http/dist/mocker/negotiator/NegotiatorHelpers.js'),
    'negotiateOptionsForValidRequest',
  );
  const resources = await getHttpOperationsFromSpec(forGenerator(document.json) as object);
  return {
    async answer({ method, path, responses }, preference) {
      const { code } = preference;
      // What the document says of all other statuses is a refusal.
      if (code !== undefined && code < 400 && !responses.has(String(code))) throw new UnmetPreference();
      const resource = resources.find((known) => known.method === method && known.path === path);
      if (!resource) throw new Error(`Prism does not know ${method} ${path}`);
      const negotiated = negotiator.negotiateOptionsForValidRequest(resource, preference)(silent);
      const { code: status, bodyExample, schema } = found(negotiated);
      const answer = { status: Number(status), rules: [] };
      if (bodyExample && 'value' in bodyExample) return { ...answer, body: bodyExample.value };
      if (!schema) return { ...answer, body: undefined };
      const generator = withExport<Generator>(
        await import('@stoplight/prism-http/dist/mocker/generator/JSONSchema.js'),
        'generateStatic',
      );
      const { __bundled__: shared } = resource as { __bundled__?: unknown };
      const made = preference.dynamic
        ? generator.generate(resource, shared, schema)
        : generator.generateStatic(resource, schema);
      return { ...answer, body: found(made) };
    },
  };
}

/** Times that a generated answer may carry, each in whole seconds, milliseconds and microseconds. */
const times = Array.from({ length: 50 }, (_, week) => {
  const time = new Date(Date.UTC(2030, 0, 1, 8, 30) + week * 604_800_123).toISOString();
  return [time.replace(/\.\d+/, ''), time, time.replace('Z', '456Z')];
}).flat();

/**
 * A copy of a document for Prism's generator, which knows draft-07: references stand alone, and a time with a format and a pattern is
 * one of those that fit, because the generator looks at the format only.
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

/** What Prism found. The name of its own errors is an address; where it wraps one, the address is in the message. */
function found<What>(result: Either<Error, What>): What {
  if (result._tag === 'Right') return result.right;
  throw String(result.left).includes(PRISM_ERROR) ? new UnmetPreference() : result.left;
}

const silent = {
  info() {},
  success() {},
  warn() {},
  error() {},
  debug() {},
  trace() {},
  fatal() {},
  child: () => silent,
};
