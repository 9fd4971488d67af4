import { type ContractDocument, createMatcher } from '../../spec/document.ts';
import type { Validators } from '../../spec/validators.ts';
import type { Echo } from './gun.ts';
import { isRaw, type Shot } from './shot.ts';

/** Judges the answer to a shot: its problem, or undefined. */
export type Judge = (shot: Shot, echo: Echo) => string | undefined;

/**
 * No request is answered with a 5xx, except with 503 where memory is full. Under /v2 the body is one that the contract declares for the
 * operation, or the standard error.
 */
export function judgeBy(document: ContractDocument, validators: Validators): Judge {
  const isError = validators.schema({ $ref: 'openapi#/components/schemas/ErrorBody' });
  const match = createMatcher(document);

  return (shot, echo) => {
    if (echo.kind === 'nothing') return echo.reason;
    if (echo.kind === 'bytes') return problemOfBytes(echo.text);
    const { status, text, contentType } = echo;
    if (status === 503) return undefined;
    if (status >= 500) return `${status}: ${text}`;
    if (isRaw(shot) || !shot.path.startsWith('/v2') || shot.method === 'HEAD' || status === 204) return undefined;
    if (!contentType.startsWith('application/json')) return `${status} with the content type ${contentType || 'none'}`;
    const body = parse(text);
    if (body === undefined) return `${status} with a non-JSON body: ${text}`;
    const operation = match(shot.method, shot.path.slice('/v2'.length))?.operation;
    const violation = operation ? validators.responseBody(operation.id, status, body) : isError(body);
    return violation && `${status}: ${violation.pointer || 'the body'} ${violation.message}: ${text}`;
  };
}

function problemOfBytes(text: string): string | undefined {
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
