import { answer, refuse } from '../contract/answer.ts';
import { showMessageDetail } from '../email/view.ts';
import type { Operation } from './operation.ts';

/**
 * Reads a message with its bodies (source document, Resources > Email message); one of another account is as unknown as one that does
 * not exist.
 */
export const getEmailMessage: Operation<'getEmailMessage'> = {
  code: '10015',
  unauthorized: ['AUTH-5'],
  handle({ caller, values }, world) {
    const message = world.messages.get(caller.account, values.id as string);
    if (message) return answer(200, { data: showMessageDetail(message) }, 'EMAIL-GET-2', 'EMAIL-GET-3');
    return refuse(404, { code: '10001', detail: 'The message does not exist.' }, 'EMAIL-GET-4', 'EMAIL-GET-5');
  },
};
