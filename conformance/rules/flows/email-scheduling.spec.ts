import { templated } from '../../suite/api/email-members.ts';
import { deliver, send, threadOf } from '../../suite/api/sending.ts';
import { allShown, everything } from '../../suite/api/whole-mail.ts';
import { type Answer, type Case, expect, rule, test } from '../../suite/rule.ts';

/** Times to come, in forms that are not ISO 8601 and that many a parser takes all the same. */
const otherForms = [
  4102444800,
  4102444800000,
  '4102444800',
  '4102444800000',
  'Fri, 01 Jan 2100 00:00:00 GMT',
  '1/1/2100 12:00',
  'tomorrow',
  '+1 hour',
  'PT1H',
  '2100T00:00:00Z',
  '2100-01T00:00:00Z',
];
const invalid = ['', 'soon', '2099-13-45T25:61:00Z', '99:99', 0, 1.5, true, false, {}, [], ['soon'], ...otherForms];

test(
  ...rule(
    ['EMAIL-SCHED-1', 'EMAIL-SCHED-7', 'EMAIL-SCHED-9'],
    'a message for later is accepted and does not come at once',
    async (t) => {
      const parent = await deliver(t);
      const reply = t.eventually(() => t.api.sendEmail(t.email({ in_reply_to_message_id: parent.id })));
      await t.mustSucceed(reply, 'a reply');
      const later = t.time.in('PT1H');
      const whole = later.replace(/\.\d+Z$/, 'Z');
      const forms = [later, whole, withOffset(later, 0), withOffset(later, -12), withOffset(later, 14)];
      forms.push(later.replace('Z', '456Z'), t.time.in('P30D'), t.time.in('P400D'));
      const send = sender(t);
      const [bare, old, both] = await Promise.all([
        send(forms.map((scheduled_at) => ({ scheduled_at }))),
        send(forms.map((send_at) => ({ send_at }))),
        send([t.time.ago('PT1H'), t.time.in('PT2H'), 'soon'].map((send_at) => ({ scheduled_at: later, send_at }))),
      ]);
      const { rendered } = t.target.email.templates ?? {};
      const ways = [{ in_reply_to_message_id: parent.id }, { html_body: '<p>Later</p>' }];
      const made = await send(
        [...ways, ...(rendered ? [templated(rendered)] : [])].map((way) => ({ ...way, scheduled_at: later })),
      );
      const address = t.unique.address();
      const keyed = await t.api.sendEmail(t.email.real({ to: [address], scheduled_at: later }), {
        key: t.unique.key(),
      });
      bare.push(...made, { answer: keyed, address });
      await t.mailbox.settle();
      const expectNone = async (sent: readonly Attempt[]) => {
        for (const { answer, address } of sent) {
          expect(answer).toAccept();
          expect(await t.mailbox.current(address), 'at once').toHaveMails(0);
        }
      };
      await t.check('EMAIL-SCHED-1', () => expectNone(bare));
      await t.check('EMAIL-SCHED-7', () => expectNone(old));
      await t.check('EMAIL-SCHED-9', () => expectNone(both));
    },
  ),
);

test(
  ...rule(
    ['EMAIL-SCHED-2', 'EMAIL-SCHED-7', 'EMAIL-SCHED-9'],
    'a message for later comes when its time has come, once, and not before',
    { needs: ['send', 'outbox'] },
    async (t) => {
      const control = t.target.control && t.control;
      // What comes late has to be what would have come at once, copies and thread included.
      const copies = () => ({ cc: [t.unique.address('cc')], bcc: [t.unique.address('bcc')] });
      const [copied, lateCopied] = [copies(), copies()];
      const whole = { ...everything(t), in_reply_to_message_id: (await deliver(t)).id };
      const atOnce = await deliver(t, { ...whole, ...copied });
      for (const address of [...copied.cc, ...copied.bcc])
        await t.mustSucceed(t.mailbox.find(address), 'a copy sent at once');
      const sendFor = (due: string) =>
        sender(t)([
          { scheduled_at: due },
          { send_at: due },
          { scheduled_at: due, send_at: t.time.in('PT2H') },
          { ...whole, ...lateCopied, scheduled_at: due },
          ...(control ? [{ scheduled_at: t.time.in('PT2H'), send_at: due }] : []),
        ]);
      // Where the clock can't be moved, the case waits: as short as two clocks allow that may be two seconds apart, and the way there.
      let [due, sent]: [string, Attempt[]] = ['', []];
      for (const wait of control ? ['PT1H'] : ['PT4S', 'PT20S', 'PT1M']) {
        due = t.time.in(wait);
        sent = await sendFor(due);
        if (areInTime(t, sent, due)) break;
      }
      if (!areInTime(t, sent, due)) t.inconclusive('a message for a minute later went out when its time had come');
      const addresses = sent.map(({ address }) => address) as [string, string, string, string, string?];
      const [bare, old, both, late, latest] = addresses;
      for (const { answer } of sent) await t.mustSucceed(answer, 'a message for later');
      const expectCount = async (address: string, count: number, when: string) =>
        expect(await t.mailbox.current(address), when).toHaveMails(count);

      if (control) await control.set(new Date(Date.parse(due) - 800));
      await t.mailbox.settle();
      const isEarly = () => t.time.now().getTime() < Date.parse(due) - (control ? 50 : 2500);
      const expectNone = async (address: string) => {
        const came = await t.mailbox.current(address);
        if (isEarly()) expect(came, 'before their time').toHaveMails(0);
      };
      const held = [
        await t.check('EMAIL-SCHED-2', () => expectNone(bare)),
        await t.check('EMAIL-SCHED-7', () => expectNone(old)),
        await t.check('EMAIL-SCHED-9', () => expectNone(both)),
      ];
      if (held.includes(false)) return;
      if (control) await control.set(new Date(Date.parse(due) + 1000));
      else await new Promise((resolve) => setTimeout(resolve, Date.parse(due) - t.time.now().getTime()));
      const expectOne = async (address: string) => {
        await t.mailbox.findScheduled(address);
        await expectCount(address, 1, 'after their time');
      };
      await t.check('EMAIL-SCHED-2', async () => {
        await expectOne(bare);
        const mail = await t.mailbox.findScheduled(late);
        expect({ ...allShown(mail), ...threadOf(mail) }, 'what the late mail shows').toEqual({
          ...allShown(atOnce.mail),
          ...threadOf(atOnce.mail),
        });
        for (const address of [...lateCopied.cc, ...lateCopied.bcc]) await t.mailbox.find(address);
      });
      await t.check('EMAIL-SCHED-7', () => expectOne(old));
      await t.check('EMAIL-SCHED-9', () => expectOne(both));
      if (!control || !latest) return;
      await t.check('EMAIL-SCHED-9', () => expectCount(latest, 0, 'when only `send_at` has come'));
      await control.advance('PT1H');
      await t.check('EMAIL-SCHED-9', () => expectOne(latest));
      await t.check('EMAIL-SCHED-2', () => expectCount(bare, 1, 'an hour later'));
    },
  ),
);

test(
  ...rule(
    ['EMAIL-SCHED-6', 'EMAIL-SCHED-8', 'EMAIL-SCHED-10'],
    'a time that is past or invalid counts for nothing: the mail comes at once',
    async (t) => {
      const past = t.time.ago('PT1H');
      const times = [past, t.time.ago('PT1M'), t.time.ago('P400D'), withOffset(past, 14), ...invalid];
      const send = sender(t);
      const [bare, old, both] = await Promise.all([
        send(times.map((scheduled_at) => ({ scheduled_at }))),
        send(times.map((send_at) => ({ send_at }))),
        send([past, 'soon', '', 7].map((scheduled_at) => ({ scheduled_at, send_at: t.time.in('PT1H') }))),
      ]);
      const expectMails = async (sent: readonly Attempt[]) => {
        for (const { answer, address } of sent) {
          await t.mustSucceed(answer, 'a send whose time is to be ignored');
          await t.mailbox.find(address);
        }
      };
      await t.check('EMAIL-SCHED-6', () => expectMails(bare));
      await t.check('EMAIL-SCHED-8', () => expectMails(old));
      await t.check('EMAIL-SCHED-10', () => expectMails(both));
    },
  ),
);

test(
  ...rule(
    ['EMAIL-SCHED-5', 'EMAIL-SCHED-8'],
    'a time that is past or invalid, of whatever type, is no error',
    { needs: ['send'] },
    async (t) => {
      await t.mustSucceed(t.api.sendEmail(t.email()), 'a send without a time');
      await t.each([t.time.ago('PT1M'), t.time.ago('P400D'), ...invalid, { at: 'noon' }], async (value) => {
        const [scheduled, old] = [{ scheduled_at: value }, { send_at: value }];
        const [one, other] = await Promise.all([t.api.sendEmail(t.email(scheduled)), t.api.sendEmail(t.email(old))]);
        t.check('EMAIL-SCHED-5', () => expect(one).toAccept());
        t.check('EMAIL-SCHED-8', () => expect(other).toAccept());
      });
    },
  ),
);

test(
  ...rule(['EMAIL-SCHED-3', 'EMAIL-SCHED-4'], 'the answer says whether a time was stored, and which', async (t) => {
    const later = t.time.in('P1D').replace(/\.\d+Z$/, 'Z');
    const stored = [
      { scheduled_at: later },
      { scheduled_at: withOffset(later, -12) },
      { send_at: later },
      { scheduled_at: later, send_at: t.time.in('PT1H') },
      { scheduled_at: later, send_at: 'soon' },
    ];
    for (const times of stored) {
      const { data } = (await send(t, times)).answer;
      t.check('EMAIL-SCHED-3', () => expect(data.status, JSON.stringify(times)).toBe('scheduled'));
      t.check('EMAIL-SCHED-4', () => {
        expect(Date.parse(String(data.scheduled_at)), JSON.stringify(times)).toBe(Date.parse(later));
      });
    }
    const past = t.time.ago('PT1M');
    const ignored = [{}, { scheduled_at: past }, { scheduled_at: 'soon' }, { send_at: past }, { scheduled_at: null }];
    for (const times of ignored) {
      const { data } = (await send(t, times)).answer;
      t.check('EMAIL-SCHED-3', () => expect(data.status, JSON.stringify(times)).toBe('queued'));
      t.check('EMAIL-SCHED-4', () => expect(data.scheduled_at ?? undefined, JSON.stringify(times)).toBeUndefined());
    }
  }),
);

test(
  ...rule('EMAIL-SCHED-11', 'a `scheduled_at` of null leaves the decision to `send_at`', async (t) => {
    const send_at = t.time.in('P1D');
    const twin = await t.mustSucceed(t.api.sendEmail(t.email.real({ send_at })), 'a message with `send_at` alone');
    const withNull = await t.api.sendEmail(t.email.real({ send_at, scheduled_at: null }));
    expect(withNull).toAccept();
    expect(withNull.data.status, 'status').toBe(twin.data.status);
    expect(withNull.data.scheduled_at, 'scheduled_at').toBe(twin.data.scheduled_at);
    expect(await t.api.sendEmail(t.email({ scheduled_at: null }))).toAccept();
  }),
);

test(
  ...rule(
    'EMAIL-SCHED-11',
    'a message with a `scheduled_at` of null and a later `send_at` does not come at once',
    { needs: ['send', 'outbox'], thorough: true },
    async (t) => {
      const [sent] = await sender(t)([{ scheduled_at: null, send_at: t.time.in('PT1H') }]);
      const { answer, address } = sent as Attempt;
      await t.mustSucceed(answer, 'a message with both times');
      expect(await t.mailbox.settled(address), 'at once').toHaveMails(0);
    },
  ),
);

test(
  ...rule('EMAIL-SCHED-12', 'on the mock, a time without an offset is invalid', async (t) => {
    const [later = ''] = t.time.in('P1D').split('.');
    const sent = await sender(t)(['scheduled_at', 'send_at'].map((name) => ({ [name]: later })));
    for (const { answer, address } of sent) {
      await t.mustSucceed(answer, 'a message with a time without an offset');
      await t.mailbox.find(address);
    }
  }),
);

test(
  ...rule('EMAIL-SCHED-13', 'what becomes of a time without an offset', async (t) => {
    const scheduled_at = t.time.in('P2D').split('.')[0];
    const answer = await t.mustSucceed(
      t.api.sendEmail(t.email({ scheduled_at })),
      'a message with a time without an offset',
    );
    const shown = answer.shown.scheduled_at;
    t.observe(shown === undefined ? 'it was not shown' : `${scheduled_at} was taken as ${shown}`);
  }),
);

/** A message that was asked for; whether it was accepted is seen later. */
interface Attempt {
  answer: Answer;
  address: string;
}

/** Really sends messages, each to an address of its own. */
function sender(t: Case): (bodies: readonly object[]) => Promise<Attempt[]> {
  const attempt = (body: object) =>
    t.again(async () => {
      const address = t.unique.address();
      const send = () => t.api.sendEmail(t.email.real({ to: [address], ...body }));
      return { answer: await t.eventually(send), address };
    });
  return (bodies) => Promise.all(bodies.map(attempt));
}

/** Whether messages had been answered while their time was surely still to come: on a slow line it may be over when one goes out. */
function areInTime(t: Case, sent: readonly Attempt[], due: string): boolean {
  const answeredAt = ({ answer: { sentAt = '', tookMs = 0 } }: Attempt) => t.time.at(sentAt).getTime() + tookMs;
  return Math.max(...sent.map(answeredAt)) < Date.parse(due) - 1500;
}

/** The same instant, written so many hours from UTC. */
function withOffset(iso: string, hours: number): string {
  const local = new Date(Date.parse(iso) + hours * 3_600_000).toISOString();
  return local.replace('Z', `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`);
}
