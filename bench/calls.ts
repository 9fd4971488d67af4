import { randomUUID } from 'node:crypto';
import type { Call } from './load.ts';

const authorization = 'Bearer key_primary';
const json = { authorization, 'content-type': 'application/json' };

const message = JSON.stringify({
  from: { email: 'support@example.com', name: 'Example Support' },
  to: ['ada@example.com'],
  subject: 'Your order is on its way',
  text_body: 'Hello Ada, your order 20931 left our warehouse today.',
  html_body: '<p>Hello Ada, your order <b>20931</b> left our warehouse today.</p>',
  tags: ['orders'],
});

/** A request that is measured. The mock's answer is the only example of the operation for Prism. */
export interface Measured {
  title: string;
  operationId: string;
  next: () => Call;
}

export const list: Measured = {
  title: 'list of 20 runs',
  operationId: 'listRecentAiMissionRuns',
  next: () => ({ method: 'GET', path: '/ai/missions/runs?page%5Bsize%5D=20', headers: { authorization } }),
};

export const update: Measured = {
  title: 'update of a notification',
  operationId: 'updateSimCardDataUsageNotification',
  next: () => ({
    method: 'PATCH',
    path: '/sim_card_data_usage_notifications/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c',
    headers: json,
    body: '{"threshold":{"amount":"4.0","unit":"GB"}}',
  }),
};

export const send: Measured = {
  title: 'send',
  operationId: 'createEmailMessage',
  next: () => ({ method: 'POST', path: '/email_messages', headers: json, body: message }),
};

export const keyedSend: Measured = {
  title: 'send with a new key each time',
  operationId: 'createEmailMessage',
  next: () => {
    const { headers, ...call } = send.next();
    return { ...call, headers: { ...headers, 'idempotency-key': randomUUID() } };
  },
};
