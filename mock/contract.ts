import type {
  IHttpOperationConfig,
  IHttpProxyConfig,
  IHttpRequest,
  IHttpResponse,
  PrismHttpComponents,
} from '@stoplight/prism-http';
import { DiagnosticSeverity, type IHttpOperation } from '@stoplight/types';
import * as Either from 'fp-ts/lib/Either.js';
import * as TaskEither from 'fp-ts/lib/TaskEither.js';
import type { ContractDocument } from '../spec/document.ts';
import type { Validators } from '../spec/validators.ts';
import { type AnyAnswer, refuse } from './answer.ts';
import { refuseFaults, validationCode } from './refusals.ts';
import type { CheckedRequest, Fault } from './request.ts';

/** What answers a request that has behaviour; undefined leaves the answer to Prism. */
export type Upstream = (() => Promise<AnyAnswer>) | undefined;

/** The contract at work: it lets behaviour or Prism answer, and checks every answer against the document. */
export interface Contract {
  /** Never rejects; an answer that breaks the contract comes out as a 500 and is logged. */
  answer(request: CheckedRequest, upstream: Upstream): Promise<AnyAnswer>;
}

/** A request on its way through Prism: Prism's own view of it, and ours beside it. */
interface PrismRequest extends IHttpRequest {
  checked: CheckedRequest;
  upstream: Upstream;
}

const UPSTREAM_NOT_IMPLEMENTED = 'https://stoplight.io/prism/errors#UPSTREAM_NOT_IMPLEMENTED';

/**
 * Sets Prism to work on the document. Behaviour comes in through its `forward` component, which is asynchronous and
 * falls back to Prism's static mock; routing and validation are ours, because Prism checks 3.1 schemas as draft-07.
 */
export function createContract(document: ContractDocument, validators: Validators): Contract {
  // Importing Prism takes about a second, so it happens while the mock already listens.
  const prism = loadPrism(document, validators);
  prism.catch(() => {});

  async function ask(request: CheckedRequest, upstream: Upstream, mock: IHttpOperationConfig): Promise<AnyAnswer> {
    const { request: run } = await prism;
    const result = await run(toPrism(request, upstream), mock)();
    if (Either.isLeft(result)) return restyle(asError(result.left), request, mock);
    const { output, validations } = result.right;
    const answer = (output as Output).answer ?? { status: output.statusCode, body: output.body, rules: [] };
    const [violation] = validations.output;
    if (!violation) return answer;
    const { id } = request.operation;
    complain(mock, `mock: an answer of ${id} (${answer.status}) breaks the contract: ${violation.message}`);
    return unexpected();
  }

  return {
    async answer(request, upstream) {
      try {
        const preference = await (await prism).preferenceOf(request);
        if ('refused' in preference) return preference.refused;
        const { mock } = preference;
        if (mock?.code !== undefined && (mock.code < 200 || mock.code > 599))
          return badPreference(request.operation.id);
        if (!mock) return await ask(request, upstream, { dynamic: false });
        // Prism would answer with the first example of a refusal, whatever it is about.
        const refusal = refuseFaults(request);
        if (refusal) return refusal;
        const answer = withHeaders(await ask(request, undefined, mock), request);
        // Prism's generator does not know every keyword of 3.1; its examples do.
        return mock.dynamic && answer.status >= 500 && mock.code !== answer.status
          ? await ask(request, undefined, { ...mock, dynamic: false })
          : answer;
      } catch (error) {
        console.error(`mock: ${request.operation.id} failed:`, error);
        return unexpected();
      }
    },
  };
}

type Output = IHttpResponse & { answer?: AnyAnswer };

async function loadPrism(document: ContractDocument, validators: Validators) {
  const [{ createInstance, getHttpOperationsFromSpec }, { getHttpConfigFromRequest }] = await Promise.all([
    import('@stoplight/prism-http'),
    import('@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js'),
  ]);
  const resources = await getHttpOperationsFromSpec(structuredClone(document.json));
  const byOperation = new Map(resources.map((resource) => [`${resource.method} ${resource.path}`, resource]));

  const components: Partial<PrismHttpComponents> = {
    logger: silent as unknown as PrismHttpComponents['logger'],
    route: ({ input }) => {
      const { method, path } = (input as PrismRequest).checked.operation;
      const resource = byOperation.get(`${method} ${path}`);
      return resource ? Either.right(resource) : Either.left(new Error(`Prism does not know ${method} ${path}`));
    },
    validateInput: ({ element }) => {
      const [first, ...rest] = (element as PrismRequest).checked.faults.map(toDiagnostic);
      return first ? Either.left([first, ...rest]) : Either.right(element);
    },
    validateOutput: ({ resource, element }) => {
      const violation = validators.responseBody(operationId(resource), element.statusCode, element.body);
      if (!violation) return Either.right(element);
      const message = `${violation.pointer || 'the body'} ${violation.message}`;
      return Either.left([{ message, severity: DiagnosticSeverity.Error, path: [] }]);
    },
    forward: ({ data }) => {
      const { upstream } = data as PrismRequest;
      return () =>
        upstream ? TaskEither.tryCatch(() => runUpstream(upstream), asError) : TaskEither.left(notImplemented());
    },
  };
  const config: IHttpProxyConfig = {
    isProxy: true,
    upstream: new URL('http://in-process.invalid'),
    upstreamProxy: undefined,
    checkSecurity: false,
    validateRequest: true,
    validateResponse: true,
    errors: true,
    mock: { dynamic: false },
  };
  const instance = createInstance(config, components as PrismHttpComponents);

  return {
    request: (request: PrismRequest, mock: IHttpOperationConfig) =>
      instance.request(request, resources, { ...config, mock }),
    /** What a Prefer header asks of Prism; no `mock` when it asks for nothing of Prism's. */
    async preferenceOf({
      headers,
      operation,
    }: CheckedRequest): Promise<{ mock?: IHttpOperationConfig } | { refused: AnyAnswer }> {
      if (headers.prefer === undefined) return {};
      const parsed = getHttpConfigFromRequest({ url: { path: '/' }, headers: { prefer: headers.prefer } });
      if (Either.isLeft(parsed)) return { refused: badPreference(operation.id) };
      const { code, exampleKey, dynamic } = parsed.right as Partial<IHttpOperationConfig>;
      if (code === undefined && exampleKey === undefined && dynamic === undefined) return {};
      const mock = {
        dynamic: dynamic ?? false,
        ...(code !== undefined && { code }),
        ...(exampleKey !== undefined && { exampleKey }),
      };
      return { mock };
    },
  };
}

async function runUpstream(upstream: () => Promise<AnyAnswer>): Promise<Output> {
  const answer = await upstream();
  return { statusCode: answer.status, headers: {}, body: answer.body, answer };
}

function toPrism(checked: CheckedRequest, upstream: Upstream): PrismRequest {
  return {
    checked,
    upstream,
    method: checked.operation.method as IHttpRequest['method'],
    url: { path: checked.path, query: checked.query },
    headers: { 'content-type': 'application/json' },
    body: checked.body,
  };
}

function toDiagnostic(fault: Fault) {
  const message = 'detail' in fault ? fault.detail : fault.violation.message;
  return { message, severity: DiagnosticSeverity.Error, path: [], code: fault.status };
}

function notImplemented(): Error {
  return Object.assign(new Error('left to the static mock'), { name: UPSTREAM_NOT_IMPLEMENTED });
}

/** An error of Prism's own (a preference that the document can't meet, for instance), in the standard body. */
function restyle(error: Error, request: CheckedRequest, mock: IHttpOperationConfig): AnyAnswer {
  // The name of Prism's own errors is an address; where it wraps one, the address is in the message.
  if (String(error).includes('https://stoplight.io/prism/errors#')) return badPreference(request.operation.id);
  complain(mock, `mock: ${request.operation.id} failed:`, error);
  return unexpected();
}

/** An answer that was asked for, with the header that the contract has for its status. */
function withHeaders(answer: AnyAnswer, { operation }: CheckedRequest): AnyAnswer {
  const headers: Record<number, Record<string, string>> = {
    401: { 'www-authenticate': 'Bearer' },
    405: { allow: operation.method.toUpperCase() },
    429: { 'retry-after': '30' },
  };
  return { ...answer, headers: { ...headers[answer.status], ...answer.headers } };
}

function badPreference(operation: CheckedRequest['operation']['id']): AnyAnswer {
  return refuse(400, {
    code: validationCode(operation),
    detail: 'The contract has no answer as the Prefer header asks for.',
  });
}

/** Says loudly what went wrong; not when Prism generated the answer, because then its examples step in. */
function complain({ dynamic }: IHttpOperationConfig, ...parts: unknown[]): void {
  if (!dynamic) console.error(...parts);
}

function unexpected(): AnyAnswer {
  return refuse(500, { code: '10007', detail: 'An unexpected error occurred.' });
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
const operationId = (resource: IHttpOperation) => resource.iid as never;

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
