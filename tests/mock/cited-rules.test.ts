import type { Api } from './support/api.ts';
import { expect, test } from './support/test.ts';

const own = '/sim_card_data_usage_notifications/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';
const foreign = '/sim_card_data_usage_notifications/7a2e3d4c-5b6a-4f79-8c8d-1e2f3a4b5c6d';
const welcome = 'a1111111-1111-4111-8111-111111111111';
const templateOfOthers = 'b4444444-4444-4444-8444-444444444444';
const group = 'c5555555-5555-4555-8555-555555555555';

const reserve = (api: Api, ...numbers: string[]) => {
  const body = { customer_reference: 'r', phone_numbers: numbers.map((phone_number) => ({ phone_number })) };
  return api.call('POST', '/number_reservations', { body });
};
const makeTemplated = (template_id: string) => ({ subject: undefined, text_body: undefined, template_id });
const sent = async (api: Api) => (await api.accepted()).id;
const sentByOthers = async (api: Api) => (await api.accepted({}, { as: 'key_other' })).id;

const page = 'PAGE-3 PAGE-4 PAGE-5 PAGE-11';
const types = 'DIR-1 DIR-2 DIR-7';
const runs = 'RUN-1 RUN-2 RUN-3 RUN-16 RUN-17 RUN-19';
const queued = 'EMAIL-ANS-1 EMAIL-ANS-3 EMAIL-ANS-12 EMAIL-ANS-9';
const notQueued = 'EMAIL-ANS-1 EMAIL-ANS-3 EMAIL-ANS-12';

/** Calls with the rules that decide their answers: clients read them in the journal under "Why". */
const calls: Record<string, [call: (api: Api) => Promise<unknown>, rules: string]> = {
  'a list': [(api) => api.get('/dir/document_types'), `${types} ${page}`],
  'a page beyond the last': [(api) => api.get('/dir/document_types?page[number]=9'), `${types} ${page} PAGE-12`],
  'a list of runs': [(api) => api.get('/ai/missions/runs'), `${runs} ${page}`],
  'runs of a status': [(api) => api.get('/ai/missions/runs?status=failed'), `${runs} RUN-12 RUN-13 RUN-14 ${page}`],
  'runs of an unknown status': [
    (api) => api.get('/ai/missions/runs?status=odd'),
    `RUN-15 ${runs} RUN-12 RUN-13 RUN-14 ${page}`,
  ],
  'an update of both members': [
    (api) =>
      api.call('PATCH', own, {
        body: { sim_card_id: 'b8c1f0a2-3d4e-4f5a-8b6c-7d8e9f0a1b2c', threshold: { amount: '1.0', unit: 'GB' } },
      }),
    'SIM-2 SIM-10 SIM-9',
  ],
  'an update of a unit and a read-only member': [
    (api) => api.call('PATCH', own, { body: { id: 'x', threshold: { unit: 'GB' } } }),
    'SIM-2 SIM-9 SIM-15 SIM-11 SIM-12',
  ],
  'a notification of another account': [(api) => api.call('PATCH', foreign, { body: {} }), 'SIM-25 SIM-24 SIM-23'],
  'a reservation without numbers': [(api) => reserve(api), 'RSV-1 RSV-13 RSV-32 RSV-7 RSV-19 RSV-21'],
  'a free and a held number': [
    (api) => reserve(api, '+13125550101', '+13125550200'),
    'RSV-1 RSV-13 RSV-32 RSV-7 RSV-2 RSV-31 RSV-16 RSV-18 RSV-26 RSV-27',
  ],
  'a send': [(api) => api.send(), queued],
  'a send by the legacy route': [(api) => api.send({}, { path: '/emails' }), `${queued} EMAIL-ALIAS-1`],
  'a sandboxed send': [(api) => api.send({ sandbox_mode: true }), `${notQueued} EMAIL-SAND-1 EMAIL-SAND-2`],
  'a scheduled send': [
    (api) => api.send({ scheduled_at: '2999-01-02T00:00:00Z' }),
    `${notQueued} EMAIL-SCHED-3 EMAIL-SCHED-4 EMAIL-SCHED-1`,
  ],
  'a send for a past time': [
    (api) => api.send({ send_at: '2020-01-02T00:00:00Z' }),
    `${queued} EMAIL-SCHED-3 EMAIL-SCHED-8`,
  ],
  'a template': [(api) => api.send(makeTemplated(welcome)), `${queued} EMAIL-SUBJ-4 EMAIL-SUBJ-5 EMAIL-TMPL-1`],
  'a template of another account': [(api) => api.send(makeTemplated(templateOfOthers)), 'EMAIL-TMPL-5 EMAIL-TMPL-6'],
  'a reply': [
    async (api) => api.send({ in_reply_to_message_id: await sent(api) }),
    `${queued} EMAIL-THREAD-5 EMAIL-THREAD-21`,
  ],
  'a reply to a message of another account': [
    async (api) => api.send({ in_reply_to_message_id: await sentByOthers(api) }),
    'EMAIL-THREAD-7 EMAIL-THREAD-8 EMAIL-THREAD-9 EMAIL-THREAD-10',
  ],
  'a reply to all of nothing': [(api) => api.send({ reply_to_all: true }), `${queued} EMAIL-THREAD-19`],
  'a forward': [async (api) => api.send({ forward_of_message_id: await sent(api) }), `${queued} EMAIL-FWD-5`],
  'a reply that forwards': [
    async (api) => {
      const id = await sent(api);
      return api.send({ in_reply_to_message_id: id, forward_of_message_id: id });
    },
    'EMAIL-THREAD-23 EMAIL-THREAD-24 ERR-10',
  ],
  'headers, tags, tracking and an address for replies': [
    (api) =>
      api.send({
        headers: { 'X-A': 'a', To: 'b' },
        tags: ['t'],
        reply_to: 'r@example.com',
        tracking_settings: { opens: true },
      }),
    `${queued} EMAIL-FROM-8 EMAIL-FROM-11 EMAIL-WO-1 EMAIL-WO-2 EMAIL-HDR-5 EMAIL-TRACK-1`,
  ],
  'a suppressed recipient': [
    (api) => api.send({ cc: ['bounced@example.com'] }),
    `${queued} EMAIL-SUPP-11 EMAIL-SUPP-12 EMAIL-SUPP-16`,
  ],
  'a recipient suppressed for a group': [
    (api) => api.send({ cc: ['grouped@example.com'], group_id: group }),
    `${queued} EMAIL-SUPP-11 EMAIL-SUPP-12 EMAIL-SUPP-16 EMAIL-GROUP-2`,
  ],
  'an override of suppressions': [
    (api) => api.send({ cc: ['unsubscribed@example.com'], ignore_suppression: true }),
    `${queued} EMAIL-SUPP-8`,
  ],
  'a send without the scope of overrides': [(api) => api.send({}, { as: 'key_restricted' }), `${queued} EMAIL-SUPP-9`],
  'an address in two spellings': [
    (api) => api.send({ to: ['a@b.co'], cc: [' A@b.co'] }),
    'EMAIL-RCPT-2 EMAIL-RCPT-3 EMAIL-RCPT-6 EMAIL-RCPT-5',
  ],
  'a message': [
    async (api) => api.get(`/email_messages/${await sent(api)}`),
    'EMAIL-GET-2 EMAIL-GET-3 EMAIL-WO-2 EMAIL-ANS-11',
  ],
  'a scheduled message': [
    async (api) => {
      const { id } = await api.accepted({ scheduled_at: '2999-01-02T00:00:00Z' });
      return api.get(`/email_messages/${id}`);
    },
    'EMAIL-GET-2 EMAIL-GET-3 EMAIL-WO-2',
  ],
  'an unknown message': [(api) => api.get(`/email_messages/${group}`), 'EMAIL-GET-4'],
  'a message of another account': [
    async (api) => api.get(`/email_messages/${await sentByOthers(api)}`),
    'EMAIL-GET-5 EMAIL-GET-4',
  ],
  'a wrong type': [(api) => api.send({ subject: 7 }), 'EMAIL-ANS-15 ERR-10 ERR-11'],
  'a content coding': [
    (api) => api.call('PATCH', own, { body: {}, headers: { 'Content-Encoding': 'gzip' } }),
    'HTTP-17 SIM-23',
  ],
  'a media type': [
    (api) => api.call('PATCH', own, { body: '{}', headers: { 'Content-Type': 'text/plain' } }),
    'HTTP-5 HTTP-6 SIM-23',
  ],
};

for (const [title, [call, rules]] of Object.entries(calls)) {
  test(`the journal cites the rules of ${title}`, async ({ api }) => {
    await call(api);
    const { body } = await api.control('GET', '/requests');
    const [latest] = (body as { requests: { rules: string[] }[] }).requests;
    expect(latest?.rules.join(' ')).toBe(rules);
  });
}
