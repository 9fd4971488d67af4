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
