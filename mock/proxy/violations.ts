import type { FastifyRequest } from 'fastify';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { createMatcher } from '../../spec/match.ts';
import type { Validators } from '../../spec/validators.ts';
import { DEFAULT_PARTITION } from '../contract/callers.ts';
import {
  checkRequest,
  codingMessage,
  foreignCodings,
  hasTooManyValues,
  isExplained,
  isJson,
} from '../contract/check.ts';
import { bare } from '../contract/deployed.ts';
import { incoming, shownViolation } from '../http/incoming.ts';
import type { ShownViolation } from '../journal/journal.ts';
import { MAX_VALUES } from '../limits.ts';

/** Returns a check of a read request, with its path below the base address, against the contract. */
export function createRequestCheck(document: ContractDocument, validators: Validators) {
  const match = createMatcher(document);
  const contract = bare(document, validators);
  const caller = { account: '', scopes: [], partition: DEFAULT_PARTITION };
  return (request: FastifyRequest, path: string): { operation?: OperationSpec; violations: ShownViolation[] } => {
    const found = match(request.method, path);
    if (!found) return { violations: [{ in: 'path', message: 'the contract has no such operation' }] };
    const { operation, params } = found;
    const received = { ...incoming(request, contract, operation.id, caller), params };
    // The body was decoded for this check.
    const { 'content-encoding': coding, ...headers } = received.headers;
    const violations = checkRequest({ ...received, headers }, contract).violations.map(shownViolation);
    const codings = operation.body && received.rawBody.length > 0 ? foreignCodings(coding) : [];
    if (codings.length > 0) violations.unshift({ in: 'body', message: codingMessage(codings) });
    return { operation, violations };
  };
}

/** The violations of the contract by an answer with its decoded body. All answers of the contract are JSON. */
export function answerViolations(
  validators: Validators,
  { id }: OperationSpec,
  answer: { status: number; contentType: string | undefined; body: Buffer },
): ShownViolation[] {
  const { status, contentType = 'without a content type', body } = answer;
  const violation = (message: string, place?: { at: string }): ShownViolation => ({ in: 'answer', ...place, message });
  // Not modified: the client has the body already.
  if (status === 304) return [];
  if (body.length === 0) return [violation('is empty')];
  const typed = isJson(contentType) ? [] : [violation(`is ${contentType}, not application/json`)];
  if (hasTooManyValues(body)) return [...typed, violation(`has more than ${MAX_VALUES} values, so it was not checked`)];
  try {
    const value = JSON.parse(body.toString());
    const first = validators.responseBody(id, status, value);
    if (!first) return typed;
    const found = isExplained(body) ? validators.responseBodyInFull(id, status, value) : [first];
    return [...typed, ...found.map(({ pointer, message }) => violation(message, { at: pointer }))];
  } catch {
    return [...typed, violation('is no JSON')];
  }
}
