import { ours } from '../../spec/generated/choices.ts';
import type { OperationId } from '../../spec/types.ts';
import { membersOf } from '../suite/wire/answer.ts';
import { isObject, type Json } from './met.ts';
import { bodyOf, isSuccess } from './pair.ts';

/** An answer to a request for an operation. */
interface Answered {
  operation?: OperationId | undefined;
  status: number;
  text: string;
}

/** Operations that answer with a message. */
const operations: readonly (OperationId | undefined)[] = [
  'createEmailMessage',
  'createEmail',
  'getEmailMessage',
  'getEmail',
];

/** In which member of an answer its message is; none where the message is the answer, undefined where the answer has no message. */
export function messageMember({ operation, ...answer }: Answered): string | undefined {
  if (!isSuccess(answer) || !operations.includes(operation)) return undefined;
  const body = membersOf(bodyOf(answer));
  if (isObject(body.data)) return ours.messageMember;
  return isMessage(body) ? '' : Object.keys(body).find((name) => isMessage(body[name]));
}

/** An answer with its message where ours have it. */
export function withMessageInData<Answer extends Answered>(answer: Answer): Answer {
  const name = messageMember(answer);
  if (name === undefined || name === ours.messageMember) return answer;
  const { suppressed, ...message } = membersOf(bodyOf(answer));
  const { [name]: data, ...others } = membersOf(bodyOf(answer));
  const body: Json =
    name === '' ? { data: message, ...(suppressed !== undefined && { suppressed }) } : { data, ...others };
  return { ...answer, text: JSON.stringify(body) };
}

function isMessage(value: unknown): boolean {
  return isObject(value) && typeof value.id === 'string';
}
