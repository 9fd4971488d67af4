import type { FastifyError, FastifyRequest } from 'fastify';
import { complain, complainOf } from '../../spec/print.ts';
import type { AnyAnswer } from '../contract/answer.ts';
import { noRoom, refuse, tooLarge, unexpected, wrongType } from '../contract/refusal.ts';
import { BODY_BYTES } from '../limits.ts';
import { DataError } from '../store/data-error.ts';
import { reportNoRoom } from './in-flight.ts';

/** The answer, in the standard body, to an error of Fastify or of a handler. */
export function failure(error: FastifyError, request: FastifyRequest): AnyAnswer {
  const { bodyLimit = BODY_BYTES, config } = request.routeOptions;
  const facts = config.operation ?? ({ code: '10015' } as const);
  const { statusCode: status = 500, code, message } = error;
  if (status === 413) return tooLarge(facts, bodyLimit);
  if (status === 415) return wrongType(facts);
  if (status === 503) {
    reportNoRoom(request);
    return noRoom();
  }
  if (status < 500) return refuse(status, { code: facts.code, detail: message });
  if (error instanceof DataError) {
    complain(`mock: ${message}`);
    return refuse(500, { code: '10007', detail: 'What is kept of this partition could not be read.' });
  }
  // A client that left before the first byte is no failure, and nothing reads the answer.
  if (code !== 'ERR_STREAM_PREMATURE_CLOSE') complainOf('mock: a request failed:', error);
  return unexpected();
}
