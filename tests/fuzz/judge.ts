import { type ContractDocument, createMatcher } from '../../spec/document.ts';
import type { Validators } from '../../spec/validators.ts';
import type { Outcome } from './client.ts';
import { type FuzzRequest, isRaw } from './request.ts';

/** Judges the answer to a request: its problem, or undefined. */
export type Judge = (request: FuzzRequest, outcome: Outcome) => string | undefined;

/**
 * No request is answered with a 5xx, except with 503 where memory is full. Under /v2 the body is one that the contract declares for the
 * operation, or the standard error.
 */
export function createJudge(document: ContractDocument, validators: Validators): Judge {
  const isError = validators.schema({ $ref: 'openapi#/components/schemas/ErrorBody' });
  const match = createMatcher(document);

  return (request, outcome) => {
    if (outcome.kind === 'nothing') return outcome.reason;
    if (outcome.kind === 'bytes') return judgeBytes(outcome.text);
    const { status, text, contentType } = outcome;
    if (status === 503) return undefined;
    if (status >= 500) return `${status}: ${text}`;
    if (isRaw(request) || !request.path.startsWith('/v2') || request.method === 'HEAD' || status === 204)
      return undefined;
    if (!contentType.startsWith('application/json')) return `${status} with the content type ${contentType || 'none'}`;
    const body = parse(text);
    if (body === undefined) return `${status} with a non-JSON body: ${text}`;
    const operation = match(request.method, request.path.slice('/v2'.length))?.operation;
    const violation = operation ? validators.responseBody(operation.id, status, body) : isError(body);
    return violation && `${status}: ${violation.pointer || 'the body'} ${violation.message}: ${text}`;
  };
}

function judgeBytes(text: string): string | undefined {
  const statuses = [...text.matchAll(/(?:^|\n|\})HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  const worst = Math.max(0, ...statuses);
  return worst >= 500 ? `${worst}: ${text.slice(0, 300)}` : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
