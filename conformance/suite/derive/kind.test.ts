import { expect, onTestFinished, test, vi } from 'vitest';
import type { Case } from '../calls/case.ts';
import { contract } from '../wire/contract.ts';
import { accepted } from './accepted.ts';
import { derivedCases } from './derived-cases.ts';
import { beginWith } from './kind.ts';
import { derivations } from './operations.ts';
import { refused } from './refused.ts';

const { document } = contract();
const notification = '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';

function subjectOf(id: string) {
  const operation = document.operations.find((one) => one.id === id);
  if (!operation) throw new Error(`there is no ${id}`);
  return { document, operation, derivation: derivations[operation.id] };
}

/** A case at a target whose notification shows this when it is read by an update with this body. */
function updateCase(shown: object, body: string): Case {
  return {
    seed: 1,
    notification: { id: notification },
    api: { readNotification: () => ({ shown, request: { body } }) },
    given: async (answer: unknown) => answer,
  } as unknown as Case;
}

test('a derived case needs what its kind of requests needs', () => {
  const needsOf = (title: RegExp) =>
    derivedCases()
      .filter((one) => title.test(one.title))
      .map(({ options }) => options);
  expect(needsOf(/^getEmailMessage: /)).toEqual([
    { derived: true, needs: ['send'] },
    { derived: true, needs: ['read'] },
  ]);
  expect(needsOf(/^createNumberReservation: /)).toEqual([
    { derived: true, needs: ['write'] },
    { derived: true, needs: ['write'] },
  ]);
  expect([accepted.title, refused.title].every((title) => needsOf(new RegExp(title)).length > 4)).toBe(true);
});

const amount = ['/threshold/amount', '/threshold/unit'];

for (const [what, shown, body, learned] of [
  ['shows its card', { sim_card_id: 's1' }, '{}', { lacking: [], needed: amount }],
  ['shows no card', {}, '{}', { lacking: ['/sim_card_id'], needed: amount }],
  [
    'shows its card, and is read by that',
    { sim_card_id: 's1' },
    '{"a":1}',
    { lacking: [], needed: [...amount, '/sim_card_id'] },
  ],
  ['is read by its threshold', {}, '{"a":1}', { lacking: ['/sim_card_id'], needed: [...amount, '/threshold'] }],
] as const) {
  test(`what an update is made of follows from a notification that ${what}`, async () => {
    const given = updateCase(shown, body);
    const { known = {}, ...rest } = await derivations.updateSimCardDataUsageNotification.prepare(given, 'valid');
    expect(rest).toEqual(learned);
    expect(known.id?.()).toBe(notification);
    expect(known['/sim_card_id']?.()).toBe('sim_card_id' in shown ? 's1' : undefined);
  });
}

test('a number is asked for that nobody has, and a copy of the mock has those of the profile, one after the other', async () => {
  let taken = 0;
  const numbersOf = async (partitioned: boolean, kind: 'valid' | 'invalid') => {
    const given = { numbers: { next: () => `+${++taken}` }, target: { partitioned } } as unknown as Case;
    const { known, lacking } = await derivations.createNumberReservation.prepare(given, kind);
    const number = known?.['/phone_numbers/0/phone_number'];
    return [number?.(), number?.(), lacking];
  };
  expect(await numbersOf(true, 'valid')).toEqual(['+1', '+2', undefined]);
  expect(await numbersOf(true, 'invalid')).toEqual(['+3', '+4', undefined]);
  // Numbers are scarce at a deployment, and one that nobody has need not be accepted.
  expect(await numbersOf(false, 'valid')).toEqual([undefined, undefined, ['/phone_numbers']]);
  expect(await numbersOf(false, 'invalid')).toEqual(['+447700900126', '+447700900126', undefined]);
});

/** What a send is made of at a target with this template. */
async function sendsWith(rendered?: { id: string; variables?: object }) {
  const data = { id: 'm1' };
  const email = (overrides: object = {}) => ({ subject: 'Hello', text_body: 'Text', ...overrides });
  const given = {
    again: (part: () => unknown) => part(),
    api: { sendEmail: async () => ({ data }) },
    email: Object.assign(email, { real: email }),
    given: async (what: unknown) => what,
    target: { email: { from: 'me@example.com', ...(rendered && { templates: { rendered } }) } },
    time: { in: (duration: string) => `in ${duration}` },
    unique: { address: (local = 'to') => `${local}@people.example`, key: () => 'key-1' },
  } as unknown as Case;
  const { known = {}, around, lacking } = await derivations.createEmailMessage.prepare(given, 'valid');
  const values = Object.fromEntries(Object.entries(known).map(([place, value]) => [place, value()]));
  const bodies = ['subject', 'template_id', 'template_variables', 'reply_to_all'].map((member) => around?.(member));
  return { values, bodies, lacking };
}

const inSend = {
  ...Object.fromEntries(
    ['to', 'cc', 'bcc'].flatMap((name) =>
      [`/${name}/0`, `/${name}/0/email`].map((place) => [place, `${name}@people.example`]),
    ),
  ),
  '/from': 'me@example.com',
  '/from/email': 'me@example.com',
  '/reply_to': 'replies@people.example',
  '/reply_to/email': 'replies@people.example',
  '/scheduled_at': 'in PT1H',
  '/send_at': 'in PT2H',
  '/in_reply_to_message_id': 'm1',
  '/ignore_suppression': false,
  'Idempotency-Key': 'key-1',
};
const plainSend = { subject: 'Hello', text_body: 'Text' };
const reply = { ...plainSend, in_reply_to_message_id: 'm1' };

test('what a send is made of is what the target takes, and a template brings its own text', async () => {
  expect(await sendsWith()).toEqual({
    values: inSend,
    bodies: [plainSend, plainSend, plainSend, reply],
    lacking: ['/template_id', '/template_variables'],
  });
  const named = { template_id: 't1', template_variables: { a: 1 } };
  expect(await sendsWith({ id: 't1', variables: { a: 1 } })).toEqual({
    values: { ...inSend, '/template_id': 't1', '/template_variables': { a: 1 } },
    bodies: [plainSend, named, named, reply],
    lacking: [],
  });
  expect(await sendsWith({ id: 't1' })).toEqual({
    values: { ...inSend, '/template_id': 't1', '/template_variables': {} },
    bodies: [plainSend, { template_id: 't1' }, { template_id: 't1' }, reply],
    lacking: [],
  });
});

test('what was learned of the target goes before what is known without it', async () => {
  const subject = subjectOf('updateSimCardDataUsageNotification');
  const bodyOf = async (given: Case) => (await beginWith(given, subject, 'valid')).plain.body;
  expect(await bodyOf(updateCase({ sim_card_id: 's1' }, '{}'))).toEqual({});
  expect(await bodyOf(updateCase({ sim_card_id: 's1' }, '{"a":1}'))).toEqual({ sim_card_id: 's1' });
});

test('the steps of a case end before it does, one after the other', async () => {
  let [open, ended, most] = [0, 0, 0];
  const answer = { status: 200, accepted: true };
  const given = {
    ...updateCase({}, '{}'),
    target: { wire: {} },
    again: (ask: () => unknown) => ask(),
    api: { raw: async () => answer, readNotification: () => ({ shown: {}, request: { body: '{}' } }) },
    async step(_label: string, body: () => Promise<void>) {
      most = Math.max(most, ++open);
      await new Promise(setImmediate);
      await body();
      open--;
      ended++;
    },
  } as unknown as Case;
  await accepted.run(given, subjectOf('updateSimCardDataUsageNotification'), () => true);
  expect([open, most]).toEqual([0, 1]);
  expect(ended).toBeGreaterThan(3);
});

test('what a derived case looked at is told as it came out, and what there was no occasion to look at is not applicable', async () => {
  const checked: [rule: string, holds: boolean][] = [];
  const told: boolean[] = [];
  const given = {
    notApplicable(reason: string) {
      throw new Error(reason);
    },
    check(rule: string, assertion: () => void) {
      try {
        assertion();
        checked.push([rule, true]);
        return true;
      } catch {
        checked.push([rule, false]);
        return false;
      }
    },
  } as unknown as Case;
  const derived = derivedCases().find(({ title }) => title === `createEmail: ${accepted.title}`);
  const [first, second, ...others] = derived?.rules ?? [];
  if (!derived || !first || !second) throw new Error('there is no such case');
  const run = vi.spyOn(accepted, 'run').mockImplementation(async (_, { operation }, charge) => {
    expect(operation.id).toBe('createEmail');
    told.push(charge(first, () => {}));
    told.push(
      charge(second, () => {
        throw new Error('it is broken');
      }),
    );
  });
  onTestFinished(() => run.mockRestore());
  await derived.body(given);
  expect([told, others.length > 0]).toEqual([[true, false], true]);
  expect(checked).toEqual([[first, true], ...[second, ...others].map((rule) => [rule, false])]);
});
