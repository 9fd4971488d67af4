import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { readMessage, send } from '../../suite/api/sending.ts';
import { type Answer, type Case, type CaseOptions, rule, test } from '../../suite/rule.ts';

/** Reports observations about open points of the source, without a verdict. */
type Observation = [rule: RuleId, sentence: string, observe: (t: Case) => Promise<string>, options?: CaseOptions];

const statusOf = async (answer: Promise<Answer>) => (await answer).status;
const read = async (t: Case, path: string) => `GET ${path}: ${await statusOf(t.api.raw({ method: 'GET', path }))}`;

const observations: readonly Observation[] = [
  [
    'HTTP-13',
    'a read is answered, and waited for when the target is busy',
    async (t) => `answered with ${await statusOf(t.api.listDocumentTypes())}; 429 is sent again after Retry-After`,
  ],
  [
    'ERR-7',
    'the meta of an error',
    async (t) => `meta: ${JSON.stringify((await t.api.as('anonymous').listRuns()).errors.map(({ meta }) => meta))}`,
  ],
  [
    'HTTP-14',
    'the answer to a slash at the end',
    async (t) => `${await read(t, '/dir/document_types/')}, ${await read(t, '/ai/missions/runs/')}`,
  ],
  [
    'HTTP-16',
    'the answer to a page size that is given twice',
    async (t) => {
      const [types, runs] = ['page[size]', t.target.wire.pageSize].map(encodeURIComponent);
      const both = [`/dir/document_types?${types}=1&${types}=2`, `/ai/missions/runs?${runs}=1&${runs}=2`] as const;
      return `${await read(t, both[0])}, ${await read(t, both[1])}`;
    },
  ],
  [
    'HTTP-15',
    'the answer to a null where the contract names none',
    async (t) => {
      const bodies = [{ customer_reference: null }, { phone_numbers: null }];
      const [named, listed] = await Promise.all(bodies.map((body) => statusOf(t.api.createReservation(body))));
      const update = await statusOf(t.api.updateNotification(t.unique.uuid(), { threshold: null }));
      return `customer_reference: ${named}, phone_numbers: ${listed}, threshold of an unknown id: ${update}`;
    },
    { needs: ['write'] },
  ],
  [
    'AUTH-7',
    'the scheme that a 401 names',
    async (t) => `WWW-Authenticate: ${(await t.api.as('anonymous').listRuns()).header('www-authenticate') ?? 'none'}`,
  ],
  [
    'EMAIL-ANS-10',
    'a later reading shows one of the known statuses',
    async (t) => `right after its creation, a message is ${(await readMessage(t, (await send(t)).id)).data.status}`,
  ],
  [
    'EMAIL-SCHED-13',
    'how a time without an offset is understood',
    async (t) => {
      const scheduled_at = t.time.in('P2D').split('.')[0];
      const { shown } = await t.mustSucceed(t.api.sendEmail(t.email({ scheduled_at })), 'a message with such a time');
      return `${scheduled_at} was taken as ${shown.scheduled_at ?? 'a time that is not shown'}`;
    },
  ],
];

for (const [id, sentence, observe, options = {}] of observations)
  test(...rule(id, sentence, options, async (t) => t.observe(await observe(t))));
