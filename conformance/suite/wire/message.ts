import { isObject } from '../../../spec/json.ts';
import type { OperationId } from '../../../spec/types.ts';

type Named = OperationId | undefined;

/** Whether an operation sends a message, by either route. */
export const isSend = (operation: Named): boolean => operation === 'createEmailMessage' || operation === 'createEmail';

/** Whether an operation reads one, by either route. */
const isRead = (operation: Named): boolean => operation === 'getEmailMessage' || operation === 'getEmail';

/** Members that say of an object with an id that it is a message. */
const telling = ['to', 'from', 'subject', 'status', 'created_at'];

/**
 * In which member of a success its message is, as the source does not show that: none where the message is the whole answer, undefined
 * where the answer shows no message.
 */
export function messageMember(operation: Named, body: unknown): string | undefined {
  if (!(isSend(operation) || isRead(operation)) || !isObject(body)) return undefined;
  if (body.data !== undefined) return 'data';
  if (hasId(body) && telling.some((name) => name in body)) return '';
  return Object.keys(body).find((name) => hasId(body[name])) ?? (hasId(body) ? '' : undefined);
}

/** A success with its message in `data`, wherever the target has it. */
export function withMessageInData(operation: Named, body: unknown): unknown {
  const name = messageMember(operation, body);
  if (name === undefined || name === 'data' || !isObject(body)) return body;
  if (name !== '') {
    const { [name]: data, ...others } = body;
    return { data, ...others };
  }
  const { suppressed, ...data } = body;
  return { data, ...(suppressed !== undefined && { suppressed }) };
}

function hasId(value: unknown): boolean {
  return isObject(value) && typeof value.id === 'string';
}
