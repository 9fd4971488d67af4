import { makeTemplated } from '../../suite/api/email-members.ts';
import {
  attemptSend,
  type Delivered,
  deliver,
  listMessageIds,
  needThreads,
  noThread,
  readThreadHeaders,
  readThreadIds,
  send,
  sendParent,
} from '../../suite/api/sending.ts';
import { type Answer, type Case, expect, type Mail, rule, test } from '../../suite/rule.ts';

const headerRules = ['EMAIL-THREAD-1', 'EMAIL-THREAD-2', 'EMAIL-THREAD-3'] as const;
const replyTo = ({ id }: { id: string }) => ({ in_reply_to_message_id: id });
const forward = (id: string) => ({ forward_of_message_id: id });

/** Checks replies with their ancestors, oldest first: each names its parent, and all ancestors in order. */
function checkThreads(t: Case, threads: readonly (readonly [reply: Delivered, ...ancestors: Delivered[]])[]): void {
  for (const [{ mail }, ...ancestors] of threads) {
    const parentId = ancestors.at(-1)?.messageId;
    t.check('EMAIL-THREAD-1', () => expectInReplyTo(mail, parentId));
    t.check('EMAIL-THREAD-2', () => {
      expect(mail.all('References'), 'References').toHaveLength(1);
      expect(listMessageIds(mail, 'References').at(-1), 'last id in References').toBe(parentId);
    });
    if (ancestors.length > 1) t.check('EMAIL-THREAD-3', () => expectReferences(mail, ancestors));
  }
}

function expectInReplyTo(mail: Mail, messageId: string | undefined): void {
  expect(mail.all('In-Reply-To'), 'In-Reply-To').toHaveLength(1);
  expect(listMessageIds(mail, 'In-Reply-To'), 'ids in In-Reply-To').toEqual([messageId]);
}

function expectReferences(mail: Mail, ancestors: Delivered[]): void {
  expect(listMessageIds(mail, 'References'), 'ids in References').toEqual(ancestors.map(({ messageId }) => messageId));
  const between = mail
    .all('References')
    .join('')
    .replaceAll(/<[^<>\s]+>/g, '');
  expect(between.trim(), 'the text between the ids in References, apart from white space').toBe('');
}

test(
  ...rule(headerRules, 'a reply names all its ancestors, in order and each once', async (t) => {
    const root = await deliver(t);
    const first = await deliver(t, replyTo(root));
    const second = await deliver(t, replyTo(first));
    const [sibling, cousin, third] = await Promise.all([root, first, second].map((of) => deliver(t, replyTo(of))));
    checkThreads(t, [
      [first, root],
      [second, root, first],
      [third as Delivered, root, first, second],
      [sibling as Delivered, root],
      [cousin as Delivered, root, first],
    ]);

    const { rendered } = t.target.email.templates ?? {};
    const ways = [
      { html_body: '<p>Yes.</p>', text_body: undefined },
      { cc: [t.unique.address()], bcc: [t.unique.address()] },
      { scheduled_at: t.time.ago('PT1H') },
      ...(rendered ? [makeTemplated(rendered)] : []),
    ];
    const replies = await Promise.all([
      ...ways.map((way) => deliver(t, { ...replyTo(first), ...way })),
      deliver(t, replyTo(first), { alias: true }),
    ]);
    const byAlias = await deliver(t, {}, { alias: true });
    checkThreads(t, [
      ...replies.map((reply) => [reply, root, first] as const),
      [await deliver(t, replyTo(byAlias)), byAlias],
    ]);
  }),
);

const otherKey = { needs: ['send', 'accounts.restricted'], thorough: true };

test(
  ...rule(['EMAIL-THREAD-5', 'EMAIL-THREAD-1'], 'another key of the account may reply', otherKey, async (t) => {
    for (const [owner, other] of [['primary', 'restricted'] as const, ['restricted', 'primary'] as const]) {
      const parent = await sendParent(t, {}, { as: owner });
      await send(t, replyTo(parent), { as: owner });
      const { answer, address } = await attemptSend(t, replyTo(parent), { as: other });
      t.check('EMAIL-THREAD-5', () => expect(answer).toAccept());
      await t.check('EMAIL-THREAD-1', async () => {
        if (!answer.accepted) t.blocked('it was refused, see EMAIL-THREAD-5');
        const [messageId] = listMessageIds(await t.mailbox.find(parent.address), 'Message-ID');
        expectInReplyTo(await t.mailbox.find(address), messageId);
      });
    }
  }),
);

test(
  ...rule('EMAIL-THREAD-3', 'References of several lines name every ancestor', { thorough: true }, async (t) => {
    const chain = [await deliver(t)];
    while (chain.length < 14) chain.push(await deliver(t, replyTo(chain.at(-1) as Delivered)));
    const { mail } = chain.pop() as Delivered;
    expectReferences(mail, chain);
    const [head = ''] = mail.raw.split(/\r?\n\r?\n/);
    const longest = Math.max(...head.split(/\r?\n/).map((line) => line.length));
    expect(longest, 'length of the longest line of the header').toBeLessThanOrEqual(998);
  }),
);

const ownRules = ['EMAIL-THREAD-14', 'EMAIL-THREAD-19', 'EMAIL-THREAD-20'] as const;

test(
  ...rule(ownRules, 'a new message has no threading headers', async (t) => {
    const parent = await deliver(t);
    const reply = await deliver(t, replyTo(parent));
    // Neither an earlier reply, nor a subject, nor a recipient makes a message a reply.
    const subject = `Re: ${parent.subject}`;
    const [plain, byAlias, sameSubject] = await Promise.all([
      deliver(t),
      deliver(t, {}, { alias: true }),
      deliver(t, { subject: parent.subject }),
      send(t, { to: [reply.address], subject }),
    ]);
    const later = await t.mustSucceed(t.mailbox.find(reply.address, subject));
    await send(t, { to: [parent.address], subject: parent.subject });
    const both = await t.mustSucceed(t.mailbox.findAll(parent.address, 2, parent.subject));
    const mails = [...both, plain.mail, later, byAlias.mail, sameSubject.mail];
    t.check('EMAIL-THREAD-14', () => {
      for (const mail of mails) expect(readThreadHeaders(mail)).toEqual(noThread);
    });
    const toAll = await deliver(t, { reply_to_all: true });
    t.check('EMAIL-THREAD-19', () => expect(readThreadHeaders(toAll.mail)).toEqual(noThread));
    const alone = await deliver(t, { in_reply_to_message_id: null, forward_of_message_id: null });
    const twin = await deliver(t, replyTo(alone));
    const noForward = await deliver(t, { ...replyTo(alone), forward_of_message_id: null });
    t.check('EMAIL-THREAD-20', () => {
      expect(readThreadHeaders(alone.mail)).toEqual(noThread);
      expect(readThreadIds(noForward.mail)).toEqual(readThreadIds(twin.mail));
    });
  }),
);

const replyAll = ['EMAIL-THREAD-15', 'EMAIL-THREAD-16', 'EMAIL-THREAD-17'] as const;

test(
  ...rule(replyAll, 'reply-all changes neither the threading headers nor the recipients', async (t) => {
    const [cc, bcc, copied] = [t.unique.address('cc'), t.unique.address('bcc'), t.unique.address('copied')];
    const parent = await deliver(t, { cc: [cc], bcc: [bcc] });
    const [plain, toAll] = await Promise.all([
      deliver(t, replyTo(parent)),
      deliver(t, { ...replyTo(parent), reply_to_all: true, cc: [copied] }),
    ]);
    const [deeper, deeperToAll] = await Promise.all([
      deliver(t, replyTo(plain)),
      deliver(t, { ...replyTo(plain), reply_to_all: true }),
    ]);
    t.check('EMAIL-THREAD-15', () => {
      expect(readThreadIds(toAll.mail)).toEqual(readThreadIds(plain.mail));
      expect(readThreadIds(deeperToAll.mail)).toEqual(readThreadIds(deeper.mail));
    });
    t.check('EMAIL-THREAD-17', () => {
      for (const { mail } of [plain, toAll]) expectReferences(mail, [parent]);
    });
    await t.mailbox.settle();
    await t.check('EMAIL-THREAD-16', async () => {
      const { mail, address, subject } = toAll;
      const named = [address, copied].map((recipient) => recipient.toLowerCase());
      const reached = [...mail.to, ...mail.cc, ...mail.recipients].map((recipient) => recipient.toLowerCase());
      const strangers = reached.filter((recipient) => !named.includes(recipient));
      expect(strangers, 'recipients that the caller did not name').toEqual([]);
      for (const recipient of [parent.address, cc, bcc, t.target.email.from as string])
        expect(await t.mailbox.current(recipient, subject), 'the reply').toHaveMails(0);
    });
  }),
);

test(
  ...rule(['EMAIL-THREAD-22', 'EMAIL-THREAD-3'], 'a reply names the Message-ID of an undelivered parent', async (t) => {
    const control = t.target.control && t.control;
    const root = await deliver(t);
    await needThreads(t, { parent: root, reply: await deliver(t, replyTo(root)) });
    let [ofWaiting, ofReply]: string[][] = [];
    await t.check('EMAIL-THREAD-22', async () => {
      // Where the clock can't be moved, the message waits for longer than a parent is searched for.
      const due = t.time.in(control ? 'PT1H' : 'PT10S');
      const waiting = await send(t, { ...replyTo(root), scheduled_at: due });
      const sandboxed = await send(t, { ...replyTo(root), sandbox_mode: true });
      for (const parent of [waiting, sandboxed])
        expect(await t.again(() => t.eventually(() => t.api.sendEmail(t.email(replyTo(parent)))))).toAccept();
      const namedBy = async (parent: { id: string }) => {
        const [reply, second] = [await deliver(t, replyTo(parent)), await deliver(t, replyTo(parent))];
        const named = readThreadIds(reply.mail);
        expect(named.inReplyTo, 'the ids in In-Reply-To').toEqual([named.references.at(-1)]);
        expect(readThreadIds(second.mail), 'the ids in another reply to the same message').toEqual(named);
        return named;
      };
      const [byWaiting, bySandboxed] = [await namedBy(waiting), await namedBy(sandboxed)];
      expect(byWaiting.inReplyTo, 'the ids in replies to other messages').not.toEqual(bySandboxed.inReplyTo);
      expect(bySandboxed.references, 'References').toEqual([root.messageId, ...bySandboxed.inReplyTo]);
      if (control) await control.advance('PT2H');
      else await new Promise((resolve) => setTimeout(resolve, Date.parse(due) - t.time.now().getTime()));
      const late = await t.mustSucceed(t.mailbox.findScheduled(waiting.address));
      expect(byWaiting.inReplyTo).toEqual(listMessageIds(late, 'Message-ID'));
      [ofWaiting, ofReply] = [[...readThreadIds(late).references, ...byWaiting.inReplyTo], byWaiting.references];
    });
    t.check('EMAIL-THREAD-3', () => {
      if (!ofReply) t.notApplicable('see EMAIL-THREAD-22');
      expect(ofReply, 'References of a reply to a scheduled reply').toEqual(ofWaiting);
    });
  }),
);

test(
  ...rule(['EMAIL-FWD-1', 'EMAIL-FWD-2'], 'a forward has no threading headers, and begins a thread', async (t) => {
    const root = await deliver(t);
    const inThread = await deliver(t, replyTo(root));
    // The source leaves open if reply-all is allowed without a reply.
    const toAll = { ...forward(inThread.id), reply_to_all: true };
    const takesAll = (await t.api.sendEmail(t.email(toAll))).accepted;
    const forwards = await Promise.all([
      deliver(t, forward(root.id)),
      deliver(t, forward(inThread.id)),
      ...(takesAll ? [deliver(t, { ...toAll, subject: `Fwd: ${inThread.subject}` })] : []),
      deliver(t, forward(t.unique.uuid())),
      deliver(t, forward(inThread.id), { alias: true }),
    ]);
    t.check('EMAIL-FWD-1', () => {
      for (const { mail } of forwards) expect(readThreadHeaders(mail)).toEqual(noThread);
    });
    await needThreads(t, { parent: root, reply: inThread });
    for (const { id, messageId } of forwards.slice(0, 2)) {
      const reply = await deliver(t, replyTo({ id }));
      t.check('EMAIL-FWD-2', () => expect(readThreadIds(reply.mail).references).toEqual([messageId]));
    }
  }),
);

test(
  ...rule(['EMAIL-THREAD-8', 'EMAIL-THREAD-9'], 'a foreign parent is refused like an unknown one', async (t) => {
    const { id: foreignId } = await sendParent(t, {}, { as: 'other' });
    const ids = [t.unique.uuid(), foreignId, t.unique.uuid(), foreignId];
    await t.settle();
    const answers: Answer[] = [];
    for (const id of ids) answers.push(await t.again(() => t.api.sendEmail(t.email(replyTo({ id })))));
    const [unknown, foreign, unknownAgain, foreignAgain] = answers as [Answer, Answer, Answer, Answer];
    t.check('EMAIL-THREAD-8', () => {
      expect(outlineOf(foreign)).toEqual(outlineOf(unknown));
      // Parts that never vary within each kind of refusal must be equal in both.
      const steadyInForeign = steadyParts(foreign, foreignAgain, ids);
      for (const [name, text] of Object.entries(steadyParts(unknown, unknownAgain, ids)))
        expect(steadyInForeign[name] ?? text, `${name} of the refusal of a foreign parent`).toBe(text);
    });
    t.check('EMAIL-THREAD-9', () => expect(foreign).toEqualAnswer(unknown));
  }),
);

/** The parts of a refusal that the standard error body defines; a service may add others. */
function outlineOf({ status, errors }: Answer) {
  return { status, errors: errors.map(({ code, title, source }) => ({ code, title, pointer: source?.pointer })) };
}

/** Headers of the transport, which show nothing about the message. */
const transportHeaders = /^(connection|content-length|date|keep-alive|transfer-encoding)$/;

/** The equal parts of two answers to the same request, without requested ids and request ids. */
function steadyParts(answer: Answer, again: Answer, ids: readonly string[]): Record<string, string> {
  const partsOf = ({ text, errors, headers, requestId }: Answer): Record<string, string> => {
    const withoutIds = (part: string) =>
      [...ids, ...(requestId ? [requestId] : [])].reduce(
        (rest, id) => rest.replaceAll(new RegExp(id, 'gi'), '*'),
        part,
      );
    const names = new Set(headers.map(([name]) => name.toLowerCase()).filter((name) => !transportHeaders.test(name)));
    const details = JSON.stringify(errors.map(({ detail }) => detail));
    return { body: withoutIds(text), details: withoutIds(details), headers: [...names].sort().join(', ') };
  };
  const second = partsOf(again);
  return Object.fromEntries(Object.entries(partsOf(answer)).filter(([name, text]) => second[name] === text));
}
