import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { loadRegister } from '../../../spec/register.ts';
import { ownPath } from '../../../spec/testing/own-path.ts';
import type { OperationId } from '../../../spec/types.ts';
import { CaseLog } from '../run/case-log.ts';
import { createCase } from '../run/create-case.ts';
import { createHarness } from '../run/harness.ts';
import type { Profile } from '../target/profile.ts';
import { resolveTarget } from '../target/target.ts';
import { contract, operationAt } from '../wire/contract.ts';
import { headerOf } from '../wire/exchange.ts';
import type { SafeRequest, Transport } from '../wire/transport.ts';
import { derivedCases } from './derived-cases.ts';

const { document, validators } = contract();
const uuid = '11111111-1111-4111-8111-111111111111';
const baseUrl = 'https://staging.example.com/v2';
const profile: Profile = {
  baseUrl,
  accounts: { primary: { apiKey: 'a-key' } },
  allow: ['read', 'write', 'send'],
  email: { from: 'sender@example.com', recipientDomain: 'example.com' },
  simNotification: { id: uuid },
  reservation: { phoneNumbers: Array.from({ length: 200 }, (_, index) => `+1312555${1000 + index}`) },
  consistency: { waitMs: 0 },
};

type DerivedCase = ReturnType<typeof derivedCases>[number];

interface Wrong {
  in: string;
  /** The name of the parameter. */
  name: string;
  pointer: string;
}
interface Reply {
  status: number;
  body: unknown;
}
type Service = (id: OperationId, wrong: Wrong | undefined, request: SafeRequest) => Reply;

const refusal = (status: number, code: string, source?: object, detail?: object[]): Reply => ({
  status,
  body: { errors: [{ code, title: 'No', detail: 'No.', ...(source && { source }) }], ...(detail && { detail }) },
});

/** A service that keeps the contract to the letter. */
const exact: Service = (id, wrong) => {
  if (wrong?.name === 'Idempotency-Key') return refusal(400, '10015');
  const code = id === 'createNumberReservation' ? '10007' : '10015';
  if (wrong?.in === 'body') return refusal(422, code, { pointer: wrong.pointer });
  if (wrong?.in === 'query') return refusal(422, code, { parameter: wrong.name }, [{ loc: ['query', wrong.name] }]);
  if (wrong) return refusal(422, code);
  if (id === 'createEmailMessage' || id === 'createEmail') return { status: 202, body: { data: { id: uuid, to: [] } } };
  return { status: 200, body: { data: id === 'updateSimCardDataUsageNotification' ? { sim_card_id: uuid } : {} } };
};

function wrongIn(id: OperationId, { method, url, headers, body }: SafeRequest): Wrong | undefined {
  const { pathname, searchParams } = new URL(url);
  const operation = document.operations.find((one) => one.id === id);
  for (const { in: place, name } of operation?.parameters ?? []) {
    const query = searchParams.get(name) ?? undefined;
    const path = decodeURIComponent(pathname.split('/').at(-1) ?? '');
    const value = { path, query, header: headerOf(headers, name) }[place as 'path' | 'query' | 'header'];
    if (value !== undefined && 'violation' in validators.parameter(id, name, value))
      return { in: place, name, pointer: '' };
  }
  const violation = method === 'GET' ? undefined : validators.requestBody(id, JSON.parse(body?.toString() ?? ''));
  if (!violation) return undefined;
  const { missing, pointer } = violation;
  return { in: 'body', name: '', pointer: missing === undefined ? pointer : `${pointer}/${missing}` };
}

/** The outcomes of the rules that a derived case judges, those that pass left out. */
async function findings({ rules, body }: DerivedCase, service: Service): Promise<Partial<Record<RuleId, string>>> {
  const dir = ownPath('run');
  mkdirSync(dir, { recursive: true });
  const harness = createHarness(
    { id: 'run1', dir, seed: 1 },
    resolveTarget(profile, { isMock: false, clockOffsetMs: 0 }),
    0,
  );
  harness.close();
  const send = async (request: SafeRequest) => {
    const at = operationAt(request.method, request.url.slice(baseUrl.length));
    const { status, body } = at ? service(at, wrongIn(at, request), request) : refusal(404, '10005');
    return { status, headers: [], body: Buffer.from(JSON.stringify(body)), sentAt: '', tookMs: 1 };
  };
  const log = new CaseLog(loadRegister(), rules, 'warn');
  const { t } = createCase({ ...harness, transport: { send } as unknown as Transport }, log);
  await body(t).catch((error: unknown) => log.end(error));
  const { verdicts } = log.record('t');
  const judged = verdicts.filter(({ outcome }) => outcome !== 'notApplicable');
  expect(judged.length, 'rules that were judged').toBeGreaterThan(0);
  return Object.fromEntries(
    judged.filter(({ outcome }) => outcome !== 'pass').map(({ rule, outcome }) => [rule, outcome]),
  );
}

for (const derived of derivedCases()) {
  test(`${derived.title}: nothing is found at a service that keeps the contract`, async () => {
    expect(await findings(derived, exact)).toEqual({});
  });
}

/** The case of the invalid requests of an operation. */
function refusedBy(id: OperationId): DerivedCase {
  return derivedCases().find(({ title }) => title.startsWith(`${id}: a request with one violation`)) as DerivedCase;
}

/** Answers a wrong request with this, everything else by the contract. */
const whenWrong =
  (reply: (wrong: Wrong) => Reply): Service =>
  (id, wrong, request) =>
    wrong ? reply(wrong) : exact(id, wrong, request);
const accepts: Service = (id, _, request) => exact(id, undefined, request);
const forbids: Service = () => refusal(403, '10009');

const services: [what: string, id: OperationId, service: Service, found: object][] = [
  ['accepts everything', 'createNumberReservation', accepts, { 'RSV-22': 'fail', 'RSV-23': 'fail' }],
  [
    'accepts a page size of 1001',
    'listRecentAiMissionRuns',
    (id, wrong, request) => exact(id, request.url.endsWith('=1001') ? undefined : wrong, request),
    { 'RUN-20': 'fail' },
  ],
  ['refuses everything', 'createNumberReservation', forbids, { 'RSV-22': 'blocked', 'RSV-23': 'blocked' }],
];
for (const [what, id, service, found] of services) {
  test(`a service that ${what} has the findings ${JSON.stringify(found)}`, async () => {
    expect(await findings(refusedBy(id), service)).toEqual(found);
  });
}

const wrongAnswers: [what: string, id: OperationId, service: Service][] = [
  ['points elsewhere', 'updateSimCardDataUsageNotification', whenWrong(() => refusal(422, '10015', { pointer: '/x' }))],
  ['has another code', 'listDirDocumentTypes', whenWrong(({ name }) => refusal(422, '10007', { parameter: name }))],
  [
    'blames another parameter',
    'listRecentAiMissionRuns',
    whenWrong(() => refusal(422, '10015', {}, [{ loc: ['query', 'x'] }])),
  ],
  [
    'has another status for a key',
    'createEmailMessage',
    (id, wrong, request) => (wrong?.in === 'header' ? refusal(422, '10015') : exact(id, wrong, request)),
  ],
];
for (const [what, id, service] of wrongAnswers) {
  test(`a service whose refusal ${what} is found, and blocks nothing`, async () => {
    const found = await findings(refusedBy(id), service);
    expect(Object.values(found)).not.toEqual([]);
    expect(Object.values(found)).not.toContain('blocked');
  });
}
