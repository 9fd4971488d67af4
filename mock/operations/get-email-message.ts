import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { addNotes, answer, refuse } from '../contract/answer.ts';
import { showMessageDetail } from '../email/messages.ts';
import type { Operation } from './operation.ts';

/** Reads a message that was made on either route (source document, Resources > Email message; EMAIL-ALIAS-3). */
export const getEmailMessage: Operation<'getEmailMessage'> = {
  code: '10015',
  handle({ caller, values }, world) {
    const message = world.messages.get(caller.account, values.id as string);
    if (message) {
      const rules: RuleId[] = ['EMAIL-GET-2', 'EMAIL-GET-3', 'EMAIL-WO-2'];
      if (message.status === 'sent') rules.push('EMAIL-ANS-11');
      return answer(200, { data: showMessageDetail(message) }, ...rules);
    }
    const reason = { code: '10001', detail: 'The message does not exist.' } as const;
    if (!world.messages.has(values.id as string)) return refuse(404, reason, 'EMAIL-GET-4');
    return addNotes(refuse(404, reason, 'EMAIL-GET-5', 'EMAIL-GET-4'), 'The message belongs to another account.');
  },
};

/** The legacy route (EMAIL-ALIAS-4). */
export const getEmail: Operation<'getEmail'> = {
  ...getEmailMessage,
  generalRules: () => ['EMAIL-ALIAS-4'],
};
