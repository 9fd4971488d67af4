import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpMockConfig,
  type IHttpRequest,
  type PrismHttpComponents,
} from '@stoplight/prism-http';
import { getHttpConfigFromRequest } from '@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js';
import * as Either from 'fp-ts/lib/Either.js';
import type { ContractDocument, OperationSpec } from '../spec/document.ts';
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
  const resources = await getHttpOperationsFromSpec(structuredClone(document.json));
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
