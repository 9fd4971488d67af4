import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Problem, refuse } from '../contract/answer.ts';
import { sendAnswer } from '../http/exchange.ts';

/** What is wrong with a control request: a sentence, and where in the request. */
export type ControlProblem = Omit<Problem, 'code'>;

/** Refuses a control request in the standard error body, with an error for each problem; of the same sentence, one. */
export function refuseControl(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  ...problems: readonly ControlProblem[]
): FastifyReply {
  const distinct = [...new Map(problems.map((problem) => [problem.detail, problem])).values()];
  const errors = distinct.flatMap((problem) => refuse(status, { code: '10015', ...problem }).body.errors);
  sendAnswer(request, reply, { status, body: { errors }, rules: [] });
  return reply;
}
