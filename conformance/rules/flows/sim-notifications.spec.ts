import { UUID } from '../../../spec/validators.ts';
import { plainAmount } from '../../suite/api/written-notification.ts';
import { type Answer, type Case, expect, rule, test } from '../../suite/rule.ts';
import { withoutNulls } from '../../suite/wire/answer.ts';

/** The notification as an answer may show it: no field is required. */
interface Shown {
  id?: string;
  sim_card_id?: string;
  record_type?: string;
  threshold?: { amount?: string; unit?: string };
  created_at?: string;
  updated_at?: string;
}

/** What a success shows. An answer without a notification is no basis for the rules about its fields. */
function shownBy(answer: Answer, t: Case): Shown {
  const { data } = (answer.body ?? {}) as { data?: Shown };
  const isShown = typeof data === 'object' && data !== null && !Array.isArray(data);
  return isShown ? withoutNulls(data) : t.blocked(`the answer shows no notification: ${answer}`);
}

const isUuid = (id: unknown): id is string => UUID.test(String(id));
const dateTime = /^\d{4}-?\d\d-?\d\dT\d\d(:?\d\d){0,2}/i;

async function update(t: Case, body: unknown): Promise<Shown> {
  return shownBy(await t.mustSucceed(t.api.updateNotification(t.notification.id, body)), t);
}

async function read(t: Case): Promise<Shown> {
  const answer = t.api.readNotification(t.notification.id);
  return shownBy(await t.mustSucceed(answer, 'reading the notification'), t);
}

/** Amounts are compared as numbers, for how many digits are written is nowhere said; no readable threshold blocks the case. */
function expectThreshold({ threshold }: Shown, wanted: Shown['threshold'], t: Case): void {
  const isReadable = !Number.isNaN(Number(threshold?.amount)) && ['MB', 'GB'].includes(String(threshold?.unit));
  if (!isReadable) t.blocked('the answer shows no whole threshold, or not in its form, see SIM-6');
  expectSame(threshold, wanted);
}

function expectSame(...both: [shown: Shown['threshold'], wanted: Shown['threshold']]): void {
  const [shown, wanted] = both.map((one) => ({ amount: plainAmount(one?.amount), unit: one?.unit }));
  expect(shown, 'threshold').toEqual(wanted);
}

test(
  ...rule('SIM-1', 'an update by PATCH under the id is accepted, and holds', async (t) => {
    for (const threshold of [
      { amount: '31.5', unit: 'GB' },
      { amount: '32.25', unit: 'MB' },
    ]) {
      expect(await t.api.updateNotification(t.notification.id, { threshold })).toAccept();
      expectThreshold(await read(t), threshold, t);
    }
  }),
);

test(
  ...rule(
    ['SIM-2', 'SIM-3', 'SIM-4', 'SIM-5', 'SIM-6', 'SIM-7', 'SIM-8'],
    'an update is answered with 200 and the notification',
    async (t) => {
      const reading = t.api.readNotification(t.notification.id);
      const { sim_card_id } = (await t.mustSucceed(reading)).shown as Shown;
      const bodies: Record<string, Shown> = {
        megabytes: { threshold: { amount: '33.0', unit: 'MB' } },
        gigabytes: { threshold: { amount: '34', unit: 'GB' } },
      };
      if (sim_card_id !== undefined) bodies['the same SIM card'] = { sim_card_id };
      const updates = Object.entries(bodies).map(([label, body]) => {
        return [label, () => t.api.updateNotification(t.notification.id, body)] as const;
      });
      for (const [label, ask] of [['nothing', () => reading] as const, ...updates]) {
        await t.step(label, async () => {
          const answer = await t.mustSucceed(ask(), label);
          t.check('SIM-2', () => {
            expect(answer).toHaveStatus(200);
            expect(answer.body).toMatchObject({ data: expect.any(Object) });
          });
          t.check('SIM-3', () => {
            const { id } = shownBy(answer, t);
            if (id !== undefined) expect(String(id).toLowerCase(), 'id').toBe(t.notification.id.toLowerCase());
          });
          t.check('SIM-4', () => {
            const shown = shownBy(answer, t);
            if (shown.sim_card_id !== undefined) expect(shown.sim_card_id, 'sim_card_id').toMatchSchema('Uuid');
          });
          t.check('SIM-5', () => {
            const { record_type = 'sim_card_data_usage_notification' } = shownBy(answer, t);
            expect(record_type, 'record_type').toBe('sim_card_data_usage_notification');
          });
          t.check('SIM-6', () => {
            const { threshold } = shownBy(answer, t);
            if (threshold?.amount !== undefined)
              expect(String(threshold.amount), 'amount').toMatch(/^[+-]?(\d+\.?\d*|\.\d+)$/);
            if (threshold?.amount !== undefined) expect(typeof threshold.amount, 'type of the amount').toBe('string');
            if (threshold?.unit !== undefined) expect(['MB', 'GB'], 'the units').toContain(threshold.unit);
          });
          for (const time of ['created_at', 'updated_at'] as const) {
            t.check('SIM-7', () => {
              const value = shownBy(answer, t)[time];
              if (value !== undefined) expect(String(value), time).toMatch(dateTime);
            });
            t.check('SIM-8', () => {
              const value = String(shownBy(answer, t)[time]);
              if (dateTime.test(value)) expect(value, time).toMatch(/(Z|[+-]00(:?00)?)$/i);
            });
          }
        });
      }
    },
  ),
);

test(
  ...rule('SIM-9', 'a new threshold is shown at once and later', async (t) => {
    for (const threshold of [
      { amount: '3.5', unit: 'GB' },
      { amount: '1024.75', unit: 'MB' },
      { amount: '0.25', unit: 'MB' },
      { amount: '7', unit: 'GB' },
      { amount: '7', unit: 'MB' },
      { amount: '8', unit: 'MB' },
    ]) {
      await t.step(`${threshold.amount} ${threshold.unit}`, async () => {
        expectThreshold(await update(t, { threshold }), threshold, t);
        expectThreshold(await read(t), threshold, t);
      });
    }
    const { sim_card_id } = await read(t);
    if (!isUuid(sim_card_id)) return;
    await t.step('after an update of the SIM card alone', async () => {
      expectThreshold(await update(t, { sim_card_id }), { amount: '8', unit: 'MB' }, t);
    });
    await t.step('together with the SIM card', async () => {
      const threshold = { amount: '9.5', unit: 'GB' };
      expectThreshold(await update(t, { sim_card_id, threshold }), threshold, t);
      expectThreshold(await read(t), threshold, t);
    });
  }),
);

test(
  ...rule('SIM-9', 'a threshold of any size is shown as it is', { thorough: true }, async (t) => {
    await update(t, { threshold: { amount: '9', unit: 'MB' } });
    await t.each(['0', '0.001', '1024.125', '1234567.5', '9007199254740993.5'], String, async (amount) => {
      const threshold = { amount, unit: 'MB' };
      // How large or small one may be is open.
      if ((await t.api.updateNotification(t.notification.id, { threshold })).refused) return;
      expectThreshold(await read(t), threshold, t);
    });
  }),
);

test(
  ...rule('SIM-10', 'the SIM card can be changed', async (t) => {
    const { sim_card_id: found } = await read(t);
    // There may be none yet, or none any more.
    const shown = isUuid(found) ? found : (await update(t, { sim_card_id: t.unique.uuid() })).sim_card_id;
    const own = isUuid(shown)
      ? shown
      : t.blocked(`the answer shows no SIM card, or not by its UUID, see SIM-4: ${shown}`);
    await t.step('its own SIM card', async () => {
      const answer = await t.api.updateNotification(t.notification.id, { sim_card_id: own });
      expect(answer).toAccept();
      const { sim_card_id = own } = shownBy(answer, t);
      expect(sim_card_id.toLowerCase(), 'sim_card_id').toBe(own.toLowerCase());
    });
    await t.step('after an update of the threshold alone', async () => {
      const { sim_card_id } = await update(t, { threshold: { amount: '12.5', unit: 'MB' } });
      expect(sim_card_id?.toLowerCase(), 'sim_card_id').toBe(own.toLowerCase());
    });
    const other = t.unique.uuid();
    const answer = await t.api.updateNotification(t.notification.id, { sim_card_id: other });
    // That the card has to be one of the account is nowhere said and nowhere denied.
    if (answer.refused) return t.observe(`a SIM card that nobody has is refused with ${answer.status}`);
    try {
      await t.step('another SIM card', async () => {
        expect(shownBy(answer, t).sim_card_id?.toLowerCase() ?? other, 'sim_card_id').toBe(other);
        const { sim_card_id = other } = await update(t, { threshold: { amount: '13.5', unit: 'MB' } });
        expect(sim_card_id.toLowerCase(), 'sim_card_id after an update of the threshold').toBe(other);
      });
      await t.step('its own SIM card again, together with a threshold', async () => {
        const both = { sim_card_id: own, threshold: { amount: '10.5', unit: 'MB' } };
        const { sim_card_id = own } = await update(t, both);
        expect(sim_card_id.toLowerCase(), 'sim_card_id').toBe(own.toLowerCase());
      });
    } finally {
      await t.api.updateNotification(t.notification.id, { sim_card_id: own });
    }
  }),
);

test(
  ...rule(['SIM-11', 'SIM-12'], 'read-only fields that a body names keep their values', async (t) => {
    const before = await read(t);
    const time = '2001-02-03T04:05:06.000Z';
    const forged: Record<string, Shown> = {
      id: { id: t.unique.uuid() },
      record_type: { record_type: 'conformance' },
      created_at: { created_at: time },
      updated_at: { updated_at: time },
      'all of them with a threshold': {
        id: t.unique.uuid(),
        record_type: 'conformance',
        created_at: time,
        updated_at: time,
        threshold: { amount: '35.5', unit: 'MB' },
      },
    };
    await t.each(forged, async (body) => {
      const answer = await t.api.updateNotification(t.notification.id, body);
      const later = await t.api.readNotification(t.notification.id);
      t.check('SIM-11', () => {
        for (const seen of [answer, later].filter(({ accepted }) => accepted)) {
          const { id, record_type, created_at, updated_at = '' } = shownBy(seen, t);
          const kept = { id: id ?? before.id, record_type: record_type ?? before.record_type };
          expect(kept, 'read-only fields').toEqual({ id: before.id, record_type: before.record_type });
          expect(created_at ?? before.created_at, 'created_at').toBe(before.created_at);
          expect(Date.parse(updated_at) === Date.parse(time), `updated_at is the forged ${updated_at}`).toBe(false);
        }
        expect(later, 'a later update under the same id').toAccept();
      });
      t.check('SIM-12', () => expect(answer).toAccept());
    });
  }),
);

test(
  ...rule('SIM-13', 'either writable field can be left out', async (t) => {
    const accepted = async (body: Shown) => {
      const answer = await t.api.updateNotification(t.notification.id, body);
      // What lacks a member fails validation; any other refusal has another cause.
      if (!answer.refusedForm) await t.mustSucceed(answer, 'an update');
      expect(answer).toAccept();
      return shownBy(answer, t);
    };
    let own: string | undefined;
    await t.step('only a threshold', async () => {
      own = (await accepted({ threshold: { amount: '36.5', unit: 'GB' } })).sim_card_id;
    });
    const sim_card_id = own ?? (await read(t)).sim_card_id;
    if (isUuid(sim_card_id)) await t.step('only a SIM card', async () => void (await accepted({ sim_card_id })));
  }),
);

// It changes nothing, so there is nothing to put back: it is judged where the notification can't be saved, too.
test(
  ...rule('SIM-14', 'the body {} is accepted', { needs: ['write'] }, async (t) => {
    const answer = await t.api.updateNotification(t.notification.id, {});
    expect(answer).toAccept();
    if (shownBy(answer, t).threshold || t.target.simNotification.original) return;
    t.inconclusive(`either the notification has no threshold, or {} does not show it: ${answer}`);
  }),
);

test(
  ...rule('SIM-14', 'an update with {} shows the state and changes nothing', async (t) => {
    // The first look at `control` gives the case a state of its own, so it comes before the update.
    const control = t.target.control ? t.control : undefined;
    const threshold = { amount: '38.5', unit: 'GB' };
    const set = await update(t, { threshold });
    if (set.threshold?.unit !== threshold.unit) t.blocked('a new threshold is not shown, see SIM-9');
    // Time has to pass for a changed `updated_at` to show, a second where it is written in whole seconds.
    if (control) await control.advance('PT2S');
    else await new Promise((resolve) => setTimeout(resolve, /\.\d/.test(set.updated_at ?? '') ? 20 : 1100));
    await t.each(['first', 'second'], String, async () => {
      const answer = await t.api.updateNotification(t.notification.id, {});
      expect(answer).toAccept();
      expect(shownBy(answer, t)).toEqual(set);
    });
  }),
);

test(
  ...rule('SIM-15', 'a part of a threshold changes that part and nothing else', async (t) => {
    const whole = { amount: '39.50', unit: 'GB' };
    const before = await update(t, { threshold: whole });
    expectThreshold(before, whole, t);
    const steps = [
      // First, as it shows best what becomes of the other member: the case ends with what is wrong.
      { part: { unit: 'MB' }, result: { amount: '39.50', unit: 'MB' } },
      { part: { amount: '40.25' }, result: { amount: '40.25', unit: 'MB' } },
      { part: { unit: 'GB' }, result: { amount: '40.25', unit: 'GB' } },
      { part: { amount: '41' }, result: { amount: '41', unit: 'GB' } },
      { part: {}, result: { amount: '41', unit: 'GB' } },
    ];
    for (const { part, result } of steps) {
      await t.step(JSON.stringify(part), async () => {
        expect(await t.api.updateNotification(t.notification.id, { threshold: part })).toAccept();
        const changed = await read(t);
        // It was shown as a whole, so what is missing now has been lost.
        expectSame(changed.threshold, result);
        expect(changed.sim_card_id, 'sim_card_id').toEqual(before.sim_card_id);
      });
    }
  }),
);
