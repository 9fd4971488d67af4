import { randomUUID } from 'node:crypto';

/** One request, as the load generator sends it. Its path is relative to the base URL of a server. */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  /** Names and values in turn. */
  headers: string[];
  body?: string;
}

/** What differs between the calls of one measurement. */
export interface CallContext {
  /** A text that no call before had. */
  unique: () => string;
  /** The id of a message that the server has. */
  parent: string;
}

/** A kind of request that all servers are measured with. */
export interface Request {
  name: string;
  title: string;
  operationId: string;
  status: number;
  call(context: CallContext): Call;
  /** What a server is asked first, when it does not yet have what `call` needs. */
  first?(): Call;
}

const asCaller = ['authorization', 'Bearer key_primary'];
const withBody = [...asCaller, 'content-type', 'application/json'];

const message = {
  from: { email: 'support@example.com', name: 'Example Support' },
  to: ['ada@example.com'],
  subject: 'Your order is on its way',
  text_body: 'Hello Ada, your order 20931 left our warehouse today.',
  html_body: '<p>Hello Ada, your order <b>20931</b> left our warehouse today.</p>',
  tags: ['orders'],
};
const plainMessage = JSON.stringify(message);

/** A message to send; the growth measurements use it too. */
export function send(headers: readonly string[] = withBody): Call {
  return { method: 'POST', path: '/email_messages', headers: [...headers], body: plainMessage };
}

/** The page with the newest runs. */
export function listRuns(size: number, headers: readonly string[] = asCaller): Call {
  return { method: 'GET', path: `/ai/missions/runs?page%5Bsize%5D=${size}`, headers: [...headers] };
}

/** The headers of a request with a body, for an API key. */
export function headersFor(key: string): string[] {
  return ['authorization', `Bearer ${key}`, 'content-type', 'application/json'];
}

/** The six kinds of request, in the order of the table. */
export const requests: readonly [Request, ...Request[]] = [
  {
    name: 'list-20',
    title: 'list of 20 runs',
    operationId: 'listRecentAiMissionRuns',
    status: 200,
    call: constant(listRuns(20)),
  },
  {
    name: 'list-1000',
    title: 'list of 1,000 runs',
    operationId: 'listRecentAiMissionRuns',
    status: 200,
    call: constant(listRuns(1000)),
  },
  {
    name: 'patch',
    title: 'PATCH of a notification',
    operationId: 'updateSimCardDataUsageNotification',
    status: 200,
    call: constant({
      method: 'PATCH',
      path: '/sim_card_data_usage_notifications/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c',
      headers: withBody,
      body: JSON.stringify({ threshold: { amount: '4.0', unit: 'GB' } }),
    }),
  },
  {
    name: 'send',
    title: 'plain send',
    operationId: 'createEmailMessage',
    status: 202,
    call: constant(send()),
  },
  {
    name: 'send-with-key',
    title: 'send with a key, a new one each time',
    operationId: 'createEmailMessage',
    status: 202,
    call: ({ unique }) => send([...withBody, 'idempotency-key', unique()]),
  },
  {
    name: 'reply',
    title: 'reply',
    operationId: 'createEmailMessage',
    status: 202,
    call: ({ parent }) => ({
      ...send(),
      body: JSON.stringify({ ...message, subject: `Re: ${message.subject}`, in_reply_to_message_id: parent }),
    }),
    first: () => send(),
  },
];

/** Where a call's unique texts come from: nothing else in this or another measurement has them. */
export function uniqueTexts(): () => string {
  const prefix = randomUUID();
  let count = 0;
  return () => `${prefix}-${count++}`;
}

/** The same call every time, made once. */
function constant(call: Call): () => Call {
  return () => call;
}
