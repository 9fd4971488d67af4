import { UUID } from '../../../spec/validators.ts';
import { answers, dataOf, every, type Invariant, members } from './invariant.ts';

const DATE_TIME = /^\d{4}-?\d\d-?\d\dT\d\d(:?\d\d){0,2}/i;
const UTC = /(Z|[+-]00(:?00)?)$/i;

const notifications = dataOf('updateSimCardDataUsageNotification');
const times = members(notifications, 'created_at', 'updated_at');

/** Rules about SIM card data usage notifications. */
export const notificationRules: readonly Invariant[] = [
  every('SIM-3', members(notifications, 'id'), 'is the id in the path', (id, { request }) => {
    const requested = new URL(request.url).pathname.split('/').at(-1) ?? '';
    // SIM-18 and SIM-19 own the answers to other ids.
    return !UUID.test(requested) || String(id).toLowerCase() === requested.toLowerCase();
  }),
  every('SIM-7', times, 'is an ISO 8601 date-time', isTime),
  every('SIM-8', times, 'is in UTC', (value) => !isTime(value) || UTC.test(String(value))),
  every(
    'SIM-23',
    answers(({ refused, status }) => refused && status !== 401),
    'has the standard error body',
    ({ hasErrorBody }) => hasErrorBody,
  ),
  every('DIR-8', notifications, 'has no status', ({ status }) => status === undefined),
];

function isTime(value: unknown): boolean {
  return DATE_TIME.test(String(value));
}
