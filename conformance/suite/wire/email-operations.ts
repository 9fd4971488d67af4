import type { OperationId } from '../../../spec/types.ts';

type Named = OperationId | undefined;

/** Whether an operation sends a message, by either route. */
export const isSend = (operation: Named): boolean => operation === 'createEmailMessage' || operation === 'createEmail';

/** Whether an operation reads one, by either route. */
export const isRead = (operation: Named): boolean => operation === 'getEmailMessage' || operation === 'getEmail';
