import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadRegister } from '../../../spec/register.ts';
import { ownPath } from '../../../spec/testing/own-path.ts';
import type { OperationId } from '../../../spec/types.ts';
import type { Case } from '../calls/case.ts';
import { CaseLog } from '../run/case-log.ts';
import { createCase } from '../run/create-case.ts';
import { createHarness } from '../run/harness.ts';
import type { Profile } from '../target/profile.ts';
import { resolveTarget } from '../target/target.ts';
import { contract, operationAt } from '../wire/contract.ts';
import { headerOf } from '../wire/exchange.ts';
import type { SafeRequest, Transport } from '../wire/transport.ts';
import { accepted } from './accepted.ts';
import type { Kind } from './kind.ts';
import { derivations } from './operations.ts';
import { refused } from './refused.ts';

const { document, validators } = contract();
const uuid = '11111111-1111-4111-8111-111111111111';
const baseUrl = 'https://staging.example.com/v2';
const profile: Profile = {
  baseUrl,
  accounts: { primary: { apiKey: 'a-key' } },
  allow: ['read', 'write', 'send'],
  email: {
    from: 'sender@example.com',
    recipientDomain: 'example.com',
    templates: { rendered: { id: uuid, variables: { name: 'Ada' }, subject: 'Hello, Ada' } },
  },
  simNotification: { id: uuid },
  reservation: { phoneNumbers: Array.from({ length: 200 }, (_, index) => `+1312555${1000 + index}`) },
  consistency: { waitMs: 0 },
};

/** What is wrong with a request. */
interface Wrong {
  in: 'path' | 'query' | 'header' | 'body';
  /** The name of the parameter. */
  name: string;
  pointer: string;
}

interface Answered {
  status: number;
  body: unknown;
}

/** Answers a request to an operation, with what is wrong with it by the contract. */
type Service = (id: OperationId, wrong: Wrong | undefined, request: SafeRequest) => Answered;

const refusal = (status: number, code: string, source?: object, detail?: unknown): Answered => ({
  status,
  body: {
    errors: [{ code, title: 'No', detail: 'No.', ...(source && { source }) }],
    ...(detail !== undefined && { detail }),
  },
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
    const given = {
      path: decodeURIComponent(pathname.split('/').at(-1) ?? ''),
      query: searchParams.get(name) ?? undefined,
      header: headerOf(headers, name),
    };
    const value = given[place as keyof typeof given];
    if (value !== undefined && 'violation' in validators.parameter(id, name, value))
      return { in: place as Wrong['in'], name, pointer: '' };
  }
  if (method === 'GET') return undefined;
  const violation = validators.requestBody(id, JSON.parse(body?.toString() ?? ''));
  if (!violation) return undefined;
  const { missing, pointer } = violation;
  return { in: 'body', name: '', pointer: missing === undefined ? pointer : `${pointer}/${missing}` };
}

interface Run {
  /** The steps in their order, each with the rules that were charged in it. */
  charged: string[];
  /** What came of the rules that did not pass. */
  verdicts: string[];
  asked: SafeRequest[];
  /** So many requests were under way at one time, at most. */
  atOnce: number;
}

/** Runs the derived requests of an operation against a service. */
async function run(kind: Kind, id: OperationId, service: Service, more: Partial<Profile> = {}): Promise<Run> {
  const asked: SafeRequest[] = [];
  let [open, atOnce] = [0, 0];
  const dir = ownPath();
  mkdirSync(dir, { recursive: true });
  const target = resolveTarget({ ...profile, ...more }, { isMock: false, clockOffsetMs: 0 });
  const harness = createHarness({ id: 'run1', dir, seed: 1 }, target, 0);
  harness.close();
  const send = async (request: SafeRequest) => {
    asked.push(request);
    atOnce = Math.max(atOnce, ++open);
    await new Promise(setImmediate);
    open -= 1;
    const at = operationAt(request.method, request.url.slice(baseUrl.length));
    const { status, body } = at ? service(at, wrongIn(at, request), request) : refusal(404, '10005');
    return { status, headers: [], body: Buffer.from(JSON.stringify(body)), sentAt: '', tookMs: 1 };
  };
  const operation = document.operations.find((one) => one.id === id);
  if (!operation) throw new Error(`there is no ${id}`);
  const subject = { document, operation, derivation: derivations[id] };
  const log = new CaseLog(loadRegister(), kind.rules(subject), 'warn');
  const { given } = createCase({ ...harness, transport: { send } as unknown as Transport }, log);
  const charged: string[] = [];
  const noted: Case = Object.create(given, {
    step: {
      value: (label: string, body: () => unknown) => {
        charged.push(label.length > 80 ? `${label.slice(0, 80)}...` : label);
        return given.step(label, body);
      },
    },
  });
  const running = kind.run(noted, subject, (rule, assertion) => {
    charged.push(`${charged.pop() ?? 'the plainest request'} ${rule}`);
    return log.check(rule, assertion);
  });
  await running.catch((error: unknown) => log.end(error));
  const { verdicts } = log.record('t');
  const told = verdicts.filter(({ outcome }) => outcome !== 'pass');
  return {
    charged,
    verdicts: told.map((one) =>
      [one.rule, one.outcome, one.expected, one.actual, one.note].filter(Boolean).join(' | '),
    ),
    asked,
    atOnce,
  };
}

for (const kind of [accepted, refused]) {
  test(`a service that keeps the contract breaks no rule, and each is looked at: ${kind.title}`, async () => {
    const lines: string[] = [];
    for (const { id } of document.operations) {
      const { charged, verdicts } = await run(kind, id, exact);
      expect(verdicts, id).toEqual([]);
      lines.push(id, ...charged.map((line) => `  ${line}`), '');
    }
    await expect(lines.join('\n')).toMatchFileSnapshot(
      `golden/charged-${kind === accepted ? 'accepted' : 'refused'}.txt`,
    );
  });
}

const everything: Service = (id, _, request) => exact(id, undefined, request);
const none = () => refusal(403, '10009');
const services: [what: string, kind: Kind, id: OperationId, service: Service][] = [
  ['takes everything', refused, 'listRecentAiMissionRuns', everything],
  ['takes everything', refused, 'createNumberReservation', everything],
  [
    'takes a size of 1001',
    refused,
    'listRecentAiMissionRuns',
    (id, wrong, request) => exact(id, /size[^=]*=1001$/.test(request.url) ? undefined : wrong, request),
  ],
  ['refuses everything', refused, 'listRecentAiMissionRuns', none],
  ['refuses everything', refused, 'createNumberReservation', none],
  ['refuses everything', accepted, 'createNumberReservation', none],
  [
    'lacks an operation',
    accepted,
    'createEmail',
    (id, wrong, request) => (id === 'createEmail' ? none() : exact(id, wrong, request)),
  ],
  [
    'lacks an operation',
    accepted,
    'getEmail',
    (id, wrong, request) => (id === 'getEmail' ? none() : exact(id, wrong, request)),
  ],
  [
    'knows no message',
    refused,
    'getEmailMessage',
    (id, wrong, request) => (wrong ? exact(id, wrong, request) : refusal(404, '10005')),
  ],
  [
    'has other codes',
    refused,
    'listDirDocumentTypes',
    (id, wrong, request) => (wrong ? refusal(422, '10007', { parameter: wrong.name }) : exact(id, wrong, request)),
  ],
  [
    'has no errors',
    refused,
    'listDirDocumentTypes',
    (id, wrong, request) => (wrong ? { status: 422, body: {} } : exact(id, wrong, request)),
  ],
  [
    'has no codes',
    refused,
    'listDirDocumentTypes',
    (id, wrong, request) => (wrong ? { status: 422, body: { errors: [{ code: 7 }] } } : exact(id, wrong, request)),
  ],
  [
    'has one code that is none',
    refused,
    'listDirDocumentTypes',
    (id, wrong, request) =>
      wrong ? { status: 422, body: { errors: [{ code: 7 }, { code: '10007' }] } } : exact(id, wrong, request),
  ],
  [
    'points elsewhere',
    refused,
    'updateSimCardDataUsageNotification',
    (id, wrong, request) => (wrong ? refusal(422, '10015', { pointer: '/x' }) : exact(id, wrong, request)),
  ],
  [
    'blames another parameter',
    refused,
    'listRecentAiMissionRuns',
    (id, wrong, request) => (wrong ? refusal(422, '10015', {}, [{ loc: ['query', 'x'] }]) : exact(id, wrong, request)),
  ],
  [
    'tells no places',
    refused,
    'listRecentAiMissionRuns',
    (id, wrong, request) => (wrong ? refusal(422, '10015', {}, []) : exact(id, wrong, request)),
  ],
  [
    'tells other things among the places',
    refused,
    'listRecentAiMissionRuns',
    (id, wrong, request) =>
      wrong
        ? refusal(422, '10015', {}, [null, 'no', { loc: ['query', 'x'] }, { loc: ['query', wrong.name] }])
        : exact(id, wrong, request),
  ],
  [
    'names what lacks a member',
    refused,
    'createEmailMessage',
    (id, wrong, request) =>
      wrong?.in === 'body'
        ? refusal(422, '10015', { pointer: wrong.pointer.replace(/\/[^/]*$/, '') })
        : exact(id, wrong, request),
  ],
  [
    'holds numbers for others',
    refused,
    'createNumberReservation',
    (id, wrong, request) => (wrong ? exact(id, wrong, request) : refusal(409, '10007')),
  ],
  [
    'takes no number that is none',
    refused,
    'createNumberReservation',
    (id, wrong, request) =>
      wrong?.pointer === '/phone_numbers/0/phone_number'
        ? { status: 200, body: { data: { phone_numbers: [{ status: 'failure' }] } } }
        : exact(id, wrong, request),
  ],
  [
    'refuses a member',
    accepted,
    'createEmailMessage',
    (id, wrong, request) => (request.body?.includes('"reply_to"') ? none() : exact(id, wrong, request)),
  ],
  [
    'refuses an unknown key',
    refused,
    'createEmailMessage',
    (id, wrong, request) => (wrong?.in === 'header' ? refusal(422, '10015') : exact(id, wrong, request)),
  ],
];
test('what is wrong with a service is told of the rules that it breaks, each with what was expected and the first that came', async () => {
  const lines: string[] = [];
  for (const [what, kind, id, service] of services) {
    const { verdicts } = await run(kind, id, service);
    lines.push(`${id}, ${kind.title}: the service ${what}`, ...verdicts.map((line) => `  ${line}`), '');
  }
  await expect(lines.join('\n')).toMatchFileSnapshot('golden/broken.txt');
});

const together: [what: string, refuses: (request: SafeRequest) => boolean, isAsked: boolean][] = [
  ['a member', ({ body }) => body?.includes('"reply_to"') ?? false, false],
  ['nulls', ({ body }) => body?.includes(':null') ?? false, true],
  ['a member that nobody knows', ({ body }) => body?.includes('conformance_unknown') ?? false, true],
  ['each key', ({ headers }) => headerOf(headers, 'Idempotency-Key') !== undefined, true],
];
for (const [what, refuses, isAsked] of together) {
  test(`members are ${isAsked ? '' : 'not '}sent all together to a service that refuses ${what}`, async () => {
    const { charged, verdicts } = await run(accepted, 'createEmailMessage', (id, wrong, request) =>
      refuses(request) ? none() : exact(id, wrong, request),
    );
    expect(verdicts).not.toEqual([]);
    const isSent = (what: string) => charged.some((line) => line.startsWith(`${what}: with all members`));
    // What one place takes says nothing of another.
    expect([isSent('the body'), isSent('/attachments/0')]).toEqual([isAsked, true]);
  });
}

test('what is not read under its name is asked under that of the profile', async () => {
  const wire = { pageNumber: 'sheet', pageSize: 'per' };
  const { asked, verdicts } = await run(
    refused,
    'listRecentAiMissionRuns',
    (id, _, request) => {
      const [[name = '', value = ''] = []] = [...new URL(request.url).searchParams];
      const isGood = value === '1' || value === '7';
      return isGood
        ? exact(id, undefined, request)
        : refusal(422, '10015', { parameter: name }, [{ loc: ['query', name] }]);
    },
    { wire },
  );
  expect(verdicts).toEqual([]);
  expect(new Set(asked.map(({ url }) => url.replace(/=.*/, '')))).toEqual(
    new Set(['sheet', 'per'].map((name) => `${baseUrl}/ai/missions/runs?${name}`)),
  );
});

test('a message to be read is sent where that may be, and else one that nobody has is asked for', async () => {
  const idsOf = async (allow: NonNullable<Profile['allow']>, more: Partial<Profile> = {}) => {
    const { asked } = await run(refused, 'getEmailMessage', exact, { allow, ...more });
    const twins = asked.filter(({ method, url }) => method === 'GET' && /[-0-9a-f]{36}$/.test(url));
    return [
      asked.filter(({ method }) => method === 'POST').length,
      new Set(twins.map(({ url }) => url.slice(-36))).has(uuid),
    ];
  };
  const ids = [await idsOf(['read', 'send']), await idsOf(['read']), await idsOf(['read', 'send'], { email: {} })];
  expect(ids).toEqual([
    [1, true],
    [0, false],
    [0, false],
  ]);
});

const unknown: [what: string, id: OperationId, service: Service, more: Partial<Profile>, member: string][] = [
  [
    'a template of which the profile has none',
    'createEmailMessage',
    exact,
    { email: { from: 'sender@example.com', recipientDomain: 'example.com' } },
    '"template_',
  ],
  [
    'a SIM card that the service does not show',
    'updateSimCardDataUsageNotification',
    (id, wrong, request) => (wrong ? exact(id, wrong, request) : { status: 200, body: { data: {} } }),
    {},
    '"sim_card_id":"',
  ],
];
for (const [what, id, service, more, member] of unknown) {
  test(`nothing is asked with ${what}`, async () => {
    const askedFor = async (of: Service, other?: Partial<Profile>) =>
      (await run(accepted, id, of, other)).asked.filter(({ body }) => body?.includes(member)).length;
    expect(await askedFor(exact)).toBeGreaterThan(0);
    expect(await askedFor(service, more)).toBe(0);
  });
}

test('faults go out eight at a time, and before what is right', async () => {
  const { asked, atOnce } = await run(refused, 'updateSimCardDataUsageNotification', exact);
  const bodies = asked.slice(-2).map(({ body }) => body?.toString());
  expect(bodies).toEqual(['', 'GB'].map((unit) => JSON.stringify({ threshold: { amount: '2048.0', unit } })));
  expect(atOnce).toBe(8);
});
