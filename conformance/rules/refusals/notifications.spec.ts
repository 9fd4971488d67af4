import { malformedUuids, noUuids } from '../../suite/api/wrong-values.ts';
import { refusals } from '../../suite/refusals.ts';
import { type Answer, expect, rule, test, written } from '../../suite/rule.ts';

const threshold = { amount: '12.5', unit: 'MB' };

const updates = refusals({
  send: (t, change) =>
    t.api.updateNotification(t.notification.id, Object.keys(change).length > 0 ? change : { threshold }),
  async state(t) {
    const { shown } = await t.mustSucceed(t.api.readNotification(t.notification.id), 'reading the notification');
    return { threshold: shown.threshold, sim_card_id: shown.sim_card_id };
  },
});

const updatesWithoutBody = refusals({
  send: (t, { headers }) =>
    headers
      ? t.api.updateNotification(t.notification.id, undefined, { headers: headers as [string, string][] })
      : t.api.readNotification(t.notification.id),
});

const ids = refusals({
  send: (t, { id, body = {} }) =>
    id === undefined ? t.api.readNotification(t.notification.id) : t.api.updateNotification(String(id), body),
});

test(
  ...updatesWithoutBody({ 'SIM-16': [], 'SIM-17': [400] }, 'an update without a body is refused with 400', {
    changes: {
      'with a content type': { headers: [['Content-Type', 'application/json']] },
      'without one': { headers: [] },
    },
  }),
);

test(
  ...ids(
    { 'SIM-18': [], 'SIM-19': [422] },
    'an id that is no UUID is refused with 422',
    {
      changes: (t) => malformedUuids(t.unique.uuid()).flatMap((id) => [{ id }, { id, body: { threshold } }]),
    },
    { needs: ['write', 'simNotification'] },
  ),
);

test(
  ...updates({ 'SIM-20': [] }, 'a SIM card that is named by no UUID is refused', {
    changes: (t) => ['', ...noUuids(t.unique.uuid())].map((sim_card_id) => ({ sim_card_id })),
  }),
);

const thresholds: readonly unknown[] = ['', '12.5 MB', 12.5, true, [], [threshold], { amount: 13.5 }, { unit: 'KB' }];
const amounts: readonly unknown[] = [
  ...['', 'many', 'NaN', 'Infinity', '12,5', '1.2.3', '0x10', '12 5', '12.5MB'],
  ...[12.5, 12, true, [], ['12.5'], {}],
];
const units: readonly unknown[] = ['', 'KB', 'TB', 'mb', 'Gb', 'MB ', 'MiB', 5, true, ['MB'], {}];

test(
  ...updates({ 'SIM-21': [] }, 'a threshold in a wrong form is refused', {
    changes: [
      ...thresholds.map((wrong) => ({ threshold: wrong })),
      ...amounts.map((amount) => ({ threshold: { ...threshold, amount } })),
      ...units.map((unit) => ({ threshold: { amount: '99.5', unit } })),
    ],
  }),
);

test(
  ...updates({ 'SIM-22': [] }, 'amounts outside of the grammar are refused', {
    changes: [
      ...[
        '-1',
        '+1',
        '-0.5',
        '1e3',
        '1E3',
        ' 1',
        '1 ',
        ' ',
        '1.',
        '.5',
        '.',
        '1\n',
        '\u0661',
        '1_000',
        '1,000',
        '1.5e1',
      ],
    ].map((amount) => ({ threshold: { ...threshold, amount } })),
  }),
);

test(
  ...rule('SIM-22', 'amounts of the grammar are accepted', async (t) => {
    await t.mustSucceed(t.api.updateNotification(t.notification.id, { threshold }));
    const amounts = ['0', '0.0', '1', '007', '2048.0', '0.001', '00.50', '123456789012.123456'];
    await t.each(amounts, String, async (amount) => {
      expect(await t.api.updateNotification(t.notification.id, { threshold: { amount, unit: 'MB' } })).toAccept();
    });
  }),
);

for (const known of [false, true]) {
  const needs = known ? ['write', 'simNotification'] : ['write'];
  const title = `${known ? 'the notification' : 'an id that nobody has'}: every refusal has the standard error body`;
  test(
    ...rule('SIM-23', title, { needs }, async (t) => {
      const id = known ? t.notification.id : t.unique.uuid();
      const headers = [['Content-Type', 'application/json'] as const];
      const requests: Record<string, () => Promise<Answer>> = {
        nothing: () => t.api.updateNotification(id, {}),
        'an id that is no UUID': () => t.api.updateNotification('none', {}),
        'no body': () => t.api.updateNotification(id, undefined, { headers }),
        'no JSON': () => t.api.updateNotification(id, written('{')),
        'a list': () => t.api.updateNotification(id, []),
        'another content type': () => t.api.updateNotification(id, written('x', 'text/plain')),
        'a wrong SIM card': () => t.api.updateNotification(id, { sim_card_id: 'none' }),
        'a wrong unit': () => t.api.updateNotification(id, { threshold: { unit: 'KB' } }),
        'a wrong amount': () => t.api.updateNotification(id, { threshold: { amount: 'many' } }),
      };
      await t.each(requests, async (ask) => expectErrorBody(await ask()));
    }),
  );
}

function expectErrorBody(answer: Answer): void {
  if (answer.accepted || answer.status === 401) return;
  const { errors } = (answer.body ?? {}) as { errors?: unknown };
  expect(errors, '`errors`').toBeJson('list');
  expect(answer.errors, `entries of ${answer}`).toHaveLength((errors as unknown[]).length);
  for (const { code, title } of answer.errors) {
    expect([typeof code, typeof title], `types of code and title in ${answer}`).toEqual(['string', 'string']);
  }
}

test(
  ...rule('SIM-24', 'an update of an id that nobody has is answered with 404', async (t) => {
    await t.step('a threshold', async () => {
      expect(await t.api.updateNotification(t.unique.uuid(), { threshold })).toRefuse(404, '10005');
    });
    await t.step('{}', async () => {
      const answer = await t.api.updateNotification(t.unique.uuid(), {});
      // Whether {} can be an update is open, and so is what is looked at first.
      if (!answer.refusedForm) expect(answer).toRefuse(404, '10005');
    });
  }),
);

test(
  ...rule(
    'SIM-25',
    'a notification of another account is as unknown as none',
    { needs: ['write', 'simNotification', 'simNotification.foreignId'] },
    async (t) => {
      await t.mustSucceed(t.api.readNotification(t.notification.id), 'an update of an own one');
      // Nothing that would change the notification, should it be found.
      const record_type = 'sim_card_data_usage_notification';
      await t.each([{}, { record_type }, { threshold: { unit: 'KB' } }, { sim_card_id: 'none' }], async (body) => {
        const unknown = await t.api.updateNotification(t.unique.uuid(), body);
        expect(await t.api.updateNotification(t.notification.foreignId, body)).toEqualAnswer(unknown);
      });
    },
  ),
);
