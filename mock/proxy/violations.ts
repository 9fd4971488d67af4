import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { createMatcher, type OperationSpec } from '../../spec/document.ts';
import type { Validators } from '../../spec/validators.ts';
import { DEFAULT_PARTITION } from '../contract/callers.ts';
import {
  checkRequest,
  explainCodings,
  hasTooManyValues,
  isExplained,
  isJson,
  listForeignCodings,
} from '../contract/check.ts';
import { createBareContract, type Deployed } from '../contract/deployed.ts';
import { readRequest, summarizeViolation } from '../http/request.ts';
import type { ShownViolation } from '../journal/journal.ts';
import { MAX_VALUES } from '../limits.ts';

export function createRequestCheck({ document, validators }: Pick<Deployed, 'document' | 'validators'>) {
  const match = createMatcher(document);
  const contract = createBareContract({ document, validators });
  const caller = { account: '', scopes: [], partition: DEFAULT_PARTITION };
  return (request: FastifyRequest, path: string): { operation?: OperationSpec; violations: ShownViolation[] } => {
    const found = match(request.method, path);
    if (!found) return { violations: [{ in: 'path', message: 'the contract has no such operation' }] };
    const { operation, params } = found;
    const received = { ...readRequest(request, contract, operation.id, caller), params };
    // The body was decoded for this check.
    const { 'content-encoding': coding, ...headers } = received.headers;
    const violations = checkRequest({ ...received, headers }, contract).violations.map(summarizeViolation);
    const codings = operation.body && received.rawBody.length > 0 ? listForeignCodings(coding) : [];
    if (codings.length > 0) violations.unshift({ in: 'body', message: explainCodings(codings) });
    return { operation, violations };
  };
}

/** The violations of the contract by an answer with its decoded body. All answers of the contract are JSON. */
export function checkAnswer(
  validators: Validators,
  { id }: OperationSpec,
  { statusCode: status = 0, headers }: Pick<IncomingMessage, 'statusCode' | 'headers'>,
  body: Buffer,
): ShownViolation[] {
  const { 'content-type': contentType = 'without a content type' } = headers;
  const violations = (...messages: string[]) => messages.map((message) => ({ in: 'answer' as const, message }));
  // 304 Not Modified: the client has the body.
  if (status === 304) return [];
  if (body.length === 0) return violations('is empty');
  const typed = isJson(contentType) ? [] : violations(`is ${contentType}, not application/json`);
  if (hasTooManyValues(body))
    return [...typed, ...violations(`has more than ${MAX_VALUES} values, so it was not checked`)];
  try {
    const value = JSON.parse(body.toString());
    const first = validators.responseBody(id, status, value);
    if (!first) return typed;
    const found = isExplained(body) ? validators.responseBodyInFull(id, status, value) : [first];
    return [...typed, ...found.map(({ pointer, message }) => ({ in: 'answer' as const, at: pointer, message }))];
  } catch {
    return [...typed, ...violations("isn't JSON")];
  }
}
