import type { EmailOptions } from '../../suite/api/client.ts';
import { checkAssuming, makeTemplated } from '../../suite/api/email-members.ts';
import { identifyMessage, needKey, sendWithKey } from '../../suite/api/idempotency.ts';
import { findMembers } from '../../suite/api/message-bodies.ts';
import { sendParent } from '../../suite/api/sending.ts';
import { makeWrongSends, type WrongBodies } from '../../suite/api/wrong-values.ts';
import { type Answer, type Case, expect, rule, test, written } from '../../suite/rule.ts';

test(
  ...rule('EMAIL-IDEM-1', 'a repeated send without a key is accepted', async (t) => {
    const body = t.email();
    for (let repetition = 0; repetition < 2; repetition++)
      await checkAssuming(t, ['address string'], async () => expect(await t.api.sendEmail(body)).toAccept());
  }),
);

const reused = ['EMAIL-IDEM-11', 'EMAIL-IDEM-12', 'EMAIL-IDEM-15'] as const;

/** A different request under a used key is refused with 422 and the code 10027. */
function checkReused(t: Case, answer: Answer): void {
  t.check('EMAIL-IDEM-11', () => expect(answer).toRefuse(422));
  t.check('EMAIL-IDEM-12', () => {
    if (!answer.refused) t.blocked(`a changed request was not refused: ${answer}`);
    expect(answer).toRefuse(undefined, '10027');
  });
}

// One change at a time: a service may compare only some members.
test(
  ...rule(reused, 'any changed, added or removed member changes the request', async (t) => {
    await needKey(t);
    const key = t.unique.key();
    const text = 'A message of the conformance suite. '.repeat(200);
    const body = t.email({ html_body: '<p>A message of the conformance suite.</p>', text_body: text });
    const changes: Record<string, object> = {
      'another subject': { subject: t.unique.reference() },
      'the subject in capitals': { subject: String(body.subject).toUpperCase() },
      'one more letter after a long text': { text_body: `${text}x` },
      'an extra space in the text': { text_body: text.replace(' ', '  ') },
      'a name of the sender': { from: { email: String(t.target.email.from), name: 'Ada' } },
      'a separate name of the sender': { from_name: 'Ada' },
      'members that are not returned, by their names': { tags: ['a'], metadata: { a: 1 }, headers: { 'X-A': 'a' } },
      'no sandbox': { sandbox_mode: false },
      'another recipient': { to: [t.unique.address()] },
      'one more recipient': { to: [...body.to, t.unique.address()] },
      'another text': { text_body: 'Another text.' },
      'another HTML body': { html_body: '<p>Another text.</p>' },
      'a copy': { cc: [t.unique.address('cc')] },
      'a blind copy': { bcc: [t.unique.address('bcc')] },
      'a time to send': { scheduled_at: t.time.in('PT20H') },
      'a time to send, by its older name': { send_at: t.time.in('PT20H') },
      'a parent': { in_reply_to_message_id: (await sendParent(t)).id },
      'a forwarded message': { forward_of_message_id: t.unique.uuid() },
      'no text': { text_body: undefined },
    };
    const first = await t.mustSucceed(t.api.sendEmail(body, { key }), 'a send with a key');
    await t.each(changes, async (change, name) => {
      const changed = { ...body, ...change };
      // A service may refuse these members without a key as well.
      if (/name|sandbox/.test(name) && !(await t.api.sendEmail(changed)).accepted) return;
      // The new parent may not be readable yet.
      checkReused(t, await t.eventually(() => t.api.sendEmail(changed, { key })));
    });
    const replay = await t.api.sendEmail(body, { key });
    t.check('EMAIL-IDEM-15', () => expect(replay).toReplay(first));
    if (t.target.outbox) {
      const unsent = t.unique.address('unsent');
      const { refused } = await t.api.sendEmail(t.email.real({ to: [unsent] }), { key });
      if (refused) await t.check('EMAIL-IDEM-11', async () => expect(await t.mailbox.settled(unsent)).toHaveMails(0));
    }

    const { rendered } = t.target.email.templates ?? {};
    if (!rendered) return;
    const options = { key: t.unique.key() };
    const template = t.email(makeTemplated(rendered));
    await t.mustSucceed(t.api.sendEmail(template, options), 'a send of a template');
    const template_variables = { ...rendered.variables, conformance: 'other' };
    const otherVariables = await t.api.sendEmail({ ...template, template_variables }, options);
    const otherTemplate = await t.api.sendEmail({ ...template, template_id: t.unique.uuid() }, options);
    t.check('EMAIL-IDEM-11', () => {
      expect(otherVariables, 'with other variables of a template').toRefuse(422);
      // The template may be refused before the key.
      expect(otherTemplate, 'with another template').toRefuse();
    });
  }),
);

test(
  ...rule('EMAIL-IDEM-13', 'every kind of message replays its first answer', async (t) => {
    await needKey(t);
    const address = t.unique.address('replayed');
    const { hardBounce } = t.target.email.suppressed ?? {};
    const { rendered } = t.target.email.templates ?? {};
    const checkReplays = async (body: object, alias: boolean, meanwhile?: () => Promise<unknown>) => {
      const key = t.unique.key();
      const send = () => t.api.sendEmail(body, { key, alias });
      const first = await t.mustSucceed(t.eventually(send));
      await meanwhile?.();
      for (let repetition = 0; repetition < 2; repetition++) expect(await t.eventually(send)).toReplay(first);
      return findMembers(first.body, 'id')[0];
    };
    const delivery = t.target.outbox && (() => t.mustSucceed(t.mailbox.find(address), 'the mail'));
    const sent = await t.step('a sent message', () => checkReplays(t.email.real({ to: [address] }), false, delivery));
    const variants: Record<string, readonly [body: object, alias: boolean]> = {
      ...(hardBounce && { 'a message with a suppressed recipient': [t.email({ cc: [hardBounce] }), false] }),
      ...(rendered && { 'a message of a template': [t.email(makeTemplated(rendered)), false] }),
      // A delivered message can be a parent.
      ...(delivery && sent ? { 'a reply': [t.email({ in_reply_to_message_id: sent }), false] } : {}),
      'a scheduled message': [t.email({ scheduled_at: t.time.in('PT20H') }), false],
      'a message with cc and bcc': [t.email({ cc: [t.unique.address('cc')], bcc: [t.unique.address('bcc')] }), false],
      'the alias': [t.email(), true],
    };
    await t.each(variants, ([body, alias]) => checkReplays(body, alias));
  }),
);

test(
  ...rule('EMAIL-IDEM-14', 'sequential and parallel repetitions send one mail', async (t) => {
    await needKey(t);
    const [inTurn, atOnce] = [t.unique.address('in-turn'), t.unique.address('at-once')];
    const [turnKey, onceKey] = [t.unique.key(), t.unique.key()];
    const send = (address: string, key: string) =>
      t.api.sendEmail(t.email.real({ to: [address], subject: 'Once', text_body: 'Once.' }), { key });
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
  ...rule(['EMAIL-IDEM-18', 'EMAIL-IDEM-19'], 'an answer is replayed for 24 hours, then the key is free', async (t) => {
    const { control } = t;
    const { key, body, first } = await sendWithKey(t);
    const otherKey = t.unique.key();
    await t.mustSucceed(t.api.sendEmail(body, { key: otherKey }));
    // Replays do not prolong the time.
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
      expect(identifyMessage(later), 'the message after 24 hours').not.toBe(identifyMessage(first));
      expect(different).toAccept();
    });
  }),
);

const slow = { needs: ['send'], thorough: true };

// For fixed clocks: neither seconds nor other keys remove the record.
test(
  ...rule('EMAIL-IDEM-18', 'the answer is replayed after some seconds and many other keys', slow, async (t) => {
    const { key, body, first } = await sendWithKey(t);
    for (let count = 0; count < 20; count++) await t.api.sendEmail(body, { key: t.unique.key() });
    // On the mock, a case moves the clock.
    if (!t.target.control) await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(await t.api.sendEmail(body, { key })).toReplay(first);
  }),
);

/** A refused send, and the options that cause its refusal. */
interface RefusedSend {
  body: unknown;
  api?: Case['api'];
  options?: EmailOptions;
}

/** Sends that are accepted without these options, or with the primary key. */
function makeCorrectableSends(t: Case): Record<string, RefusedSend> {
  const restricted = t.target.accounts.restricted && t.api.as('restricted');
  return {
    'wrong credentials': { body: t.email(), options: { authorization: 'Bearer unknown-token' } },
    'another content type': { body: t.email(), options: { headers: [['Content-Type', 'text/plain']] } },
    ...(restricted && { 'no scope': { body: t.email({ ignore_suppression: true }), api: restricted } }),
  };
}

/** The routes that accept sends. */
async function findRoutes(t: Case): Promise<{ alias: boolean }[]> {
  const { accepted } = await t.api.sendEmail(t.email(), { alias: true });
  return accepted ? [{ alias: false }, { alias: true }] : [{ alias: false }];
}

test(
  ...rule('EMAIL-IDEM-16', 'a corrected request is accepted under the key of the refused one', async (t) => {
    await needKey(t);
    for (const route of await findRoutes(t))
      await t.each(makeCorrectableSends(t), async ({ body, api = t.api, options }, cause) => {
        const key = t.unique.key();
        const first = await api.sendEmail(body, { ...options, ...route, key });
        if (!first.refused && cause === 'wrong credentials') t.blocked(`they were not refused: ${first}`);
        // The target may accept text/plain, or overrides without scope.
        if (!first.refused) return;
        const corrected = await t.api.sendEmail(body, { ...route, key });
        // The target may treat it as a different request, which uses up the key.
        const isDifferent = cause === 'another content type' && corrected.status === 422 && first.status !== 422;
        if (!isDifferent) expect(corrected).toAccept();
      });
  }),
);

test(
  ...rule('EMAIL-IDEM-17', 'the key of a refused request is free for another one', async (t) => {
    await needKey(t);
    const { hardBounce } = t.target.email.suppressed ?? {};
    const bodies: WrongBodies = {
      ...makeWrongSends(t),
      'text/plain': written('text', 'text/plain'),
      ...(hardBounce && { 'suppressed recipients only': t.email({ to: [hardBounce] }) }),
    };
    const wrongBodies = Object.entries(bodies).map(([name, body]): [string, RefusedSend] => [name, { body }]);
    for (const route of await findRoutes(t))
      await t.each(
        { ...makeCorrectableSends(t), ...Object.fromEntries(wrongBodies) },
        async ({ body, api = t.api, options }) => {
          const key = t.unique.key();
          const { refused } = await api.sendEmail(body, { ...options, ...route, key });
          // The source leaves some refusals open, as without a sender.
          if (refused) expect(await t.api.sendEmail(t.email(), { ...route, key })).toAccept();
        },
      );
  }),
);
