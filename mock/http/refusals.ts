import type { FastifyError, FastifyRequest } from 'fastify';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import { complain, complainOf } from '../../spec/print.ts';
import { type AnyAnswer, noted, refuse } from '../contract/answer.ts';
import { unexpected } from '../contract/check-answer.ts';
import type { RefusalFacts } from '../contract/refusals.ts';
import { DataError } from '../store/data-error.ts';
import { noRoom } from './in-flight.ts';

/** The largest request body, in bytes, where no operation is meant. */
export const BODY_LIMIT = ours.bodyLimit;

/**
 * No usable credentials (source document, Authentication; AUTH-7); `why` says in a sentence what is wrong with them, `isRepeated` that the
 * header came several times (AUTH-8).
 */
export function unauthorized(
  { unauthorized: rules = ['AUTH-5'] }: Pick<RefusalFacts, 'unauthorized'>,
  { why, isRepeated }: { why: string; isRepeated: boolean },
): AnyAnswer {
  const detail = `The credentials that came with the request could not be understood. ${why}`;
  const broken = [...rules, 'AUTH-2', 'AUTH-3', ...(isRepeated ? (['AUTH-8'] as const) : [])] as const;
  const answer = noted(refuse(401, { code: '10009', detail }, ...broken), why);
  return { ...answer, headers: { 'www-authenticate': 'Bearer' } };
}

/** A path outside the contract; `meant` is the one that was most likely meant. */
export function unknownPath(meant?: string): AnyAnswer {
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  const answer = refuse(404, { code: '10005', detail: `The requested path does not exist${hint || '.'}` }, 'HTTP-7');
  return meant === undefined ? answer : noted(answer, `Did you mean ${meant}?`);
}

/** A path of the contract under a method that it does not have; `allow` lists its methods, `meant` is a path beside it that has this one. */
export function wrongMethod(method: string, allow: string, meant?: string): AnyAnswer {
  const hint = meant === undefined ? [] : [`${method} is for ${meant}.`];
  const detail = [`The method ${method} is not allowed here, only ${allow}.`, ...hint].join(' ');
  const answer = noted(refuse(405, { code: '10007', detail }, 'HTTP-8'), ...hint);
  return { ...answer, headers: { allow } };
}

/** Whether a body that came whole is larger than a partition takes: the server may take more than that. */
export function isTooLarge({ body }: FastifyRequest, { bodyLimit }: Choices): boolean {
  return Buffer.isBuffer(body) && body.length > bodyLimit;
}

/** What is said of a body beyond the limit, in bytes. */
export function largerThan(limit: number): string {
  return `The body is larger than ${limit} bytes.`;
}

/** A body beyond the limit (HTTP-9). */
export function tooLarge({ code }: RefusalFacts, limit: number): AnyAnswer {
  return refuse(413, { code, detail: largerThan(limit) }, 'HTTP-9');
}

/** What was done could not be written to the disk; a later attempt may still do so. */
export function notStored(): AnyAnswer {
  return refuse(500, { code: '10007', detail: 'The state could not be written, so that this may be lost.' });
}

/** What the HTTP front itself could not make sense of, in the standard body. */
export function failure(error: FastifyError, request: FastifyRequest): AnyAnswer {
  const { code = '10015' } = request.routeOptions.config.operation ?? {};
  const { statusCode: status = 500 } = error;
  if (status === 413) return refuse(413, { code, detail: error.message }, 'HTTP-9');
  if (status === 503) return noRoom(request);
  if (status === 415)
    return refuse(415, { code, detail: 'The content type must be application/json.' }, 'HTTP-5', 'HTTP-6');
  if (status < 500) return refuse(status, { code, detail: error.message });
  if (error instanceof DataError) {
    complain(`mock: ${error.message}`);
    return refuse(500, { code: '10007', detail: 'What is kept of this partition could not be read.' });
  }
  // Whose client has left before the first byte is nobody's failure, and nobody reads the answer.
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') complainOf('mock: a request failed:', error);
  return unexpected();
}
