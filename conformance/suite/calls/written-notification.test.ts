import { expect, test } from 'vitest';
import { ownPath } from '../../../spec/testing/own-path.ts';
import { Answer } from '../wire/answer.ts';
import { WrittenNotifications } from './written-notification.ts';

/** An answer to an update of a notification. */
function answer(asked: string | undefined, shown: object, status = 200): Answer {
  const url = 'https://staging.example.com/v2/sim_card_data_usage_notifications/n1';
  const request = { method: 'PATCH', url, headers: [], ...(asked !== undefined && { body: asked }) };
  const text = JSON.stringify(status === 200 ? { data: shown } : { errors: [] });
  return new Answer({ operation: 'updateSimCardDataUsageNotification', status, headers: [], text, request });
}

/** What is known after these updates, each with what it was answered with. */
function after(...updates: [asked: object | string | undefined, shown?: object, status?: number][]) {
  let time = 7;
  const written = new WrittenNotifications(() => time++, undefined);
  for (const [asked, shown = {}, status] of updates)
    written.sent('n1', answer(typeof asked === 'object' ? JSON.stringify(asked) : asked, shown, status));
  return written.get('n1');
}

const threshold = (amount: unknown, unit: unknown = 'MB') => ({ threshold: { amount, unit } });
const known: [what: string, updates: Parameters<typeof after>, expected: object | undefined][] = [
  ['what was written, the amount without needless zeros', [[threshold('020.050')]], { amount: '20.05', unit: 'MB' }],
  [
    'the SIM card that was there',
    [[threshold('1'), { sim_card_id: 'AB' }]],
    { amount: '1', unit: 'MB', sim_card_id: 'ab' },
  ],
  ['an amount whose zeros say something', [[threshold('0.50')]], { amount: '0.5', unit: 'MB' }],
  ['an amount of zeros', [[threshold('00.0')]], { amount: '0', unit: 'MB' }],
  [
    'no SIM card that came later',
    [[threshold('1')], [threshold('10'), { sim_card_id: 'AB' }]],
    { amount: '10', unit: 'MB' },
  ],
  ['what is shown to an update of what nobody knows', [[{ x: 1 }, threshold('3')]], { amount: '3', unit: 'MB' }],
  ['a SIM card in small letters', [[{ sim_card_id: 'CD' }, { sim_card_id: 'ef' }]], { sim_card_id: 'cd' }],
  [
    'what was written before beside it',
    [[threshold('1')], [{ sim_card_id: 'a' }]],
    { amount: '1', unit: 'MB', sim_card_id: 'a' },
  ],
  ['nothing of an amount that was no text', [[threshold('1')], [threshold(2)]], { unit: 'MB' }],
  [
    'nothing of a threshold that was null',
    [[{ ...threshold('1'), sim_card_id: 'a' }], [{ threshold: null }]],
    { sim_card_id: 'a' },
  ],
  ['nothing of a SIM card that was null', [[threshold('1')], [{ sim_card_id: null }]], { amount: '1', unit: 'MB' }],
  ['half of a threshold', [[threshold('1')], [{ threshold: { unit: 'GB' } }]], { amount: '1', unit: 'GB' }],
  ['what is shown to an update that names nothing', [['{ }', threshold('3.0', 'GB')]], { amount: '3', unit: 'GB' }],
  ['what is shown to an update without body', [[undefined, threshold('3')]], { amount: '3', unit: 'MB' }],
  ['nothing after a refusal alone', [[threshold('1'), {}, 422]], undefined],
  ['nothing after a refusal of an update that names nothing', [['{}', {}, 422]], undefined],
];
for (const [what, updates, expected] of known) {
  test(`of a notification is known: ${what}`, () => {
    expect(after(...updates)?.expected).toEqual(expected);
  });
}

test('what is refused must not have changed anything, and what names nothing can not have', () => {
  expect(after([threshold('1')])).toMatchObject({ isTouched: false, at: 7 });
  expect(after([threshold('1')], [threshold('2'), {}, 422])).toEqual({
    expected: { amount: '1', unit: 'MB' },
    at: 8,
    isTouched: true,
  });
  // What was only read was written at no time that is known.
  expect(after(['{}', threshold('3')])).toEqual({ expected: { amount: '3', unit: 'MB' }, at: 0, isTouched: false });
  // What was written is not given up for what is read.
  expect(after([threshold('1')], ['{}', threshold('3')])).toEqual({
    expected: { amount: '1', unit: 'MB' },
    at: 8,
    isTouched: true,
  });
  expect(after([threshold('1')], ['{', {}, 400])?.isTouched).toBe(true);
  expect(after([threshold('1')], [' {} ', {}, 422])?.isTouched).toBe(false);
});

test('an answer shows what was written where no member that it has says otherwise', () => {
  const written = new WrittenNotifications(() => 0, undefined);
  written.sent('n1', answer(JSON.stringify({ ...threshold('20.0'), sim_card_id: 'AB' }), {}));
  const isShown = (shown: object) => written.isShown('n1', answer('{}', shown));
  for (const shown of [
    {},
    threshold('20'),
    threshold('20.000'),
    { sim_card_id: 'ab' },
    { sim_card_id: 'Ab' },
    threshold(20),
  ])
    expect(isShown(shown), JSON.stringify(shown)).toBe(true);
  for (const shown of [threshold('2'), threshold('20', 'GB'), { sim_card_id: 'cd' }])
    expect(isShown(shown), JSON.stringify(shown)).toBe(false);
});

test('an update that changes nothing writes the SIM card, else the threshold, else that of the profile', () => {
  const original = { amount: '2048.0', unit: 'MB' };
  const unchanging = (shown: object, ofProfile?: object) => {
    const written = new WrittenNotifications(() => 0, ofProfile);
    written.adopt('n1', { ...shown });
    return written.unchanging('n1');
  };
  expect(unchanging({ ...threshold('1'), sim_card_id: 'a' }, original)).toEqual({ sim_card_id: 'a' });
  expect(unchanging(threshold('1'), original)).toEqual(threshold('1'));
  expect(unchanging({ threshold: { unit: 'MB' } }, original)).toEqual({ threshold: original });
  expect(unchanging({ threshold: { amount: '1' } })).toBeUndefined();
});

test('an update is a reading where it names nothing, or what is there', () => {
  const written = new WrittenNotifications(() => 0, undefined);
  written.adopt('n1', threshold('1'));
  for (const [asked, isRead] of [
    ['{ }', true],
    [JSON.stringify(threshold('1')), true],
    [JSON.stringify(threshold('1'), null, 2), true],
    [JSON.stringify(threshold('2')), false],
    ['', false],
  ] as const)
    expect(written.isRead('n1', answer(asked, {})), asked).toBe(isRead);
});

test('what is known is left to the next case', () => {
  const runDir = ownPath();
  const [one, next] = [0, 1].map(() => new WrittenNotifications(() => 5, undefined)) as [
    WrittenNotifications,
    WrittenNotifications,
  ];
  next.takeOver(runDir);
  expect(next.get('n1')).toBeUndefined();
  one.sent('n1', answer(JSON.stringify(threshold('1')), {}));
  one.adopt('n2', { sim_card_id: 'c2' });
  one.leave(runDir);
  next.takeOver(runDir);
  expect(['n1', 'n2'].map((id) => next.get(id))).toEqual([
    { expected: { amount: '1', unit: 'MB' }, at: 5, isTouched: false },
    { expected: { sim_card_id: 'c2' }, at: 0, isTouched: false },
  ]);
});
