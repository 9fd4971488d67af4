import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownPath } from '../../../spec/testing/own-path.ts';
import { Answer } from '../wire/answer.ts';
import { WrittenNotifications } from './written-notification.ts';

function answer(body: object | string | undefined, shown: object, status = 200): Answer {
  const url = 'https://staging.example.com/v2/sim_card_data_usage_notifications/n1';
  const sent = typeof body === 'object' ? JSON.stringify(body) : body;
  const request = { method: 'PATCH', url, headers: [], ...(sent !== undefined && { body: sent }) };
  const text = JSON.stringify(status === 200 ? { data: shown } : { errors: [] });
  return new Answer({ operation: 'updateSimCardDataUsageNotification', status, headers: [], text, request });
}
const threshold = (amount: unknown, unit: unknown = 'MB') => ({ threshold: { amount, unit } });

/** The notifications after these updates. */
function after(...updates: [body: object | string | undefined, shown?: object, status?: number][]) {
  const written = new WrittenNotifications(() => 7, undefined);
  for (const [body, shown = {}, status] of updates) written.sent('n1', answer(body, shown, status));
  return written;
}

const histories: [what: string, updates: Parameters<typeof after>, expected: object | undefined][] = [
  ['the written amount, without needless zeros', [[threshold('020.050')]], { amount: '20.05', unit: 'MB' }],
  ['an amount of zero', [[threshold('00.0')]], { amount: '0', unit: 'MB' }],
  [
    'the SIM card that the first answer shows',
    [[threshold('1'), { sim_card_id: 'AB' }]],
    { amount: '1', unit: 'MB', sim_card_id: 'ab' },
  ],
  ['members of earlier updates', [[threshold('1')], [{ threshold: { unit: 'GB' } }]], { amount: '1', unit: 'GB' }],
  ['no member that was written as another type', [[threshold('1')], [threshold(2)]], { unit: 'MB' }],
  [
    'no threshold that was written as null',
    [[{ ...threshold('1'), sim_card_id: 'a' }], [{ threshold: null }]],
    { sim_card_id: 'a' },
  ],
  ['the answer to an empty update', [['{ }', threshold('3.0', 'GB')]], { amount: '3', unit: 'GB' }],
  ['nothing after a refusal', [[threshold('1'), {}, 422]], undefined],
];
for (const [what, updates, expected] of histories) {
  test(`a read must show ${what}`, () => {
    expect(after(...updates).get('n1')?.expected).toEqual(expected);
  });
}

const touches: [what: string, update: Parameters<typeof after>[0], isTouched: boolean][] = [
  ['a refused update', [threshold('2'), {}, 422], true],
  ['a refused update that is not JSON', ['{', {}, 400], true],
  ['an accepted empty update', ['{}', threshold('3')], true],
  ['a refused empty update', [' {} ', {}, 422], false],
];
for (const [what, update, isTouched] of touches) {
  test(`${what} ${isTouched ? 'must be checked to have changed nothing' : 'can not have changed anything'}`, () => {
    const known = after([threshold('1')], update).get('n1');
    expect(known).toMatchObject({ expected: { amount: '1', unit: 'MB' }, isTouched });
  });
}

test('an answer shows the written members unless it shows another value', () => {
  const written = after([{ ...threshold('20.0'), sim_card_id: 'AB' }]);
  const isShown = (shown: object) => written.isShown('n1', answer('{}', shown));
  expect([{}, threshold('20.000'), { sim_card_id: 'Ab' }].map(isShown)).toEqual([true, true, true]);
  expect([threshold('2'), threshold('20', 'GB'), { sim_card_id: 'cd' }].map(isShown)).toEqual([false, false, false]);
});

test('an update without effect repeats the SIM card, else the threshold, else that of the profile', () => {
  const original = { amount: '2048.0', unit: 'MB' };
  const unchanging = (shown: object) => {
    const written = new WrittenNotifications(() => 0, original);
    written.adopt('n1', { ...shown });
    return written.unchanging('n1');
  };
  expect(unchanging({ ...threshold('1'), sim_card_id: 'a' })).toEqual({ sim_card_id: 'a' });
  expect(unchanging(threshold('1'))).toEqual(threshold('1'));
  expect(unchanging({ threshold: { unit: 'MB' } })).toEqual({ threshold: original });
});

test('an update is a read when it is empty or repeats the known values', () => {
  const written = after([threshold('1')]);
  const isRead = (body: object | string) => written.isRead('n1', answer(body, {}));
  expect(['{ }', threshold('1'), threshold('2'), ''].map(isRead)).toEqual([true, true, false, false]);
});

test('the next case, in any process, knows the written members', () => {
  const runDir = ownPath('run');
  mkdirSync(runDir, { recursive: true });
  after([threshold('1')]).leave(runDir);
  const next = after();
  next.takeOver(runDir);
  expect(next.get('n1')?.expected).toEqual({ amount: '1', unit: 'MB' });
});
