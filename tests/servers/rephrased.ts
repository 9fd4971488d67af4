import { changeAnswer } from '../faults/changes.ts';
import type { Serve } from '../faults/fault.ts';

const chain =
  (...parts: Serve[]): Serve =>
  (request, call) =>
    parts.reduce<typeof call>((next, part) => async (passed) => part(passed, next), call)(request);

/**
 * A conforming service with other forms of absent values: null, false or empty for members that the mock omits, and
 * omitted for its nulls. Each answer has unknown members, each refusal a time.
 */
export const rephrased = chain(
  changeAnswer.serve('any', ({ status, body }) => {
    if (status < 500 && typeof body === 'object' && !Array.isArray(body)) body.links = { self: null };
    if (status >= 400 && body.errors) body.timestamp = new Date().toISOString();
  }),
  changeAnswer.serve('send', ({ body }) => {
    if (!body.data) return;
    body.suppressed ??= [];
    addEmptyMembers(body.data);
  }),
  changeAnswer.serve('getEmail', ({ body }) => {
    if (!body.data) return;
    for (const name of ['html_body', 'text_body']) if (body.data[name] === null) delete body.data[name];
    addEmptyMembers(body.data);
  }),
  changeAnswer.serve('reserve', ({ body }) => {
    if (!body.data) return;
    body.data.customer_reference ??= null;
    for (const number of body.data.phone_numbers) number.expired_at ??= null;
    body.data.phone_numbers.reverse();
  }),
  changeAnswer.serve('runs', ({ body }) => {
    for (const run of body.data ?? []) run.finished_at ??= null;
  }),
);

// biome-ignore lint/suspicious/noExplicitAny: a message as the mock shows it
function addEmptyMembers(message: any): void {
  message.scheduled_at ??= null;
  message.sandbox ??= false;
  for (const person of [message.from, ...message.to, ...message.cc, ...message.bcc]) person.name ??= null;
}
