import { loadRegister } from '../../../spec/register.ts';
import type { OperationId } from '../../../spec/types.ts';
import { chooseSizeForShortEnd, documentTypes, type List, missionRuns } from '../../suite/api/lists.ts';
import { makeNumbersBody } from '../../suite/api/numbers.ts';
import { sendReadable } from '../../suite/api/sending.ts';
import { makeWrongSends, wrongReservations, wrongUpdates } from '../../suite/api/wrong-values.ts';
import { type Answer, type Case, rule, test, written } from '../../suite/rule.ts';
import { invariantRules } from '../invariants/index.ts';

/** Numbers of a range that no inventory has. */
const unknownNumbers = Array.from({ length: 12 }, (_, index) => `+4477009005${10 + index}`);
/** A body that is no JSON by its type either. */
const otherType = written('x', 'text/plain');
/** References that must be returned unchanged. */
const references = ['0012', ' padded ', 'true', '{"a": 1}', "O'Brien & <Söhne>", 'x'.repeat(255)];

/** Sends plain requests to an operation, so that there are answers for its invariants to judge. */
function probe(
  operation: OperationId,
  title: string,
  needs: readonly string[],
  body: (t: Case) => Promise<unknown>,
): void {
  const register = loadRegister();
  const ids = [...invariantRules].filter((id) => {
    const { operation: about = [], needs: needed = [] } = register.get(id) ?? {};
    // Requests for which a further need is missing leave the rules open that need it.
    const isOpen = !needs.includes('reservation') || needed.includes('reservation');
    return isOpen && (about === 'all' || [about].flat().includes(operation));
  });
  test(...rule(ids, title, { needs, isProbe: true }, async (t) => void (await body(t))));
}

/** Sends each request on its own, so that a disturbance affects one of them. */
async function sendAll(t: Case, requests: readonly (() => Promise<Answer>)[]): Promise<void> {
  for (const request of requests) await t.again(request);
}

/** Pages of a list: the first, a short last one, one beyond it, and an empty one. */
async function readPages(t: Case, list: List): Promise<void> {
  const total = Number((await list.page(t)).meta.total_results) || 1;
  const size = chooseSizeForShortEnd(total);
  const last = Math.ceil(total / size);
  const ends = [last, last + 1].map((number) => ({ size, number }));
  const empty = list === missionRuns ? [{ status: 'conformance-no-such-status' }] : [];
  const queries = [{ size: 1 }, { size: 1, number: 2 }, ...ends, { size: 1000 }, ...empty];
  await sendAll(
    t,
    queries.map((query) => () => list.request(t.api, query)),
  );
}

probe('listDirDocumentTypes', 'pages of document types', ['read'], async (t) => {
  const { api } = t;
  await readPages(t, documentTypes);
  await sendAll(t, [
    () => api.as('anonymous').listDocumentTypes(),
    () => api.listDocumentTypes({}, { authorization: 'Bearer unknown' }),
    ...['abc', 0].map((size) => () => api.listDocumentTypes({ size })),
  ]);
});

probe('listRecentAiMissionRuns', 'pages of mission runs', ['read'], async (t) => {
  const { api } = t;
  await readPages(t, missionRuns);
  await sendAll(t, [
    () => api.as('anonymous').listRuns(),
    ...[{ size: 'abc' }, { size: 0 }, { number: 0 }, { size: 1001 }].map((query) => () => api.listRuns(query)),
  ]);
});

probe('updateSimCardDataUsageNotification', 'updates of a notification', ['write', 'simNotification'], async (t) => {
  const { api, notification, unique } = t;
  const { id } = notification;
  await t.mustSucceed(api.readNotification(id), 'an update');
  const { sim_card_id } = (await api.readNotification(id)).shown;
  const good = [
    { amount: '33.0', unit: 'MB' },
    { amount: '34', unit: 'GB' },
  ].map((threshold) => ({ threshold }));
  const bodies = [...good, { sim_card_id }, undefined, ...Object.values(wrongUpdates), otherType];
  await sendAll(t, [
    ...bodies.map((body) => () => api.updateNotification(id, body)),
    () => api.updateNotification(unique.uuid(), {}),
    () => api.updateNotification('none', {}),
    () => api.as('anonymous').updateNotification(unique.uuid(), {}),
  ]);
});

probe('createNumberReservation', 'reservations, refused ones among them', ['write'], async (t) => {
  const { api, unique } = t;
  await t.mustSucceed(api.createReservation({}), 'a reservation of no numbers');
  await sendAll(t, [
    ...[unique.reference(), ...references].map((text) => () => api.createReservation({ customer_reference: text })),
    () => api.createReservation(makeNumbersBody(...unknownNumbers)),
    ...[...Object.values(wrongReservations), otherType].map((body) => () => api.createReservation(body)),
    () => api.as('anonymous').createReservation({}),
    () => api.createReservation({}, { authorization: 'Bearer unknown' }),
  ]);
});

probe('createNumberReservation', 'reservations of free and of held numbers', ['write', 'reservation'], async (t) => {
  const reference = t.unique.reference('007 Grüße "x" 電話');
  const { numbers } = await t.again(() => t.numbers.reserve(t.api, 3, reference));
  await sendAll(t, [() => t.api.createReservation(makeNumbersBody(...numbers))]);
});

probe('createEmailMessage', 'sends, refused ones among them', ['send'], async (t) => {
  const { api, email, target, time, unique } = t;
  const send = (body: unknown) => () => api.sendEmail(body);
  const members = { headers: { 'X-Conformance': 'yes' }, tags: ['conformance'], metadata: { conformance: 'yes' } };
  const attachment = {
    content: Buffer.from('a;b').toString('base64'),
    content_type: 'text/csv',
    disposition: 'attachment',
    filename: 'table.csv',
  };
  const { hardBounce } = target.email.suppressed ?? {};
  await t.mustSucceed(api.sendEmail(email()), 'a send');
  await sendAll(t, [
    send(email.real()),
    send(email.real({ scheduled_at: time.in('PT1H') })),
    send(email({ ...members, html_body: '<p>Hello</p>', cc: [unique.address()], reply_to: unique.address() })),
    send(email({ attachments: [attachment] })),
    ...(hardBounce ? [send(email({ to: [hardBounce] })), send(email({ cc: [hardBounce] }))] : []),
    ...[...Object.values(makeWrongSends(t)), otherType].map(send),
    // The pointer to this header needs escapes.
    send(email({ headers: { 'X-Conformance~x': 7 } })),
    () => api.sendEmail(email(), { key: 'a.b' }),
    () => api.as('anonymous').sendEmail({}),
  ]);
});

probe('getEmailMessage', 'reading messages', ['send'], async (t) => {
  const { api, unique } = t;
  const { id } = await sendReadable(t);
  await sendAll(t, [
    () => api.getEmail(id),
    () => api.getEmail(unique.uuid()),
    () => api.getEmail('none'),
    () => api.as('anonymous').getEmail(unique.uuid()),
  ]);
});
