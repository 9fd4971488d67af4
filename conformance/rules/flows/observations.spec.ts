import { readMessage, send } from '../../suite/api/sending.ts';
import { type Case, rule, test } from '../../suite/rule.ts';

// The source leaves these points open. The report shows the target's behaviour, without a verdict.

const read = async (t: Case, path: string) =>
  t.observe(`GET ${path}: ${(await t.api.raw({ method: 'GET', path })).status}`);

test(
  ...rule('AUTH-7', 'the scheme named by a 401', async (t) => {
    const answer = await t.api.as('anonymous').listRuns();
    t.observe(`WWW-Authenticate: ${answer.header('www-authenticate') ?? 'none'}`);
  }),
);

test(
  ...rule('ERR-7', 'the meta of an error', async (t) => {
    const { errors } = await t.api.as('anonymous').listRuns();
    t.observe(`meta: ${JSON.stringify(errors.map(({ meta }) => meta))}`);
  }),
);

test(
  ...rule('HTTP-13', 'a read is answered, and waited for when the target is busy', async (t) => {
    const { status } = await t.api.listDocumentTypes();
    t.observe(`answered with ${status}; 429 is sent again after Retry-After`);
  }),
);

test(
  ...rule('HTTP-14', 'the answer to a slash at the end', async (t) => {
    for (const path of ['/dir/document_types/', '/ai/missions/runs/']) await read(t, path);
  }),
);

test(
  ...rule('HTTP-15', 'the answer to a null where the contract names none', { needs: ['write'] }, async (t) => {
    for (const name of ['customer_reference', 'phone_numbers'])
      t.observe(`${name}: ${(await t.api.createReservation({ [name]: null })).status}`);
    const { status } = await t.api.updateNotification(t.unique.uuid(), { threshold: null });
    t.observe(`threshold of an unknown id: ${status}`);
  }),
);

test(
  ...rule('HTTP-16', 'the answer to a page size that is given twice', async (t) => {
    const [types, runs] = ['page[size]', t.target.wire.pageSize].map(encodeURIComponent);
    await read(t, `/dir/document_types?${types}=1&${types}=2`);
    await read(t, `/ai/missions/runs?${runs}=1&${runs}=2`);
  }),
);

test(
  ...rule('EMAIL-ANS-10', 'a later reading shows one of the known statuses', async (t) => {
    const { data } = await readMessage(t, (await send(t)).id);
    t.observe(`right after its creation, a message is ${data.status}`);
  }),
);

test(
  ...rule('EMAIL-SCHED-13', 'the meaning of a time without an offset', async (t) => {
    const scheduled_at = t.time.in('P2D').split('.')[0];
    const { shown } = await t.mustSucceed(t.api.sendEmail(t.email({ scheduled_at })), 'a message with such a time');
    t.observe(`${scheduled_at} was taken as ${shown.scheduled_at ?? 'a time that is not shown'}`);
  }),
);
