import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpMockConfig,
  type IHttpRequest,
  type PrismHttpComponents,
} from '@stoplight/prism-http';
import { getHttpConfigFromRequest } from '@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js';
import * as Either from 'fp-ts/lib/Either.js';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import type { AnyAnswer } from './answer.ts';
import { type Preference, UnmetPreference } from './preference.ts';

/** Prism at work on a document: it finds answers in it. */
export interface Prism {
  /** What a Prefer header asks of Prism; undefined when that is nothing. Throws an UnmetPreference when it can't be meant. */
  preferenceOf(prefer: string): Preference | undefined;
  /** The answer of an operation that the document itself gives. Throws an UnmetPreference when there is none such. */
  answer(operation: OperationSpec, preference: Preference): Promise<AnyAnswer>;
}

const PRISM_ERROR = 'https://stoplight.io/prism/errors#';

/** Sets Prism to work on the document. Routing is ours, and nothing is validated here: Prism checks 3.1 schemas as draft-07. */
export async function loadPrism(document: ContractDocument): Promise<Prism> {
  const resources = await getHttpOperationsFromSpec(forGenerator(document.json) as object);
  const settings: IHttpMockConfig = {
    isProxy: false,
    upstreamProxy: undefined,
    checkSecurity: false,
    validateRequest: false,
    validateResponse: false,
    errors: false,
    mock: { dynamic: false },
  };
  const components: Partial<PrismHttpComponents> = {
    logger: silent as unknown as PrismHttpComponents['logger'],
    route: ({ resources: [resource] }) =>
      resource ? Either.right(resource) : Either.left(new Error('Prism does not know the operation')),
  };
  const instance = createInstance(settings, components as PrismHttpComponents);

  return {
    preferenceOf(prefer) {
      const parsed = getHttpConfigFromRequest({ url: { path: '/' }, headers: { prefer } });
      if (Either.isLeft(parsed)) throw new UnmetPreference();
      const { code, exampleKey, dynamic } = parsed.right as Partial<Preference>;
      if (code === undefined && exampleKey === undefined && dynamic === undefined) return undefined;
      if (code !== undefined && (code < 200 || code > 599)) throw new UnmetPreference();
      return {
        dynamic: dynamic ?? false,
        ...(code !== undefined && { code }),
        ...(exampleKey !== undefined && { exampleKey }),
      };
    },
    async answer({ method, path }, preference) {
      const request = { method: method as IHttpRequest['method'], url: { path } };
      const known = resources.filter((resource) => resource.method === method && resource.path === path);
      const result = await instance.request(request, known, { ...settings, mock: preference })();
      if (Either.isLeft(result)) throw asUnmet(result.left);
      const { statusCode, body } = result.right.output;
      return { status: statusCode, body, rules: [] };
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

/** The name of Prism's own errors is an address; where it wraps one, the address is in the message. */
function asUnmet(error: Error): Error {
  return String(error).includes(PRISM_ERROR) ? new UnmetPreference() : error;
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
