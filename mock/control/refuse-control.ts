import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../contract/answer.ts';
import { sendAnswer } from '../http/exchange.ts';

/** Refuses a control request in the standard error body. */
export function refuseControl(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  detail: string,
  pointer?: string,
): FastifyReply {
  sendAnswer(request, reply, refuse(status, { code: '10015', detail, pointer }));
  return reply;
}
