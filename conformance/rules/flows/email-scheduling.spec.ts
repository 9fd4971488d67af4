import { makeTemplated } from '../../suite/api/email-members.ts';
import {
  type Attempt,
  attemptSend,
  deliver,
  makeWholeSend,
  readThreadIds,
  readWholeMail,
  send,
} from '../../suite/api/sending.ts';
import { invalidTimes } from '../../suite/api/wrong-values.ts';
import { type Case, expect, type Mail, rule, test } from '../../suite/rule.ts';

type Name = 'scheduled_at' | 'send_at';

/** Bodies with one of the two times. */
const timed = (name: Name, times: readonly unknown[]) => times.map((time) => ({ [name]: time }));

const sendAll = (t: Case, bodies: readonly object[]) => Promise.all(bodies.map((body) => attemptSend(t, body)));

/** The same instant, written with an offset from UTC in hours. */
function withOffset(iso: string, hours: number): string {
  const local = new Date(Date.parse(iso) + hours * 3_600_000).toISOString();
  return local.replace('Z', `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`);
}

const later = ['EMAIL-SCHED-1', 'EMAIL-SCHED-7', 'EMAIL-SCHED-9'] as const;

test(
  ...rule(later, 'a message for later is accepted and does not come at once', async (t) => {
    const reply = { in_reply_to_message_id: (await deliver(t)).id };
    await t.mustSucceed(
      t.eventually(() => t.api.sendEmail(t.email(reply))),
      'a reply',
    );
    const time = t.time.in('PT1H');
    const offsets = [0, -12, 14].map((hours) => withOffset(time, hours));
    const precisions = [time.replace(/\.\d+Z$/, 'Z'), time.replace('Z', '456Z')];
    const forms = [time, ...precisions, ...offsets, t.time.in('P30D'), t.time.in('P400D')];
    const { rendered } = t.target.email.templates ?? {};
    const ways = [reply, { html_body: '<p>Later</p>' }, ...(rendered ? [makeTemplated(rendered)] : [])];
    const otherTimes = timed('send_at', [t.time.ago('PT1H'), t.time.in('PT2H'), 'soon']);
    const scheduled = (bodies: readonly object[]) => bodies.map((body) => ({ ...body, scheduled_at: time }));
    const [byNewName, byOldName, byBoth, withKey] = await Promise.all([
      sendAll(t, [...timed('scheduled_at', forms), ...scheduled(ways)]),
      sendAll(t, timed('send_at', forms)),
      sendAll(t, scheduled(otherTimes)),
      attemptSend(t, { scheduled_at: time }, { key: t.unique.key() }),
    ]);
    await t.mailbox.settle();
    const expectNoMail = async (attempts: readonly Attempt[]) => {
      for (const { answer, address } of attempts) {
        expect(answer).toAccept();
        expect(await t.mailbox.current(address), 'at once').toHaveMails(0);
      }
    };
    await t.check('EMAIL-SCHED-1', () => expectNoMail([...byNewName, withKey]));
    await t.check('EMAIL-SCHED-7', () => expectNoMail(byOldName));
    await t.check('EMAIL-SCHED-9', () => expectNoMail(byBoth));
  }),
);

const due = ['EMAIL-SCHED-2', 'EMAIL-SCHED-7', 'EMAIL-SCHED-9'] as const;
const withOutbox = { needs: ['send', 'outbox'] };

test(
  ...rule(due, 'a message for later comes when its time has come, once, and not before', withOutbox, async (t) => {
    const control = t.target.control && t.control;
    // A scheduled mail must equal the one that leaves at once, copies and thread included.
    const copies = () => ({ cc: [t.unique.address('cc')], bcc: [t.unique.address('bcc')] });
    const [copiesAtOnce, lateCopies] = [copies(), copies()];
    const whole = { ...makeWholeSend(t), in_reply_to_message_id: (await deliver(t)).id };
    const atOnce = await deliver(t, { ...whole, ...copiesAtOnce });
    for (const [address = ''] of Object.values(copiesAtOnce))
      await t.mustSucceed(t.mailbox.find(address), 'a copy sent at once');
    const { time, sent } = await sendInTime(t, (time) => [
      { scheduled_at: time },
      { send_at: time },
      { scheduled_at: time, send_at: t.time.in('PT2H') },
      { ...whole, ...lateCopies, scheduled_at: time },
      ...(control ? [{ scheduled_at: t.time.in('PT2H'), send_at: time }] : []),
    ]);
    for (const { answer } of sent) await t.mustSucceed(answer, 'a message for later');
    const [plain = '', byOldName = '', byBoth = '', full = '', last] = sent.map(({ address }) => address);
    const expectCount = async (address: string, count: number, when: string) =>
      expect(await t.mailbox.current(address), when).toHaveMails(count);
    const expectOne = async (address: string) => {
      await t.mailbox.findScheduled(address);
      await expectCount(address, 1, 'after their time');
    };

    const isEarly = () => t.time.now().getTime() < time - (control ? 50 : 2500);
    // On a slow machine the last look may come too late for this check.
    for (const aheadMs of control ? [60_000, 800] : [0]) {
      if (control) await control.set(new Date(time - aheadMs));
      await t.mailbox.settle();
      const addresses = { 'EMAIL-SCHED-2': plain, 'EMAIL-SCHED-7': byOldName, 'EMAIL-SCHED-9': byBoth };
      const found = await Promise.all(due.map(async (id) => [id, await t.mailbox.current(addresses[id])] as const));
      if (!isEarly()) continue;
      const areHeld = found.map(([id, mails]) => t.check(id, () => expect(mails, 'before their time').toHaveMails(0)));
      if (areHeld.includes(false)) return;
    }
    if (control) await control.set(new Date(time + 1000));
    else await new Promise((resolve) => setTimeout(resolve, time - t.time.now().getTime()));
    await t.check('EMAIL-SCHED-2', async () => {
      await expectOne(plain);
      const contentOf = (mail: Mail) => ({ ...readWholeMail(mail), ...readThreadIds(mail) });
      const mail = await t.mailbox.findScheduled(full);
      expect(contentOf(mail), 'the content of the late mail').toEqual(contentOf(atOnce.mail));
      for (const [address = ''] of Object.values(lateCopies)) await t.mailbox.find(address);
    });
    await t.check('EMAIL-SCHED-7', () => expectOne(byOldName));
    await t.check('EMAIL-SCHED-9', () => expectOne(byBoth));
    if (!control || !last) return;
    await t.check('EMAIL-SCHED-9', () => expectCount(last, 0, 'when only `send_at` has come'));
    await control.advance('PT1H');
    await t.check('EMAIL-SCHED-9', () => expectOne(last));
    await t.check('EMAIL-SCHED-2', () => expectCount(plain, 1, 'an hour later'));
  }),
);

/**
 * Sends messages for a time that was still to come when they were answered: on a slow line it may be over by then. Where the clock can't be
 * moved, the case waits: as short as two clocks allow that may be two seconds apart, and the way there.
 */
async function sendInTime(t: Case, bodiesFor: (time: string) => object[]): Promise<{ time: number; sent: Attempt[] }> {
  for (const wait of t.target.control ? ['PT1H'] : ['PT4S', 'PT20S', 'PT1M']) {
    const iso = t.time.in(wait);
    const [time, sent] = [Date.parse(iso), await sendAll(t, bodiesFor(iso))];
    const answeredAt = sent.map(({ answer: { sentAt = '', tookMs = 0 } }) => t.time.at(sentAt).getTime() + tookMs);
    if (Math.max(...answeredAt) < time - 1500) return { time, sent };
  }
  return t.inconclusive('a message for a minute later went out when its time had come');
}

const ignored = ['EMAIL-SCHED-6', 'EMAIL-SCHED-8', 'EMAIL-SCHED-10'] as const;

test(
  ...rule(ignored, 'a past or invalid time is ignored: the mail comes at once', async (t) => {
    const past = t.time.ago('PT1H');
    const times = [past, t.time.ago('PT1M'), t.time.ago('P400D'), withOffset(past, 14), ...invalidTimes];
    const send_at = t.time.in('PT1H');
    const sent = await Promise.all([
      sendAll(t, timed('scheduled_at', times)),
      sendAll(t, timed('send_at', times)),
      sendAll(
        t,
        [past, 'soon', '', 7].map((scheduled_at) => ({ scheduled_at, send_at })),
      ),
    ]);
    for (const [index, id] of ignored.entries())
      await t.check(id, async () => {
        for (const { answer, address } of sent[index] ?? []) {
          await t.mustSucceed(answer, 'a send whose time is to be ignored');
          await t.mailbox.find(address);
        }
      });
  }),
);

test(
  ...rule(['EMAIL-SCHED-3', 'EMAIL-SCHED-4'], 'the answer shows whether a time was stored, and which', async (t) => {
    const later = t.time.in('P1D').replace(/\.\d+Z$/, 'Z');
    const past = t.time.ago('PT1M');
    const check = async (times: Partial<Record<Name, unknown>>, stored?: string) => {
      const { data } = (await send(t, times)).answer;
      const label = JSON.stringify(times);
      const shown = data.scheduled_at ? Date.parse(data.scheduled_at) : undefined;
      t.check('EMAIL-SCHED-3', () => expect(data.status, label).toBe(stored ? 'scheduled' : 'queued'));
      t.check('EMAIL-SCHED-4', () => expect(shown, label).toBe(stored && Date.parse(stored)));
    };
    for (const time of [later, withOffset(later, -12)]) await check({ scheduled_at: time }, later);
    for (const send_at of [t.time.in('PT1H'), 'soon']) await check({ scheduled_at: later, send_at }, later);
    await check({ send_at: later }, later);
    for (const scheduled_at of [undefined, null, past, 'soon']) await check({ scheduled_at });
    await check({ send_at: past });
  }),
);

test(
  ...rule('EMAIL-SCHED-11', 'a `scheduled_at` of null leaves the decision to `send_at`', async (t) => {
    const send_at = t.time.in('P1D');
    const twin = await t.mustSucceed(t.api.sendEmail(t.email.real({ send_at })), 'a message with only `send_at`');
    const withNull = await t.api.sendEmail(t.email.real({ send_at, scheduled_at: null }));
    expect(withNull).toAccept();
    expect(withNull.data.status, 'status').toBe(twin.data.status);
    expect(withNull.data.scheduled_at, 'scheduled_at').toBe(twin.data.scheduled_at);
    expect(await t.api.sendEmail(t.email({ scheduled_at: null }))).toAccept();
  }),
);

test(
  ...rule('EMAIL-SCHED-12', 'on the mock, a time without an offset is invalid', async (t) => {
    const [later = ''] = t.time.in('P1D').split('.');
    for (const { answer, address } of await sendAll(t, [{ scheduled_at: later }, { send_at: later }])) {
      await t.mustSucceed(answer, 'a message with a time without an offset');
      await t.mailbox.find(address);
    }
  }),
);
