import { isObject } from '../../../spec/json.ts';
import type { OperationId } from '../../../spec/types.ts';

type Named = OperationId | undefined;

/** Whether an operation sends a message, by either route. */
export const isSend = (operation: Named): boolean => operation === 'createEmailMessage' || operation === 'createEmail';

/** Whether an operation reads one, by either route. */
const isRead = (operation: Named): boolean => operation === 'getEmailMessage' || operation === 'getEmail';

/** Members by which an object with an id is a message. */
const telling = ['to', 'from', 'subject', 'status', 'created_at'];

/** The member of a success that holds its message, which the source leaves open: '' for the whole body, undefined for none. */
export function messageMember(operation: Named, body: unknown): string | undefined {
  if (!(isSend(operation) || isRead(operation)) || !isObject(body)) return undefined;
  if (body.data !== undefined) return 'data';
  if (hasId(body) && telling.some((name) => name in body)) return '';
  return Object.keys(body).find((name) => hasId(body[name])) ?? (hasId(body) ? '' : undefined);
}

/** A success with its message moved to `data`. */
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
