import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Reason, refuse } from '../contract/refusal.ts';
import { sendAnswer } from '../http/exchange.ts';

/** A reason why a control request is refused: a sentence, and the place in the request. */
export type ControlReason = Omit<Reason, 'code'>;

/** Refuses a control request in the standard error body, with an error for each reason; of the same sentence, one. */
export function refuseControl(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  ...reasons: readonly ControlReason[]
): FastifyReply {
  const distinct = [...new Map(reasons.map((reason) => [reason.detail, reason])).values()];
  const errors = distinct.flatMap((reason) => refuse(status, { code: '10015', ...reason }).body.errors);
  sendAnswer(request, reply, { status, body: { errors }, rules: [] });
  return reply;
}
