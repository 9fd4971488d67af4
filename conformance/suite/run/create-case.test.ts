import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadRegister } from '../../../spec/register.ts';
import { ownPath } from '../../../spec/testing/own-path.ts';
import type { Case } from '../calls/case.ts';
import { expect as inCase } from '../calls/expect.ts';
import { MailMissing } from '../calls/mailbox.ts';
import { SentTo } from '../calls/subject.ts';
import { inconclusive } from '../outcome/signals.ts';
import type { Profile } from '../target/profile.ts';
import { resolveTarget } from '../target/target.ts';
import { Answer, MissingInAnswer } from '../wire/answer.ts';
import { Disturbance } from '../wire/disturbance.ts';
import type { SafeRequest, Transport } from '../wire/transport.ts';
import { CaseLog } from './case-log.ts';
import { createCase } from './create-case.ts';
import { createHarness, type Harness } from './harness.ts';

const profile: Profile = {
  baseUrl: 'https://staging.example.com/v2',
  accounts: { primary: { apiKey: 'a-key' } },
  allow: ['read', 'write', 'send'],
  email: { from: 'sender@example.com', recipientDomain: 'mail.example.com' },
};

interface Asked {
  way: 'target' | 'side';
  url: string;
  key: string | undefined;
  body: string | undefined;
}

/** A process of a run against a target that answers everything with a status, and what is asked of it. */
function harnessOf({
  isMock = false,
  status = 200,
  ...more
}: Partial<Profile> & { isMock?: boolean; status?: number }) {
  const asked: Asked[] = [];
  const transport = (way: Asked['way']) =>
    ({
      async send({ url, headers, body }: SafeRequest) {
        const key = headers.find(([name]) => name === 'Authorization')?.[1];
        asked.push({ way, url, key, body: body?.toString() });
        const aside = '{"now":"2026-11-22T10:00:00.000Z","messages":[]}';
        const [answered, text] = way === 'side' ? [200, aside] : [status, '{"data":{}}'];
        return { status: answered, headers: [], body: Buffer.from(text), sentAt: '', tookMs: 1 };
      },
    }) as unknown as Transport;
  const dir = ownPath();
  mkdirSync(dir, { recursive: true });
  const target = resolveTarget({ ...profile, ...more }, { isMock, clockOffsetMs: 0 });
  const plain = createHarness({ id: 'run1', dir, seed: 7 }, target, 2);
  plain.close();
  const harness: Harness = { ...plain, transport: transport('target'), sideTransport: transport('side') };
  return { harness, asked };
}

/** A case of such a process: what its body is given, and what comes of it. */
function caseOf(harness: Harness) {
  const log = new CaseLog(loadRegister(), ['PAGE-1'], 'warn');
  return { log, ...createCase(harness, log) };
}

const given = (options: Parameters<typeof harnessOf>[0] = {}): Case => caseOf(harnessOf(options).harness).given;

test('a mail is sent in the sandbox, from the sender of the profile, to somebody new, unless it says otherwise', () => {
  const { email, seed } = given();
  const common = { from: 'sender@example.com', text_body: 'A message of the conformance suite.' };
  const subject = expect.stringMatching(/^Conformance-run1-2\w+$/);
  const to = [expect.stringMatching(/^to\.conf-run1-2\w+@mail\.example\.com$/)];
  expect(email()).toEqual({ ...common, subject, to, sandbox_mode: true });
  expect(email.real()).toEqual({ ...common, subject, to });
  expect(email({ sandbox_mode: false, to: ['a@b.example'] })).toEqual({
    ...common,
    subject,
    to: ['a@b.example'],
    sandbox_mode: false,
  });
  expect(email.real({ subject: 'Mine' })).toMatchObject({ subject: 'Mine' });
  expect(seed).toBe(7);
});

test('cases share the state of their process, and one that moves the clock has a copy to itself', async () => {
  const { harness, asked } = harnessOf({ isMock: true, control: { admin: 'http://127.0.0.1:4010/__admin' } });
  const cases = [0, 1, 2].map(() => caseOf(harness));
  for (const { given: the } of cases.slice(0, 2)) {
    await the.api.listRuns();
    await the.control.advance('PT1H');
    await the.control.hold();
    await the.api.listRuns();
  }
  for (const { end } of cases) await end();
  await cases[2]?.given.api.listRuns();
  const shown = asked.map(({ way, url, key }) => (way === 'side' ? url.replace(/^.*__admin/, '') : key));
  expect(shown).toEqual([
    ...['Bearer a-key.run-run1-2', '/clock?partition=run-run1-2-1', '/hold?partition=run-run1-2-1'],
    ...['Bearer a-key.run-run1-2-1'],
    ...['Bearer a-key.run-run1-2', '/clock?partition=run-run1-2-2', '/hold?partition=run-run1-2-2'],
    ...['Bearer a-key.run-run1-2-2'],
    ...['/release?partition=run-run1-2-1', '/release?partition=run-run1-2-2'],
    ...['Bearer a-key.run-run1-2'],
  ]);
  expect(cases[0]?.given.time.now().toISOString()).toMatch(/^2026-11-22T10:00:/);
  expect([cases[0]?.given.time, cases[2]?.given.time].includes(harness.time)).toBe(false);
});

test('the cases of a deployment share its time', () => {
  const { harness } = harnessOf({});
  expect(caseOf(harness).given.time).toBe(harness.time);
});

test('where an update of nothing is refused, a notification is read by an update to what the profile says of it', async () => {
  const original = { amount: '1', unit: 'GB' } as const;
  const { harness, asked } = harnessOf({ status: 422, simNotification: { id: 'own', original } });
  await caseOf(harness).given.api.readNotification('own');
  expect(asked.map(({ body }) => body)).toEqual(['{}', JSON.stringify({ threshold: original })]);
});

test('that no mail comes at all is known to the cases of a process that come after', async () => {
  const { harness } = harnessOf({ outbox: { mailpit: 'http://127.0.0.1:8025', waitMs: 1 } });
  await expect(caseOf(harness).given.mailbox.settle()).rejects.toThrow('no mail comes at all');
  expect(harness.delivery.isDead).toBe(true);
});

test('the notifications are those of the profile, and what it lacks of them blocks the case', () => {
  const { notification } = given({ simNotification: { id: 'own', foreignId: 'foreign' } });
  expect([notification.id, notification.foreignId]).toEqual(['own', 'foreign']);
  const none = given();
  expect(() => none.notification.id).toThrow('the profile lacks: simNotification: { id: UUID }');
  expect(() => none.notification.foreignId).toThrow(/^the profile lacks: simNotification: \{ foreignId: /);
});

test('a reservation that is refused blocks the case', async () => {
  const numbers = Array.from({ length: 50 }, (_, index) => `+${index}`);
  const { harness, asked } = harnessOf({ status: 403, reservation: { phoneNumbers: numbers } });
  await expect(caseOf(harness).given.reserve(2)).rejects.toMatchObject({
    outcome: 'blocked',
    message: expect.stringMatching(/^a reservation of numbers of the profile was refused: 403 /),
  });
  expect(JSON.parse(asked[0]?.body ?? '').phone_numbers).toHaveLength(2);
});

test('one number is reserved, unless a case says how many', async () => {
  expect((await given({ reservation: { phoneNumbers: ['+1', '+2'] } }).reserve()).numbers).toHaveLength(1);
});

test('a reservation that is disturbed is made anew, and the case goes on', async () => {
  const { harness } = harnessOf({ reservation: { phoneNumbers: ['+1', '+2', '+3'] } });
  const { transport } = harness;
  let times = 0;
  const send: Transport['send'] = (request) => {
    times += 1;
    return times === 1 ? Promise.reject(new Disturbance('a gateway answered')) : transport.send(request);
  };
  const { given: the, log } = caseOf({ ...harness, transport: { send } as Transport });
  expect((await the.reserve()).answer.status).toBe(200);
  expect([times, log.disturbance]).toEqual([2, undefined]);
});

test('mail that does not come is compared with a plain mail of the case, and blocks it where that is not accepted', async () => {
  const outbox = { mailpit: 'http://outbox.example', waitMs: 60 };
  const { harness, asked } = harnessOf({ status: 403, outbox });
  await expect(caseOf(harness).given.mailbox.find('a@b.example')).rejects.toMatchObject({
    outcome: 'blocked',
    message: 'a plain mail was refused: 403 {"data":{}}',
  });
  const [canary] = asked.filter(({ way }) => way === 'target').map(({ body }) => JSON.parse(body ?? ''));
  expect(canary).toEqual({
    from: 'sender@example.com',
    to: [expect.stringMatching(/^canary\.conf-run1-2/)],
    subject: expect.stringMatching(/^Canary-run1-2/),
    text_body: 'A message of the conformance suite.',
  });
  const redirecting = caseOf(harnessOf({ status: 302, outbox }).harness).given;
  await expect(redirecting.mailbox.find('a@b.example')).rejects.toThrow('a plain mail was refused: 302 {"data":{}}');
});

const request = { method: 'GET', url: 'https://staging.example.com/v2/x', headers: [] };
const answer = (status: number) => new Answer({ operation: undefined, status, headers: [], text: '{}', request });
const broken = new TypeError('no length');
const notHeld: [what: string, failing: () => unknown, ended: object][] = [
  ['a refusal', () => answer(422), { outcome: 'blocked', message: 'the valid twin was refused: 422 {}' }],
  ['a service that is not there', () => answer(503), { outcome: 'blocked' }],
  [
    'a breakdown of the service',
    () => answer(500),
    { name: 'MissingInAnswer', message: 'expected the valid twin to be a success, got 500 {}' },
  ],
  [
    'an expectation',
    () => inCase(1, 'the size').toBe(2),
    { outcome: 'blocked', message: 'the valid twin: expected the size: 2, got 1' },
  ],
  [
    'a member that is missing',
    () => {
      throw new MissingInAnswer('an id', answer(200));
    },
    { outcome: 'blocked', message: 'the valid twin: expected an id, got 200 {}' },
  ],
  [
    'a mail that has not come',
    () => {
      throw new MailMissing('a mail', 'none came', new SentTo('a@b.example'));
    },
    { outcome: 'blocked', message: 'expected a mail, and none came' },
  ],
  ['what has ended', () => inconclusive('the list moved'), { outcome: 'inconclusive', message: 'the list moved' }],
];
for (const [what, failing, ended] of notHeld) {
  test(`a precondition that is not held ends the case: ${what}`, async () => {
    await expect(given().given(Promise.resolve().then(failing))).rejects.toMatchObject(ended);
  });
}

test('a mistake in a precondition is told as it is, and what holds is given', async () => {
  await expect(given().given(Promise.reject(broken))).rejects.toBe(broken);
  expect(await given().given('an id')).toBe('an id');
  const accepted = answer(204);
  expect(await given().given(accepted)).toBe(accepted);
});

const lateness: [isMock: boolean, readMs: number, mailMs: number | undefined, note: object, took: object][] = [
  [false, 6.2, 19.1, { note: 'what was written was read 7 ms later' }, { took: { readMs: 7, mailMs: 20 } }],
  [false, 0, 19.1, {}, { took: { mailMs: 20 } }],
  [false, 0, undefined, {}, { took: {} }],
  [true, 6.2, 19.1, { note: 'what was written was read 7 ms later' }, {}],
];
for (const [isMock, readMs, mailMs, note, took] of lateness) {
  test(`how late ${isMock ? 'our mock' : 'a target'} was is noted: a read by ${readMs} ms, mail by ${mailMs} ms`, async () => {
    const { given: the, readBack, end, log } = caseOf(harnessOf({ isMock }).harness);
    readBack.lateMs = readMs;
    the.mailbox.slowestMs = mailMs;
    await end();
    log.end();
    const verdicts = [{ rule: 'PAGE-1', outcome: 'pass', ...note }];
    expect(log.record('t')).toEqual({ title: 't', verdicts, mismatches: [], ...took });
  });
}
