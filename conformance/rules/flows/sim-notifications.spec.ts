import { isDeepStrictEqual } from 'node:util';
import { UUID } from '../../../spec/validators.ts';
import { awaitThreshold, normalizeAmount } from '../../suite/api/notification.ts';
import { type Answer, type Case, expect, rule, test } from '../../suite/rule.ts';
import { readMembers, removeNulls } from '../../suite/wire/answer.ts';

/** The notification as an answer may show it: no field is required. */
interface Shown {
  id?: string;
  sim_card_id?: string;
  record_type?: string;
  threshold?: { amount?: string; unit?: string };
  created_at?: string;
  updated_at?: string;
}

/** The notification in a success. An answer without one is no basis for the rules about its fields. */
function shownBy(answer: Answer, t: Case): Shown {
  const { data } = readMembers(answer.body);
  const isShown = typeof data === 'object' && data !== null && !Array.isArray(data);
  return isShown ? removeNulls(data) : t.blocked(`the answer shows no notification: ${answer}`);
}

const isUuid = (id: unknown): id is string => UUID.test(String(id));

async function update(t: Case, body: unknown): Promise<Shown> {
  return shownBy(await t.mustSucceed(t.api.updateNotification(t.notification.id, body)), t);
}

async function read(t: Case, threshold?: Shown['threshold']): Promise<Shown> {
  const answer = threshold ? awaitThreshold(t, threshold) : t.api.readNotification(t.notification.id);
  return shownBy(await t.mustSucceed(answer, 'reading the notification'), t);
}

/** Amounts are compared as numbers: the source leaves open how many digits are written. */
function plain({ amount, unit }: NonNullable<Shown['threshold']> = {}) {
  return { amount: normalizeAmount(amount), unit };
}

/** Without a readable threshold the case is blocked. */
function expectThreshold({ threshold }: Shown, expected: Shown['threshold'], t: Case): void {
  const isReadable = !Number.isNaN(Number(threshold?.amount)) && ['MB', 'GB'].includes(String(threshold?.unit));
  if (!isReadable) t.blocked('the answer shows no whole threshold, or not in its form, see SIM-6');
  expect(plain(threshold), 'threshold').toEqual(plain(expected));
}

/** The answer may show the SIM card in any letter case, or not at all. */
function expectSimCard({ sim_card_id }: Shown, expected: string, about = 'sim_card_id'): void {
  expect((sim_card_id ?? expected).toLowerCase(), about).toBe(expected.toLowerCase());
}

const wholeThresholds = ['3.5 GB', '1024.75 MB', '0.25 MB', '7 GB', '7 MB'];
/** The largest and the smallest amount are open. */
const extremeThresholds = ['0 MB', '0.001 MB', '1024.125 MB', '1234567.5 MB', '9007199254740993.5 MB'];

test(
  ...rule(['SIM-1', 'SIM-9'], 'an update by PATCH is accepted, and shown at once and later', async (t) => {
    const last = '8 MB';
    await t.each([...extremeThresholds, ...wholeThresholds, last], async (text) => {
      const [amount = '', unit = ''] = text.split(' ');
      const threshold = { amount, unit };
      const answer = await t.api.updateNotification(t.notification.id, { threshold });
      const isExtreme = extremeThresholds.includes(text);
      if (answer.refused && isExtreme) return;
      t.check('SIM-1', () => expect(answer).toAccept());
      const later = await read(t, threshold);
      if (!isExtreme) t.check('SIM-1', () => expectThreshold(later, threshold, t));
      t.check('SIM-9', () => {
        for (const shown of [shownBy(answer, t), later]) expectThreshold(shown, threshold, t);
      });
    });
    const { sim_card_id } = await read(t);
    if (!isUuid(sim_card_id)) return;
    const alone = await update(t, { sim_card_id });
    const threshold = { amount: '9.5', unit: 'GB' };
    const together = await update(t, { sim_card_id, threshold });
    const later = await read(t, threshold);
    t.check('SIM-9', () => {
      expectThreshold(alone, { amount: '8', unit: 'MB' }, t);
      for (const shown of [together, later]) expectThreshold(shown, threshold, t);
    });
  }),
);

test(
  ...rule('SIM-10', 'the SIM card can be changed', async (t) => {
    const { sim_card_id: found } = await read(t);
    // There may be none.
    const shown = isUuid(found) ? found : (await update(t, { sim_card_id: t.unique.uuid() })).sim_card_id;
    const original = isUuid(shown) ? shown : t.blocked(`the answer shows no UUID as SIM card, see SIM-4: ${shown}`);
    const answer = await t.api.updateNotification(t.notification.id, { sim_card_id: original });
    expect(answer).toAccept();
    expectSimCard(shownBy(answer, t), original);
    const { sim_card_id = '' } = await update(t, { threshold: { amount: '12.5', unit: 'MB' } });
    expectSimCard({ sim_card_id }, original, 'sim_card_id after an update of the threshold');

    const unknownCard = t.unique.uuid();
    const changed = await t.api.updateNotification(t.notification.id, { sim_card_id: unknownCard });
    // The source leaves open if the card belongs to the account.
    if (changed.refused) return t.observe(`an unknown SIM card is refused with ${changed.status}`);
    try {
      expectSimCard(shownBy(changed, t), unknownCard);
      const after = await update(t, { threshold: { amount: '13.5', unit: 'MB' } });
      expectSimCard(after, unknownCard, 'sim_card_id after an update of the threshold');
      const both = { sim_card_id: original, threshold: { amount: '10.5', unit: 'MB' } };
      expectSimCard(await update(t, both), original, 'sim_card_id, sent together with a threshold');
    } finally {
      await t.api.updateNotification(t.notification.id, { sim_card_id: original });
    }
  }),
);

test(
  ...rule(['SIM-11', 'SIM-12'], 'read-only fields of a body are ignored', async (t) => {
    const { id, record_type, created_at } = await read(t);
    const before = { id, record_type, created_at };
    const time = '2001-02-03T04:05:06.000Z';
    const forgeries = { id: t.unique.uuid(), record_type: 'conformance', created_at: time, updated_at: time };
    const threshold = { amount: '35.5', unit: 'MB' };
    const forged = [
      ...Object.entries(forgeries).map(([name, value]) => ({ [name]: value })),
      { ...forgeries, threshold },
    ];
    await t.each(forged, async (body) => {
      const answer = await t.api.updateNotification(t.notification.id, body);
      const later = await t.api.readNotification(t.notification.id);
      t.check('SIM-11', () => {
        for (const seen of [answer, later].filter(({ accepted }) => accepted)) {
          const { updated_at = '', ...shown } = shownBy(seen, t);
          expect({ ...before, ...shown }, 'read-only fields').toMatchObject(before);
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
      // A target may require both members; any other refusal has another cause.
      if (!answer.refusedForm) await t.mustSucceed(answer, 'an update');
      expect(answer).toAccept();
      return shownBy(answer, t);
    };
    const { sim_card_id = (await read(t)).sim_card_id } = await accepted({ threshold: { amount: '36.5', unit: 'GB' } });
    if (isUuid(sim_card_id)) await accepted({ sim_card_id });
  }),
);

test(
  ...rule('SIM-14', 'an update with {} shows the state and changes nothing', async (t) => {
    // The first use of `control` moves the case to its own state, so it precedes the update.
    const control = t.target.control ? t.control : undefined;
    const threshold = { amount: '38.5', unit: 'GB' };
    const set = await update(t, { threshold });
    if (set.threshold?.unit !== threshold.unit) t.blocked('a new threshold is not shown, see SIM-9');
    // Time has to pass for a changed `updated_at` to show, a second where it is written in whole seconds.
    if (control) await control.advance('PT2S');
    else await new Promise((resolve) => setTimeout(resolve, /\.\d/.test(set.updated_at ?? '') ? 20 : 1100));
    await t.each(['first', 'second'], String, async () => {
      const answer = await t.eventually(
        () => t.api.updateNotification(t.notification.id, {}),
        ({ shown }) => isDeepStrictEqual(removeNulls(shown), set),
      );
      const isUnchanged = isDeepStrictEqual(removeNulls(answer.shown), set);
      t.addChoice('emptyUpdate', answer.either(isUnchanged ? 'unchanged' : 'touched', 'refused'));
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
    let merged = whole;
    // The unit first: the case ends with the first failure, and this one shows most.
    await t.each([{ unit: 'MB' }, { amount: '40.25' }, { unit: 'GB' }, { amount: '41' }, {}], async (threshold) => {
      merged = { ...merged, ...threshold };
      const answer = await t.api.updateNotification(t.notification.id, { threshold });
      const { amount } = readMembers(answer.shown.threshold);
      const isMerged = normalizeAmount(amount) === normalizeAmount(merged.amount);
      if (threshold.unit === 'MB')
        t.addChoice('partOfThreshold', answer.either(isMerged ? 'merged' : 'replaced', 'refused'));
      expect(answer).toAccept();
      const changed = await read(t, merged);
      // The answer before had both members, so a missing one is lost.
      expect(plain(changed.threshold), 'threshold').toEqual(plain(merged));
      expect(changed.sim_card_id, 'sim_card_id').toEqual(before.sim_card_id);
    });
  }),
);
