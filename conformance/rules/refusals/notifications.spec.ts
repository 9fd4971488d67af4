import { isRefusedLike } from '../../suite/api/expect.ts';
import { awaitThreshold } from '../../suite/api/notification.ts';
import { expect, refusals, rule, test } from '../../suite/rule.ts';

const threshold = { amount: '12.5', unit: 'MB' };

const updates = refusals({
  send: (t, { headers, ...change }) =>
    headers
      ? t.api.updateNotification(t.notification.id, undefined, { headers: headers as [string, string][] })
      : t.api.updateNotification(t.notification.id, { threshold, ...change }),
  async state(t) {
    const { shown } = await t.mustSucceed(awaitThreshold(t, threshold), 'reading the notification');
    return { threshold: shown.threshold, sim_card_id: shown.sim_card_id };
  },
});

const needs = ['write', 'simNotification'];
const foreign = { needs: [...needs, 'simNotification.foreignId'] };

const thresholds: readonly unknown[] = ['', '12.5 MB', 12.5, true, [], [threshold], { amount: 13.5 }, { unit: 'KB' }];
const amounts: readonly unknown[] = [
  ...['', 'many', 'NaN', 'Infinity', '12,5', '1.2.3', '0x10', '12 5', '12.5MB'],
  ...[12.5, 12, true, [], ['12.5'], {}],
];
const units: readonly unknown[] = ['', 'KB', 'TB', 'mb', 'Gb', 'MB ', 'MiB', 5, true, ['MB'], {}];

const withAmounts = (amounts: readonly string[]) => amounts.map((amount) => ({ threshold: { amount, unit: 'MB' } }));

test(
  ...rule('SIM-24', 'an update of an unknown id is answered with 404', async (t) => {
    expect(await t.api.updateNotification(t.unique.uuid(), { threshold })).toRefuse(404, '10005');
    const answer = await t.api.updateNotification(t.unique.uuid(), {});
    // The source leaves open if {} can be an update, and the order of the two checks.
    if (!answer.refusedForm) expect(answer).toRefuse(404, '10005');
  }),
);

test(
  ...rule('SIM-25', "another account's notification is like an unknown one", foreign, async (t) => {
    await t.mustSucceed(t.api.readNotification(t.notification.id), 'an update of an own one');
    // None of these would change an existing notification.
    const record_type = 'sim_card_data_usage_notification';
    let isCompared = false;
    await t.each([{}, { record_type }, { threshold: { unit: 'KB' } }, { sim_card_id: 'none' }], async (body) => {
      const unknown = await t.api.updateNotification(t.unique.uuid(), body);
      expect(await t.api.updateNotification(t.notification.foreignId, body)).toEqualAnswer(unknown);
      isCompared ||= !isRefusedLike(await t.api.updateNotification(t.notification.id, body), unknown);
    });
    if (!isCompared) t.notApplicable('bodies are refused first, so only a change of that notification would show it');
  }),
);

const rows = [
  updates({ 'SIM-16': [], 'SIM-17': [400] }, 'an update without a body is refused with 400', {
    changes: {
      'with a content type': { headers: [['Content-Type', 'application/json']] },
      'without one': { headers: [] },
    },
  }),
  updates({ 'SIM-21': [] }, 'a threshold in a wrong form is refused', {
    changes: [
      ...thresholds.map((wrong) => ({ threshold: wrong })),
      ...amounts.map((amount) => ({ threshold: { ...threshold, amount } })),
      ...units.map((unit) => ({ threshold: { amount: '99.5', unit } })),
    ],
  }),
  updates({ 'SIM-22': [] }, 'amounts of the grammar are accepted, and others are refused', {
    accepted: withAmounts(['0', '0.0', '1', '007', '2048.0', '0.001', '00.50', '123456789012.123456']),
    changes: withAmounts([
      ...['-1', '+1', '-0.5', '1e3', '1E3', '1.5e1', '1.', '.5', '.', '1_000', '1,000'],
      ...[' 1', '1 ', ' ', '1\n', '\u0661'],
    ]),
  }),
];

for (const row of rows) test(...row);
