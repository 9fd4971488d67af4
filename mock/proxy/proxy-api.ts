import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Seed } from '../../fixtures/seed.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { createMatcher } from '../../spec/match.ts';
import type { Validators, Violation } from '../../spec/validators.ts';
import { type AnyAnswer, refuse } from '../contract/answer.ts';
import { DEFAULT_PARTITION } from '../contract/callers.ts';
import { checkRequest } from '../contract/check.ts';
import { allowOrigins } from '../http/cors.ts';
import { recordExchange, sendAnswer } from '../http/exchange.ts';
import { findingOf, incoming } from '../http/incoming.ts';
import { readBytes } from '../http/read-bytes.ts';
import type { Finding } from '../state/journal.ts';
import type { Partitions } from '../state/partitions.ts';
import { forward, type Incoming } from './forward.ts';

const JSON_TYPE = /^application\/json *(;|$)/i;

/** Passes every request on to a deployment, unchanged, and writes into the journal how it and its answer break the contract. */
export function proxyApi(parts: {
  document: ContractDocument;
  validators: Validators;
  seed: Seed;
  partitions: Partitions;
  /** The deployment's base URL, without a slash at the end. */
  upstream: string;
}): FastifyPluginAsync {
  const { document, validators, seed, partitions, upstream } = parts;
  const match = createMatcher(document);

  function check(request: FastifyRequest, path: string): { operation?: OperationSpec; findings: Finding[] } {
    const found = match(request.method, path);
    if (!found) return { findings: [{ in: 'path', message: 'the contract has no such operation' }] };
    const { operation, params } = found;
    const caller = { account: '', scopes: [], partition: DEFAULT_PARTITION };
    const asked = { ...incoming(request, operation, caller), params };
    const { body, violations } = checkRequest(asked, { document, validators });
    const findings = violations.flatMap((violation) => {
      if (violation.in !== 'body' || body === undefined) return [findingOf(violation)];
      const all = bodyFindings('body', validators.requestBodyInFull(operation.id, body));
      return all.length > 0 ? all : [findingOf(violation)];
    });
    return { operation, findings };
  }

  return async (api) => {
    await allowOrigins(api);
    readBytes(api);
    api.route({
      method: api.supportedMethods,
      url: '/*',
      handler: async (request, reply) => {
        const path = request.originalUrl.slice(api.prefix.length);
        const { operation, findings } = check(request, path);
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const record = (text: Buffer | string) => {
          const answered = { text, operation: operation?.id ?? null, findings };
          recordExchange(request, reply, answered, { partitions, partition: DEFAULT_PARTITION, seed });
          return reply;
        };
        const asked = { method: request.method, path, headers: request.headers, body };
        const answer = await forward(upstream, asked).catch((error: Error) => error);
        if (answer instanceof Error) {
          return record(sendAnswer(request, reply, unreachable(upstream, answer)));
        }
        const { status, headers } = answer;
        if (operation) findings.push(...answerFindings(validators, operation, answer));
        for (const [name, value] of headers) reply.header(name, value);
        reply.code(status).send(answer.body);
        return record(answer.body);
      },
    });
  };
}

function unreachable(upstream: string, error: Error): AnyAnswer {
  const cause = error.cause as NodeJS.ErrnoException | undefined;
  const detail = `${new URL(upstream).host} can't be reached: ${cause?.code ?? cause?.message ?? error.message}`;
  return refuse(502, { code: '10007', detail });
}

function bodyFindings(where: Finding['in'], violations: readonly Violation[]): Finding[] {
  return violations.map(({ pointer, message }) => ({ in: where, at: pointer, message }));
}

/** How an answer of an operation breaks the contract, whose answers are all JSON. */
function answerFindings(validators: Validators, { id }: OperationSpec, { status, headers, body }: Incoming): Finding[] {
  // Not modified: the page has the body already.
  if (status === 304) return [];
  if (body.length === 0) return [{ in: 'answer', message: 'is empty' }];
  const type = new Map(headers).get('content-type') ?? 'without a content type';
  const typed: Finding[] = JSON_TYPE.test(type) ? [] : [{ in: 'answer', message: `is ${type}, not application/json` }];
  try {
    const found = validators.responseBodyInFull(id, status, JSON.parse(body.toString()));
    return [...typed, ...bodyFindings('answer', found)];
  } catch {
    return [...typed, { in: 'answer', message: 'is no JSON' }];
  }
}
