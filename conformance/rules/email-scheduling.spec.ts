import { templated } from '../suite/calls/email-members.ts';
import { deliver, send, threadOf } from '../suite/calls/sending.ts';
import { allShown, everything } from '../suite/calls/whole-mail.ts';
import { type Answer, type Case, expect, rule } from '../suite/rule.ts';

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

rule(
  ['EMAIL-SCHED-1', 'EMAIL-SCHED-7', 'EMAIL-SCHED-9'],
  'a message for later is accepted and does not come at once',
  async (the) => {
    const { api, email, time, check, given, mailbox, target, unique } = the;
    const parent = await deliver(the);
    await given(api.sendEmail(email({ in_reply_to_message_id: parent.id })), 'a reply');
    const later = time.in('PT1H');
    const whole = later.replace(/\.\d+Z$/, 'Z');
    const forms = [later, whole, withOffset(later, 0), withOffset(later, -12), withOffset(later, 14)];
    forms.push(later.replace('Z', '456Z'), time.in('P30D'), time.in('P400D'));
    const send = sender(the);
    const [bare, old, both] = await Promise.all([
      send(forms.map((scheduled_at) => ({ scheduled_at }))),
      send(forms.map((send_at) => ({ send_at }))),
      send([time.ago('PT1H'), time.in('PT2H'), 'soon'].map((send_at) => ({ scheduled_at: later, send_at }))),
    ]);
    const { rendered } = target.email.templates ?? {};
    const ways = [{ in_reply_to_message_id: parent.id }, { html_body: '<p>Later</p>' }];
    const made = await send(
      [...ways, ...(rendered ? [templated(rendered)] : [])].map((way) => ({ ...way, scheduled_at: later })),
    );
    const address = unique.address();
    const keyed = await api.sendEmail(email.real({ to: [address], scheduled_at: later }), { key: unique.key() });
    bare.push(...made, { answer: keyed, address });
    await mailbox.settle();
    const expectNone = async (sent: readonly Attempt[]) => {
      for (const { answer, address } of sent) {
        expect(answer).toAccept();
        expect(await mailbox.current(address), `mails that came at once of ${answer.request.body}`).toHaveLength(0);
      }
    };
    await check('EMAIL-SCHED-1', () => expectNone(bare));
    await check('EMAIL-SCHED-7', () => expectNone(old));
    await check('EMAIL-SCHED-9', () => expectNone(both));
  },
);

rule(
  ['EMAIL-SCHED-2', 'EMAIL-SCHED-7', 'EMAIL-SCHED-9'],
  'a message for later comes when its time has come, once, and not before',
  { needs: ['send', 'outbox'] },
  async (the) => {
    const { target, time, check, mailbox, unique } = the;
    const control = target.control && the.control;
    // What comes late has to be what would have come at once, copies and thread included.
    const copies = () => ({ cc: [unique.address('cc')], bcc: [unique.address('bcc')] });
    const [copied, lateCopied] = [copies(), copies()];
    const whole = { ...everything(the), in_reply_to_message_id: (await deliver(the)).id };
    const atOnce = await deliver(the, { ...whole, ...copied });
    for (const address of [...copied.cc, ...copied.bcc]) await the.given(mailbox.find(address), 'a copy sent at once');
    const sendFor = (due: string) =>
      sender(the)([
        { scheduled_at: due },
        { send_at: due },
        { scheduled_at: due, send_at: time.in('PT2H') },
        { ...whole, ...lateCopied, scheduled_at: due },
        ...(control ? [{ scheduled_at: time.in('PT2H'), send_at: due }] : []),
      ]);
    // Where the clock can't be moved, the case waits: as short as two clocks allow that may be two seconds apart, and the way there.
    let [due, sent]: [string, Attempt[]] = ['', []];
    for (const wait of control ? ['PT1H'] : ['PT4S', 'PT20S', 'PT1M']) {
      due = time.in(wait);
      sent = await sendFor(due);
      if (areInTime(the, sent, due)) break;
    }
    if (!areInTime(the, sent, due)) the.inconclusive('a message for a minute later went out when its time had come');
    const addresses = sent.map(({ address }) => address) as [string, string, string, string, string?];
    const [bare, old, both, late, latest] = addresses;
    for (const { answer } of sent) await the.given(answer, 'a message for later');
    const expectCount = async (address: string, count: number, when: string) =>
      expect(await mailbox.current(address), `mails ${when}`).toHaveLength(count);

    if (control) await control.set(new Date(Date.parse(due) - 800));
    await mailbox.settle();
    const isEarly = () => time.now().getTime() < Date.parse(due) - (control ? 50 : 2500);
    const expectNone = async (address: string) => {
      const came = await mailbox.current(address);
      if (isEarly()) expect(came, 'mails before their time').toHaveLength(0);
    };
    const held = [
      await check('EMAIL-SCHED-2', () => expectNone(bare)),
      await check('EMAIL-SCHED-7', () => expectNone(old)),
      await check('EMAIL-SCHED-9', () => expectNone(both)),
    ];
    if (held.includes(false)) return;
    if (control) await control.set(new Date(Date.parse(due) + 1000));
    else await new Promise((resolve) => setTimeout(resolve, Date.parse(due) - time.now().getTime()));
    const expectOne = async (address: string) => {
      await mailbox.findScheduled(address);
      await expectCount(address, 1, 'after their time');
    };
    await check('EMAIL-SCHED-2', async () => {
      await expectOne(bare);
      const mail = await mailbox.findScheduled(late);
      expect({ ...allShown(mail), ...threadOf(mail) }, 'what the late mail shows').toEqual({
        ...allShown(atOnce.mail),
        ...threadOf(atOnce.mail),
      });
      for (const address of [...lateCopied.cc, ...lateCopied.bcc]) await mailbox.find(address);
    });
    await check('EMAIL-SCHED-7', () => expectOne(old));
    await check('EMAIL-SCHED-9', () => expectOne(both));
    if (!control || !latest) return;
    await check('EMAIL-SCHED-9', () => expectCount(latest, 0, 'when only `send_at` has come'));
    await control.advance('PT1H');
    await check('EMAIL-SCHED-9', () => expectOne(latest));
    await check('EMAIL-SCHED-2', () => expectCount(bare, 1, 'an hour later'));
  },
);

rule(
  ['EMAIL-SCHED-6', 'EMAIL-SCHED-8', 'EMAIL-SCHED-10'],
  'a time that is past or invalid counts for nothing: the mail comes at once',
  async (the) => {
    const { time, check, given, mailbox } = the;
    const past = time.ago('PT1H');
    const times = [past, time.ago('PT1M'), time.ago('P400D'), withOffset(past, 14), ...invalid];
    const send = sender(the);
    const [bare, old, both] = await Promise.all([
      send(times.map((scheduled_at) => ({ scheduled_at }))),
      send(times.map((send_at) => ({ send_at }))),
      send([past, 'soon', '', 7].map((scheduled_at) => ({ scheduled_at, send_at: time.in('PT1H') }))),
    ]);
    const expectMails = async (sent: readonly Attempt[]) => {
      for (const { answer, address } of sent) {
        await given(answer, 'a send whose time is to be ignored');
        await mailbox.find(address);
      }
    };
    await check('EMAIL-SCHED-6', () => expectMails(bare));
    await check('EMAIL-SCHED-8', () => expectMails(old));
    await check('EMAIL-SCHED-10', () => expectMails(both));
  },
);

rule(
  ['EMAIL-SCHED-5', 'EMAIL-SCHED-8'],
  'a time that is past or invalid, of whatever type, is no error',
  { needs: ['send'] },
  async ({ api, email, time, check, each, given }) => {
    await given(api.sendEmail(email()), 'a send without a time');
    await each([time.ago('PT1M'), time.ago('P400D'), ...invalid, { at: 'noon' }], async (value) => {
      const [scheduled, old] = [{ scheduled_at: value }, { send_at: value }];
      const [one, other] = await Promise.all([api.sendEmail(email(scheduled)), api.sendEmail(email(old))]);
      check('EMAIL-SCHED-5', () => expect(one).toAccept());
      check('EMAIL-SCHED-8', () => expect(other).toAccept());
    });
  },
);

rule(['EMAIL-SCHED-3', 'EMAIL-SCHED-4'], 'the answer says whether a time was stored, and which', async (the) => {
  const { time, check } = the;
  const later = time.in('P1D').replace(/\.\d+Z$/, 'Z');
  const stored = [
    { scheduled_at: later },
    { scheduled_at: withOffset(later, -12) },
    { send_at: later },
    { scheduled_at: later, send_at: time.in('PT1H') },
    { scheduled_at: later, send_at: 'soon' },
  ];
  for (const times of stored) {
    const { data } = (await send(the, times)).answer;
    check('EMAIL-SCHED-3', () => expect(data.status, JSON.stringify(times)).toBe('scheduled'));
    check('EMAIL-SCHED-4', () => {
      expect(Date.parse(String(data.scheduled_at)), JSON.stringify(times)).toBe(Date.parse(later));
    });
  }
  const past = time.ago('PT1M');
  const ignored = [{}, { scheduled_at: past }, { scheduled_at: 'soon' }, { send_at: past }, { scheduled_at: null }];
  for (const times of ignored) {
    const { data } = (await send(the, times)).answer;
    check('EMAIL-SCHED-3', () => expect(data.status, JSON.stringify(times)).toBe('queued'));
    check('EMAIL-SCHED-4', () => expect(data.scheduled_at ?? undefined, JSON.stringify(times)).toBeUndefined());
  }
});

rule('EMAIL-SCHED-11', 'a `scheduled_at` of null leaves the decision to `send_at`', async (the) => {
  const { api, email, time, given } = the;
  const send_at = time.in('P1D');
  const twin = await given(api.sendEmail(email.real({ send_at })), 'a message with `send_at` alone');
  const withNull = await api.sendEmail(email.real({ send_at, scheduled_at: null }));
  expect(withNull).toAccept();
  expect(withNull.data.status, 'status').toBe(twin.data.status);
  expect(withNull.data.scheduled_at, 'scheduled_at').toBe(twin.data.scheduled_at);
  expect(await api.sendEmail(email({ scheduled_at: null }))).toAccept();
});

rule(
  'EMAIL-SCHED-11',
  'a message with a `scheduled_at` of null and a later `send_at` does not come at once',
  { needs: ['send', 'outbox'], thorough: true },
  async (the) => {
    const [sent] = await sender(the)([{ scheduled_at: null, send_at: the.time.in('PT1H') }]);
    const { answer, address } = sent as Attempt;
    await the.given(answer, 'a message with both times');
    expect(await the.mailbox.isEmpty(address), 'no mail comes at once').toBe(true);
  },
);

rule('EMAIL-SCHED-12', 'on the mock, a time without an offset is invalid', async (the) => {
  const { time, mailbox, given } = the;
  const [later = ''] = time.in('P1D').split('.');
  const sent = await sender(the)(['scheduled_at', 'send_at'].map((name) => ({ [name]: later })));
  for (const { answer, address } of sent) {
    await given(answer, 'a message with a time without an offset');
    await mailbox.find(address);
  }
});

rule('EMAIL-SCHED-13', 'what becomes of a time without an offset', async ({ api, email, time, given, observe }) => {
  const scheduled_at = time.in('P2D').split('.')[0];
  const answer = await given(api.sendEmail(email({ scheduled_at })), 'a message with a time without an offset');
  const shown = answer.shown.scheduled_at;
  observe(shown === undefined ? 'it was not shown' : `${scheduled_at} was taken as ${shown}`);
});

/** A message that was asked for; whether it was accepted is seen later. */
interface Attempt {
  answer: Answer;
  address: string;
}

/** Really sends messages, each to an address of its own. */
function sender({ api, email, unique, again }: Case): (bodies: readonly object[]) => Promise<Attempt[]> {
  const attempt = (body: object) =>
    again(async () => {
      const address = unique.address();
      return { answer: await api.sendEmail(email.real({ to: [address], ...body })), address };
    });
  return (bodies) => Promise.all(bodies.map(attempt));
}

/** Whether messages had been answered while their time was surely still to come: on a slow line it may be over when one goes out. */
function areInTime({ time }: Case, sent: readonly Attempt[], due: string): boolean {
  const answeredAt = ({ answer: { sentAt = '', tookMs = 0 } }: Attempt) => time.at(sentAt).getTime() + tookMs;
  return Math.max(...sent.map(answeredAt)) < Date.parse(due) - 1500;
}

/** The same instant, written so many hours from UTC. */
function withOffset(iso: string, hours: number): string {
  const local = new Date(Date.parse(iso) + hours * 3_600_000).toISOString();
  return local.replace('Z', `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`);
}
