import { answer, refuse } from '../contract/answer.ts';
import { isoTime } from '../time/times.ts';
import type { Operation } from './operation.ts';

/**
 * Changes the given members of a notification (source document, Endpoints > 1); one of another account is as unknown as one that does
 * not exist.
 */
export const updateSimCardDataUsageNotification: Operation<'updateSimCardDataUsageNotification'> = {
  code: '10015',
  unauthorized: ['AUTH-4'],
  bodiless: ['SIM-16', 'SIM-17'],
  handle({ caller, values, body }, world) {
    const now = isoTime(world.clock.now());
    const data = world.notifications.update(caller.account, values.id as string, body, now);
    if (data) return answer(200, { data }, 'SIM-2', 'SIM-9', 'SIM-15');
    return refuse(404, { code: '10005', detail: 'The requested resource does not exist.' }, 'SIM-24', 'SIM-25');
  },
};
