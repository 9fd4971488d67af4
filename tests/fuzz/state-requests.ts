import { hash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { FuzzClient } from './client.ts';
import { bodies } from './json.ts';
import type { HttpRequest } from './request.ts';

const json = { 'Content-Type': 'application/json' };

const id = '3b0cbfa5-6f4a-4f3c-9f1d-2b7d5c1e8a90';
const createdAt = '2030-01-15T12:00:00.000Z';
const ann = { email: 'ann@example.com', name: 'Ann' };
const plain = JSON.stringify({ from: ann, to: [ann], subject: 'Hello', text_body: 'Hello' });
const rendered = JSON.stringify({ from: ann, to: [ann], template_id: id, template_variables: { a: 1 } });

const template = {
  id,
  account: 'acme',
  name: 'a',
  subject: 'a',
  html_body: '{% if a %}{{ a }}{% endif %}',
  text_body: '',
};
const message = {
  id,
  account: 'acme',
  status: 'sent',
  sandbox: false,
  messageId: `<${id}@mail.example.com>`,
  inReplyTo: null,
  references: [],
  from: ann,
  to: [ann],
  cc: [],
  bcc: [],
  replyTo: null,
  subject: 'Hello',
  html: null,
  text: 'Hello',
  headers: { 'X-A': 'a' },
  attachments: [{ content: '', contentType: 'text/plain', contentId: null, disposition: 'attachment', filename: 'a' }],
  tags: [],
  metadata: { a: 1 },
  suppressed: [],
  forwardOf: null,
  templateId: null,
  templateVariables: {},
  createdAt,
  scheduledAt: null,
  deliveredAt: createdAt,
};
const data = {
  id,
  record_type: 'email_message',
  status: 'queued',
  from: ann,
  to: [ann],
  cc: [],
  bcc: [],
  reply_to: null,
  subject: 'Hello',
  template_id: null,
  template_variables: {},
  attachments: [],
  events: [],
  created_at: createdAt,
};
const record = {
  account: 'acme',
  method: 'POST',
  path: '/v2/email_messages',
  key: 'k',
  fingerprint: hash('sha256', plain, 'base64'),
  createdAt,
  answer: { status: 202, body: { data } },
};
const number = '+13125550100';
const notification = {
  id,
  sim_card_id: id,
  record_type: 'sim_card_data_usage_notification',
  created_at: createdAt,
  threshold: { amount: '2048.0', unit: 'MB' },
  updated_at: createdAt,
};
const run = {
  run_id: id,
  mission_id: id,
  status: 'pending',
  started_at: createdAt,
  updated_at: createdAt,
  input: { site: 'Leeds' },
  metadata: { attempt: 1 },
};

/** States of a partition, and some that are almost one. */
const states = [
  { now: createdAt },
  { now: '9999-12-31T23:59:59Z' },
  { holds: [{ number, until: createdAt }], numbers: { free: [{ from: number, to: number }], held: [] } },
  { documentTypes: [{ short_name: 'a', description: 'a' }], missionRuns: { acme: [run] } },
  { notifications: [{ account: 'acme', resource: notification }] },
  { suppressions: [{ account: 'acme', address: ann.email, reason: 'hard_bounce' }] },
  { templates: [template] },
  { templates: [{ ...template, html_body: '{% if a %}' }] },
  { messages: [message] },
  { messages: [{ ...message, from: { email: 'no-at' } }] },
  { ledger: [record] },
  { ledger: [{ ...record, answer: { status: 202, body: { data: {} } } }] },
];

const partition = 'state';
const caller = { Authorization: `Bearer key_primary.${partition}`, ...json };
const read = (path: string): HttpRequest => ({ method: 'GET', path, headers: caller });
const post = (path: string, body: string, headers = {}): HttpRequest => ({
  method: 'POST',
  path: `/v2${path}`,
  headers: { ...caller, ...headers },
  body,
});

/** Requests that read a state or act on it. */
const uses: readonly HttpRequest[] = [
  read(`/v2/email_messages/${id}`),
  read('/v2/ai/missions/runs'),
  read('/v2/dir/document_types'),
  { ...post(`/sim_card_data_usage_notifications/${id}`, '{}'), method: 'PATCH' },
  post('/email_messages', plain, { 'Idempotency-Key': 'k' }),
  post('/email_messages', rendered),
  post('/email_messages', JSON.stringify({ ...JSON.parse(plain), in_reply_to_message_id: id })),
  post('/number_reservations', JSON.stringify({ phone_numbers: [{ phone_number: number }] })),
  ...['/__admin/state', '/__admin/outbox', '/__admin/clock', '/api/v1/messages', `/api/v1/message/${id}/raw`].map(
    (path) => read(`${path}?partition=${partition}`),
  ),
];

/** A separate partition is filled again and again, and used meanwhile. */
export const stateRequests: fc.Arbitrary<HttpRequest> = fc.oneof(
  bodies(states).map((body) => ({ method: 'PUT', path: `/__admin/state?partition=${partition}`, headers: json, body })),
  fc.constantFrom(...uses),
);

/** Fills a new partition from the snapshot of another one; returns a refusal, except 503, which many requests at once can cause. */
export async function findRefusedSnapshot(client: FuzzClient, from: string): Promise<string | undefined> {
  const taken = await client.send(read(`/__admin/state?partition=${from}`));
  if (taken.kind !== 'answer' || ![200, 503].includes(taken.status))
    return `there is no snapshot of ${from}: ${JSON.stringify(taken)}`;
  if (taken.status === 503) return undefined;
  const path = `/__admin/state?partition=${randomUUID()}`;
  const filled = await client.send({ method: 'PUT', path, headers: json, body: taken.text });
  if (filled.kind === 'answer' && [200, 503].includes(filled.status)) return undefined;
  return `a snapshot of ${from} is not taken back: ${JSON.stringify(filled)}`;
}
