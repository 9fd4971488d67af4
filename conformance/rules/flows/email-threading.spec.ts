import { templated } from '../../suite/api/email-members.ts';
import {
  type Delivered,
  deliver,
  idsIn,
  needsThreads,
  noThread,
  send,
  sendParent,
  threadHeaders,
  threadOf,
} from '../../suite/api/sending.ts';
import { type Case, expect, type Mail, rule, test } from '../../suite/rule.ts';

test(
  ...rule(
    ['EMAIL-THREAD-1', 'EMAIL-THREAD-2', 'EMAIL-THREAD-17'],
    'a reply carries the Message-ID of its parent, and only that',
    async (t) => {
      const parent = await deliver(t);
      const { mail } = await deliver(t, replyTo(parent));
      t.check('EMAIL-THREAD-1', () => expectInReplyTo(mail, parent));
      t.check('EMAIL-THREAD-2', () => expectLastReference(mail, parent));
      t.check('EMAIL-THREAD-17', () => expectReferences(mail, [parent]));
    },
  ),
);

test(
  ...rule(
    ['EMAIL-THREAD-3', 'EMAIL-THREAD-1', 'EMAIL-THREAD-2'],
    'replies to replies, and siblings, name their ancestors in order and each once',
    async (t) => {
      const root = await deliver(t);
      const first = await deliver(t, replyTo(root));
      const second = await deliver(t, replyTo(first));
      const third = await deliver(t, replyTo(second));
      const siblings = await Promise.all([root, first, first].map((parent) => deliver(t, replyTo(parent))));
      const chains: Thread[] = [
        [second, root, first],
        [third, root, first, second],
        [siblings[1] as Delivered, root, first],
        [siblings[2] as Delivered, root, first],
      ];
      checkThreads(t, [[first, root], [siblings[0] as Delivered, root], ...chains]);
    },
  ),
);

test(
  ...rule(
    'EMAIL-THREAD-1',
    'a reply with another key of the account carries its headers, too',
    { needs: ['send', 'outbox', 'accounts.restricted'], thorough: true },
    async (t) => {
      const parent = await deliver(t, {}, { as: 'restricted' });
      expectInReplyTo((await deliver(t, replyTo(parent))).mail, parent);
      const own = await deliver(t);
      expectInReplyTo((await deliver(t, replyTo(own), { as: 'restricted' })).mail, own);
    },
  ),
);

test(
  ...rule(
    'EMAIL-THREAD-3',
    'References that take more than one line still name every ancestor',
    { thorough: true },
    async (t) => {
      const chain = [await deliver(t)];
      while (chain.length < 12) chain.push(await deliver(t, replyTo(chain.at(-1) as Delivered)));
      const { mail } = chain.pop() as Delivered;
      expectReferences(mail, chain);
      const [head = ''] = mail.raw.split(/\r?\n\r?\n/);
      const longest = Math.max(...head.split(/\r?\n/).map((line) => line.length));
      expect(longest, 'length of the longest line of the header').toBeLessThanOrEqual(998);
    },
  ),
);

test(
  ...rule(
    ['EMAIL-THREAD-1', 'EMAIL-THREAD-2', 'EMAIL-THREAD-3'],
    'a reply carries its headers in whatever way it is made',
    { thorough: true },
    async (t) => {
      const root = await deliver(t);
      const parent = await deliver(t, replyTo(root));
      const { rendered } = t.target.email.templates ?? {};
      const ways = await Promise.all([
        deliver(t, { ...replyTo(parent), html_body: '<p>Yes.</p>', text_body: undefined }),
        deliver(t, { ...replyTo(parent), cc: [t.unique.address()], bcc: [t.unique.address()] }),
        deliver(t, { ...replyTo(parent), scheduled_at: t.time.ago('PT1H') }),
        ...(rendered ? [deliver(t, { ...replyTo(parent), ...templated(rendered) })] : []),
        deliver(t, replyTo(parent), { alias: true }),
      ]);
      checkThreads(
        t,
        ways.map((reply): Thread => [reply, root, parent]),
      );
      const byAlias = await deliver(t, {}, { alias: true });
      const toAlias = await deliver(t, replyTo(byAlias));
      t.check('EMAIL-THREAD-1', () => expectInReplyTo(toAlias.mail, byAlias));
    },
  ),
);

test(
  ...rule('EMAIL-THREAD-14', 'a message of its own carries no threading headers', async (t) => {
    const parent = await deliver(t);
    const reply = await deliver(t, replyTo(parent));
    // Neither an earlier reply, nor a subject, nor a recipient makes a message a reply.
    const subject = `Re: ${parent.subject}`;
    const [plain, other, sameSubject] = await Promise.all([
      deliver(t),
      deliver(t, {}, { alias: true }),
      deliver(t, { subject: parent.subject }),
      send(t, { to: [reply.address], subject }),
    ]);
    const later = await t.mustSucceed(t.mailbox.find(reply.address, subject));
    await send(t, { to: [parent.address], subject: parent.subject });
    const both = await t.mustSucceed(t.mailbox.findAll(parent.address, 2, parent.subject));
    const mails = [...both, plain.mail, later, other.mail, sameSubject.mail];
    for (const mail of mails) expect(threadHeaders(mail)).toEqual(noThread);
  }),
);

test(
  ...rule(
    ['EMAIL-THREAD-15', 'EMAIL-THREAD-16', 'EMAIL-THREAD-17'],
    'reply-all changes neither the threading headers nor the recipients',
    async (t) => {
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
        expect(threadOf(toAll.mail)).toEqual(threadOf(plain.mail));
        expect(threadOf(deeperToAll.mail)).toEqual(threadOf(deeper.mail));
      });
      t.check('EMAIL-THREAD-17', () => expectReferences(toAll.mail, [parent]));
      await t.mailbox.settle();
      await t.check('EMAIL-THREAD-16', async () => {
        const { mail, address, subject } = toAll;
        const strangers = [...mail.to, ...mail.cc, ...mail.recipients].filter(
          (one) => ![address, copied].some((named) => named.toLowerCase() === one.toLowerCase()),
        );
        expect(strangers, 'recipients whom nobody named').toEqual([]);
        for (const one of [parent.address, cc, bcc, t.target.email.from as string]) {
          expect(await t.mailbox.current(one, subject), 'the reply').toHaveMails(0);
        }
      });
    },
  ),
);

test(
  ...rule(
    ['EMAIL-THREAD-18', 'EMAIL-THREAD-19'],
    'the reply-all flag is known; null is none, and without a parent it has no effect',
    async (t) => {
      const parent = replyTo(await sendParent(t));
      const send = (overrides: object) => t.again(() => t.eventually(() => t.api.sendEmail(t.email({ ...overrides }))));
      await t.mustSucceed(send(parent), 'a reply');
      const toAll = await send({ ...parent, reply_to_all: true });
      const asNull = await send({ ...parent, reply_to_all: null });
      const asText = await send({ ...parent, reply_to_all: 'all' });
      const asNumber = await send({ ...parent, reply_to_all: 1 });
      t.check('EMAIL-THREAD-18', () => {
        expect(toAll).toAccept();
        expect(asNull).toAccept();
        expect(asText, 'a text in its place, which shows whether the name is known').toRefuse();
        expect(asNumber, 'a number in its place').toRefuse();
      });
      const alone = await send({ reply_to_all: true });
      t.check('EMAIL-THREAD-19', () => expect(alone).toAccept());
    },
  ),
);

test(
  ...rule(
    ['EMAIL-THREAD-19', 'EMAIL-THREAD-20'],
    'reply-all without a parent, and a parent of null, leave a message without threading headers',
    { needs: ['send', 'outbox'], thorough: true },
    async (t) => {
      await t.check('EMAIL-THREAD-19', async () => {
        const { mail } = await deliver(t, { reply_to_all: true });
        expect(threadHeaders(mail)).toEqual(noThread);
      });
      await t.check('EMAIL-THREAD-20', async () => {
        const alone = await deliver(t, { in_reply_to_message_id: null, forward_of_message_id: null });
        expect(threadHeaders(alone.mail)).toEqual(noThread);
        const twin = await deliver(t, replyTo(alone));
        const reply = await deliver(t, { ...replyTo(alone), forward_of_message_id: null });
        expect(threadOf(reply.mail)).toEqual(threadOf(twin.mail));
      });
    },
  ),
);

test(
  ...rule('EMAIL-THREAD-22', 'a reply names the Message-ID of a parent that has not been delivered', async (t) => {
    const control = t.target.control && t.control;
    await needsThreads(t);
    // Where the clock can't be moved, it has to wait for longer than a message may be looked for as a parent.
    const due = t.time.in(control ? 'PT1H' : 'PT10S');
    const waiting = await send(t, { scheduled_at: due });
    const sandboxed = await send(t, { sandbox_mode: true });
    for (const parent of [waiting, sandboxed]) {
      const reply = () => t.eventually(() => t.api.sendEmail(t.email(replyTo(parent))));
      expect(await t.again(reply)).toAccept();
    }
    const replies = async (parent: { id: string }) => [
      await deliver(t, replyTo(parent)),
      await deliver(t, replyTo(parent)),
    ];
    const [toWaiting, toSandboxed] = [await replies(waiting), await replies(sandboxed)];
    const named = [toWaiting, toSandboxed].map((list) => list.map(({ mail }) => threadOf(mail)));
    for (const [one, other] of named) {
      expect(one, 'what the reply names').toEqual({ inReplyTo: [expect.any(String)], references: one?.inReplyTo });
      expect(other, 'what another reply to the same message names').toEqual(one);
    }
    expect(named[0]?.[0], 'what replies to other messages name').not.toEqual(named[1]?.[0]);
    if (control) await control.advance('PT2H');
    else await new Promise((resolve) => setTimeout(resolve, Date.parse(due) - t.time.now().getTime()));
    const late = await t.mustSucceed(t.mailbox.findScheduled(waiting.address));
    expect(named[0]?.[0]?.inReplyTo).toEqual(idsIn(late, 'Message-ID'));
  }),
);

function replyTo({ id }: { id: string }) {
  return { in_reply_to_message_id: id };
}

/** A reply with its ancestors, the first one first. */
type Thread = [reply: Delivered, ...ancestors: Delivered[]];

/** Each reply names the last of its ancestors, and where it has several all of them in order. */
function checkThreads(t: Case, threads: readonly Thread[]): void {
  t.check('EMAIL-THREAD-1', () => {
    for (const [{ mail }, ...ancestors] of threads) expectInReplyTo(mail, ancestors.at(-1) as Delivered);
  });
  t.check('EMAIL-THREAD-2', () => {
    for (const [{ mail }, ...ancestors] of threads) expectLastReference(mail, ancestors.at(-1) as Delivered);
  });
  t.check('EMAIL-THREAD-3', () => {
    for (const [{ mail }, ...ancestors] of threads) if (ancestors.length > 1) expectReferences(mail, ancestors);
  });
}

function expectInReplyTo(mail: Mail, parent: Delivered): void {
  expect(mail.all('In-Reply-To'), 'In-Reply-To').toHaveLength(1);
  expect(idsIn(mail, 'In-Reply-To'), 'ids in In-Reply-To').toEqual([parent.messageId]);
}

function expectLastReference(mail: Mail, parent: Delivered): void {
  expect(mail.all('References'), 'References').toHaveLength(1);
  expect(idsIn(mail, 'References').at(-1), 'last id in References').toBe(parent.messageId);
}

function expectReferences(mail: Mail, ancestors: Delivered[]): void {
  const ids = ancestors.map(({ messageId }) => messageId);
  expect(idsIn(mail, 'References'), 'ids in References').toEqual(ids);
  const between = mail
    .all('References')
    .join('')
    .replace(/<[^<>\s]+>/g, '');
  expect(between.trim(), 'what separates the ids in References, apart from white space').toBe('');
}
