import { membersNamed, replyAndForward, templated } from '../../suite/api/email-members.ts';
import {
  givenRefusal,
  messageOf,
  needsKey,
  type Pursuit,
  pursue,
  sendWithKey,
  timesOf,
  wasMadeToWait,
} from '../../suite/api/idempotency.ts';
import { sendParent } from '../../suite/api/sending.ts';
import { type Answer, type Case, expect, rule, test, written } from '../../suite/rule.ts';

test(
  ...rule('EMAIL-IDEM-1', 'a send without a key is accepted, twice as well', async (t) => {
    const body = t.email();
    expect(await t.api.sendEmail(body)).toAccept();
    expect(await t.api.sendEmail(body)).toAccept();
  }),
);

test(
  ...rule(
    ['EMAIL-IDEM-13', 'EMAIL-IDEM-11', 'EMAIL-IDEM-12', 'EMAIL-IDEM-15'],
    'the same request is replayed; a changed one is refused, and the first answer still replays',
    async (t) => {
      const { key, body, first } = await sendWithKey(t);
      const again = [await t.api.sendEmail(body, { key }), await t.api.sendEmail(body, { key })];
      t.check('EMAIL-IDEM-13', () => {
        for (const answer of again) expect(answer).toReplay(first);
      });

      const changed = await t.api.sendEmail({ ...body, subject: t.unique.reference() }, { key });
      t.check('EMAIL-IDEM-11', () => expect(changed).toRefuse(422));
      t.check('EMAIL-IDEM-12', () => {
        if (changed.refused) expect(changed).toHaveErrorCode('10027');
        else t.blocked(`a changed request was not refused: ${changed}`);
      });
      const still = await t.api.sendEmail(body, { key });
      t.check('EMAIL-IDEM-15', () => expect(still).toReplay(first));
    },
  ),
);

// Each change for itself: a service may compare some members only.
test(
  ...rule(
    ['EMAIL-IDEM-11', 'EMAIL-IDEM-12', 'EMAIL-IDEM-15'],
    'whatever was changed, added or removed, another request under the key is refused',
    { thorough: true },
    async (t) => {
      await needsKey(t);
      const key = t.unique.key();
      const text = 'A message of the conformance suite. '.repeat(200);
      const body = t.email({ html_body: '<p>A message of the conformance suite.</p>', text_body: text });
      const { text_body: _, ...withoutText } = body;
      const others: Record<string, object> = {
        'another subject': { ...body, subject: t.unique.reference() },
        'the subject in capitals': { ...body, subject: String(body.subject).toUpperCase() },
        'one letter more at the end of a long text': { ...body, text_body: `${text}x` },
        'one blank more in the text': { ...body, text_body: text.replace(' ', '  ') },
        'a name of the sender': { ...body, from: { email: String(t.target.email.from), name: 'Ada' } },
        'a separate name of the sender': { ...body, from_name: 'Ada' },
        'no sandbox': { ...body, sandbox_mode: false },
        'another recipient': { ...body, to: [t.unique.address()] },
        'one more recipient': { ...body, to: [...body.to, t.unique.address()] },
        'another text': { ...body, text_body: 'Another text.' },
        'another HTML body': { ...body, html_body: '<p>Another text.</p>' },
        'a copy to somebody': { ...body, cc: [t.unique.address('cc')] },
        'a blind copy to somebody': { ...body, bcc: [t.unique.address('bcc')] },
        'a time to send': { ...body, scheduled_at: t.time.in('PT20H') },
        'a time to send, by its older name': { ...body, send_at: t.time.in('PT20H') },
        'a parent': { ...body, in_reply_to_message_id: (await sendParent(t)).id },
        'a forwarded message': { ...body, forward_of_message_id: t.unique.uuid() },
        'no text any more': withoutText,
      };
      const first = await t.mustSucceed(t.api.sendEmail(body, { key }), 'a send with a key');
      await t.each(others, async (other, change) => {
        // Not every service knows these names: what it refuses by itself says nothing about the key.
        if (/name|sandbox/.test(change) && !(await t.api.sendEmail(other)).accepted) return;
        const answer = await t.api.sendEmail(other, { key });
        t.check('EMAIL-IDEM-11', () => expect(answer).toRefuse(422));
        t.check('EMAIL-IDEM-12', () => {
          if (answer.refused) expect(answer).toHaveErrorCode('10027');
        });
      });
      const still = await t.api.sendEmail(body, { key });
      t.check('EMAIL-IDEM-15', () => expect(still).toReplay(first));

      const { rendered } = t.target.email.templates ?? {};
      if (!rendered) return;
      const templateKey = t.unique.key();
      const template = t.email({ subject: undefined, text_body: undefined, template_id: rendered.id });
      await t.mustSucceed(
        t.api.sendEmail({ ...template, template_variables: rendered.variables }, { key: templateKey }),
      );
      const otherVariables = { ...rendered.variables, conformance: 'other' };
      const answer = await t.api.sendEmail({ ...template, template_variables: otherVariables }, { key: templateKey });
      t.check('EMAIL-IDEM-11', () => expect(answer, 'with other variables of a template').toRefuse(422));
      const otherTemplate = { ...template, template_variables: rendered.variables, template_id: t.unique.uuid() };
      // A service that looks at the template before the key refuses it for that.
      const unknown = await t.api.sendEmail(otherTemplate, { key: templateKey });
      t.check('EMAIL-IDEM-11', () => expect(unknown, 'with another template').toRefuse());
    },
  ),
);

test(
  ...rule(
    'EMAIL-IDEM-13',
    'the replay is the first answer, also when the message has gone on, is scheduled or came over the alias',
    async (t) => {
      await needsKey(t);
      const sent = await t.step('a message that is sent by now', async () => {
        const key = t.unique.key();
        const address = t.unique.address('replayed');
        const body = t.email.real({ to: [address] });
        const first = await t.mustSucceed(t.api.sendEmail(body, { key }));
        if (t.target.outbox) await t.mustSucceed(t.mailbox.find(address), 'the mail');
        expect(await t.api.sendEmail(body, { key })).toReplay(first);
        // What was delivered and is shown can be replied to.
        return t.target.outbox && membersNamed(first.body, 'id')[0];
      });
      const { hardBounce } = t.target.email.suppressed ?? {};
      const { rendered } = t.target.email.templates ?? {};
      const variants: Record<string, readonly [body: object, alias: boolean]> = {
        ...(hardBounce && { 'a message to somebody who is suppressed, too': [t.email({ cc: [hardBounce] }), false] }),
        ...(rendered && { 'a message of a template': [t.email(templated(rendered)), false] }),
        ...(sent ? { 'a reply': [t.email({ in_reply_to_message_id: sent }), false] } : {}),
        'a scheduled message': [t.email({ scheduled_at: t.time.in('PT20H') }), false],
        'a message with cc and bcc': [t.email({ cc: [t.unique.address('cc')], bcc: [t.unique.address('bcc')] }), false],
        'the alias': [t.email(), true],
      };
      await t.each(variants, async ([body, alias]) => {
        const key = t.unique.key();
        const send = () => t.api.sendEmail(body, { key, alias });
        const first = await t.mustSucceed(t.eventually(send));
        expect(await send()).toReplay(first);
      });
    },
  ),
);

test(
  ...rule('EMAIL-IDEM-14', 'repetitions, one after the other and at once, send one mail', async (t) => {
    await needsKey(t);
    const [inTurn, atOnce] = [t.unique.address('in-turn'), t.unique.address('at-once')];
    const send = (address: string, key: string) =>
      t.api.sendEmail(t.email.real({ to: [address], subject: 'Once', text_body: 'Once.' }), { key });
    const [turnKey, onceKey] = [t.unique.key(), t.unique.key()];
    await t.mustSucceed(send(inTurn, turnKey), 'a send with a key');
    for (let repetition = 0; repetition < 2; repetition++) await send(inTurn, turnKey);
    await Promise.all(Array.from({ length: 4 }, () => send(atOnce, onceKey)));
    await t.mustSucceed(t.mailbox.find(inTurn), 'the mail');
    await t.mustSucceed(t.mailbox.find(atOnce), 'the mail of the parallel requests');
    await t.mailbox.settle();
    expect(await t.mailbox.current(inTurn), 'three requests in turn').toHaveMails(1);
    expect(await t.mailbox.current(atOnce), 'four requests at once').toHaveMails(1);
  }),
);

test(
  ...rule(
    ['EMAIL-IDEM-9', 'EMAIL-IDEM-8', 'EMAIL-IDEM-10'],
    'of parallel requests each is the one success or a 409, and a later retry gives that success',
    { needs: ['send'] },
    async (t) => {
      await needsKey(t);
      // Where requests can be made to take a moment, the others surely meet the first one.
      if (t.target.control) await t.control.settings({ processingTime: 'PT0.2S' });
      const key = t.unique.key();
      const body = t.email();
      const atOnce = (keyOf: () => string) =>
        Promise.all(Array.from({ length: 8 }, () => t.api.sendEmail(body, { key: keyOf() })));
      // With keys of their own as many are served, so that the key alone is the cause of what comes then.
      for (const answer of await atOnce(t.unique.key.bind(t.unique)))
        await t.mustSucceed(answer, 'one of several sends at once');
      const answers = await atOnce(() => key);
      const later = await t.api.sendEmail(body, { key });
      const [success] = answers.filter(({ accepted }) => accepted);
      t.check('EMAIL-IDEM-9', () => {
        for (const answer of answers) {
          if (answer.accepted)
            expect(messageOf(answer), 'the message of each success').toBe(messageOf(success ?? answer));
          else expect(answer).toHaveStatus(409);
        }
        expect(later).toAccept();
        if (success) expect(messageOf(later), 'the message of a later retry').toBe(messageOf(success));
      });
      const refusals = answers.filter(({ accepted }) => !accepted);
      const none = 'no request met another one in progress';
      t.check('EMAIL-IDEM-8', () => {
        if (refusals.length === 0) t.notApplicable(none);
        for (const answer of refusals) expect(answer).toHaveStatus(409);
      });
      t.check('EMAIL-IDEM-10', () => {
        if (refusals.length === 0) t.notApplicable(none);
        for (const answer of refusals) expect(answer).toHaveErrorCode('10036');
      });
    },
  ),
);

test(
  ...rule(
    ['EMAIL-IDEM-9', 'EMAIL-IDEM-8', 'EMAIL-IDEM-10'],
    'a request right behind another one with its key is refused, and not made to wait for that',
    { needs: ['send'] },
    async (t) => {
      if (t.target.control) await t.control.settings({ processingTime: 'PT1S' });
      const replayed = await sendWithKey(t);
      const pursuits: Pursuit[] = [];
      const waits = () => pursuits.filter(wasMadeToWait).map(timesOf);
      const answersOf = ({ first, second }: Pursuit) => [first, second] as const;
      const met = () => pursuits.flatMap(answersOf).filter(({ accepted }) => !accepted);
      // One that seems to have waited may have been held up on its way: it takes three of three, or most of them all.
      for (const gapMs of [5, 2, 10, 20, 5, 10, 2]) {
        const isClear = pursuits.length === 3 && waits().length === 3;
        if (met().length === 0 && !isClear) pursuits.push(await t.again(() => pursue(t, gapMs, replayed)));
      }
      const share = waits().length / pursuits.length;
      const times = pursuits.map(timesOf).join('; ');
      t.check('EMAIL-IDEM-9', () => {
        for (const [first, second] of pursuits.map(answersOf)) {
          // On their way they may have changed places.
          const [served, other] = first.accepted ? [first, second] : [second, first];
          expect(served, 'the send that came first').toAccept();
          if (other.accepted) expect(messageOf(other), 'the message').toBe(messageOf(served));
          else expect(other).toHaveStatus(409);
        }
      });
      const none = `no request met another one in progress: ${times}`;
      t.check('EMAIL-IDEM-8', () => {
        if (share > 1 / 2)
          expect(waits(), 'sends that were made to wait for another one and then got its answer').toEqual([]);
        for (const answer of met()) expect(answer).toHaveStatus(409);
        if (met().length === 0) (share > 1 / 3 ? t.inconclusive : t.notApplicable)(none);
      });
      t.check('EMAIL-IDEM-10', () => {
        if (met().length === 0) t.notApplicable(none);
        for (const answer of met()) expect(answer).toHaveErrorCode('10036');
      });
    },
  ),
);

// The mock can hold a send open, so that here the answer is exact. Reading `control` gives the case its own copy of the state.
test(
  ...rule(
    ['EMAIL-IDEM-8', 'EMAIL-IDEM-10'],
    'a key in progress is answered with 409, at once and each time',
    async (t) => {
      const { control } = t;
      await needsKey(t);
      const key = t.unique.key();
      const body = t.email();
      await control.hold();
      const first = t.api.sendEmail(body, { key });
      await waitUntilHeld(t, 1);
      // A service that lets the others wait for the first one would wait for ever, so they are not waited for.
      const meeting = [t.api.sendEmail(body, { key }), t.api.sendEmail(body, { key })];
      await Promise.race([Promise.all(meeting), waitUntilHeld(t, 2)]);
      await control.release();
      const answers = await Promise.all(meeting);
      const success = await t.mustSucceed(first, 'the send that was held');
      const later = await t.api.sendEmail(body, { key });
      t.check('EMAIL-IDEM-8', () => {
        for (const answer of answers) expect(answer).toHaveStatus(409);
        if (later.accepted) expect(messageOf(later), 'the message after a 409').toBe(messageOf(success));
      });
      t.check('EMAIL-IDEM-10', () => {
        for (const answer of answers) if (answer.refused) expect(answer).toHaveErrorCode('10036');
      });
    },
  ),
);

test(
  ...rule(
    ['EMAIL-IDEM-18', 'EMAIL-IDEM-19'],
    'the answer is replayed for 24 hours from the first one, replays notwithstanding, and then the key is free',
    async (t) => {
      const { control } = t;
      const { key, body, first } = await sendWithKey(t);
      const otherKey = t.unique.key();
      await t.mustSucceed(t.api.sendEmail(body, { key: otherKey }));
      for (const hours of ['PT1H', 'PT11H', 'PT11H59M50S']) {
        await control.advance(hours);
        const replay = await t.api.sendEmail(body, { key });
        t.check('EMAIL-IDEM-18', () => expect(replay).toReplay(first));
      }
      await control.advance('PT15S');
      const later = await t.api.sendEmail(body, { key });
      const different = await t.api.sendEmail(t.email(), { key: otherKey });
      t.check('EMAIL-IDEM-19', () => {
        expect(later).toAccept();
        expect(messageOf(later), 'the message after 24 hours').not.toBe(messageOf(first));
        expect(different).toAccept();
      });
    },
  ),
);

// Where the clock can't be moved, a few seconds and many other keys must not make the record go.
test(
  ...rule(
    'EMAIL-IDEM-18',
    'the answer is replayed after some seconds and many other keys',
    { needs: ['send'], thorough: true },
    async (t) => {
      const { key, body, first } = await sendWithKey(t);
      for (let other = 0; other < 20; other++) await t.api.sendEmail(body, { key: t.unique.key() });
      // Our mock's clock can be moved, and another case does so.
      if (!t.target.control) await new Promise((resolve) => setTimeout(resolve, 2500));
      expect(await t.api.sendEmail(body, { key })).toReplay(first);
    },
  ),
);

test(
  ...rule('EMAIL-IDEM-16', 'a refusal is not replayed once its cause is gone', async (t) => {
    await needsKey(t);
    await t.step('credentials that are corrected', async () => {
      const [key, body] = [t.unique.key(), t.email()];
      const authorization = 'Bearer a-token-that-nobody-has';
      await givenRefusal(t, t.api.sendEmail(body, { key, authorization }), 'an unknown token');
      expect(await t.api.sendEmail(body, { key })).toAccept();
    });
    await t.step('a content type that is corrected', async () => {
      const [key, body] = [t.unique.key(), t.email()];
      const { refused, status } = await t.api.sendEmail(body, { key, headers: [['Content-Type', 'text/plain']] });
      // Whether other content types are read is the target's choice.
      if (!refused) return;
      const corrected = await t.api.sendEmail(body, { key });
      // It may count as a different request, whose key is taken then.
      if (corrected.status !== 422 || status === 422) expect(corrected).toAccept();
    });
    await t.step('a parent that is named no more', async () => {
      const [key, body] = [t.unique.key(), t.email()];
      const reply = t.api.sendEmail({ ...body, in_reply_to_message_id: t.unique.uuid() }, { key });
      const { status } = await givenRefusal(t, reply, 'a reply to nothing');
      const corrected = await t.api.sendEmail(body, { key });
      if (status !== 422) expect(corrected.status, 'the status of a corrected request').not.toBe(status);
    });
    if (!t.target.accounts.restricted) return;
    await t.step('a scope that the token now has', async () => {
      const [key, body] = [t.unique.key(), t.email({ ignore_suppression: true })];
      const first = await t.api.as('restricted').sendEmail(body, { key });
      if (first.refused) expect(await t.api.sendEmail(body, { key })).toAccept();
    });
  }),
);

test(
  ...rule('EMAIL-IDEM-17', 'the key of a failed request is free at once for another request', async (t) => {
    await needsKey(t);
    const sent = (overrides: object) => (key: string) => t.api.sendEmail(t.email({ ...overrides }), { key });
    const failing: Record<string, (key: string) => Promise<Answer>> = {
      'no subject': sent({ subject: undefined }),
      'no address': sent({ to: ['nobody'] }),
      'a reply to nothing': sent({ in_reply_to_message_id: t.unique.uuid() }),
      'a reply that is a forward': sent(replyAndForward(t.unique)),
      'an unknown template': sent({ subject: undefined, text_body: undefined, template_id: t.unique.uuid() }),
      'an address twice': sent({ cc: ['twice@example.com', 'twice@example.com'] }),
      'what is no JSON': (key) => t.api.sendEmail(written('{"from":'), { key }),
      'a text': (key) => t.api.sendEmail(written('text', 'text/plain'), { key }),
      'wrong credentials': (key) => t.api.as('nobody').sendEmail(t.email(), { key }),
    };
    // Whether such a send is refused is an assumption.
    const { hardBounce } = t.target.email.suppressed ?? {};
    const others: typeof failing = {
      ...(hardBounce && { 'nobody who may get mail': sent({ to: [hardBounce] }) }),
      ...(t.target.accounts.restricted && {
        'a scope that is missing': (key) =>
          t.api.as('restricted').sendEmail(t.email({ ignore_suppression: true }), { key }),
      }),
    };
    await t.each({ ...failing, ...others }, async (send, cause) => {
      const key = t.unique.key();
      const { refused } = cause in others ? await send(key) : await givenRefusal(t, send(key), cause);
      if (refused) expect(await t.api.sendEmail(t.email(), { key })).toAccept();
    });
  }),
);

/** Looks until so many requests are held; gives up after a while. */
async function waitUntilHeld(t: Case, count: number): Promise<void> {
  const { control } = t;
  for (let look = 0; look < 200; look++) {
    const state = (await control.call('GET', '/hold')) as { held?: number };
    if ((state.held ?? 0) >= count) return;
  }
}
