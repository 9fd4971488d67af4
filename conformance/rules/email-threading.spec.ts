import { templated } from '../suite/calls/email-members.ts';
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
} from '../suite/calls/sending.ts';
import { type Case, expect, type Mail, rule } from '../suite/rule.ts';

rule(
  ['EMAIL-THREAD-1', 'EMAIL-THREAD-2', 'EMAIL-THREAD-17'],
  'a reply carries the Message-ID of its parent, and only that',
  async (the) => {
    const parent = await deliver(the);
    const { mail } = await deliver(the, replyTo(parent));
    the.check('EMAIL-THREAD-1', () => expectInReplyTo(mail, parent));
    the.check('EMAIL-THREAD-2', () => expectLastReference(mail, parent));
    the.check('EMAIL-THREAD-17', () => expectReferences(mail, [parent]));
  },
);

rule(
  ['EMAIL-THREAD-3', 'EMAIL-THREAD-1', 'EMAIL-THREAD-2'],
  'replies to replies, and siblings, name their ancestors in order and each once',
  async (the) => {
    const root = await deliver(the);
    const first = await deliver(the, replyTo(root));
    const second = await deliver(the, replyTo(first));
    const third = await deliver(the, replyTo(second));
    const siblings = await Promise.all([root, first, first].map((parent) => deliver(the, replyTo(parent))));
    const chains: Thread[] = [
      [second, root, first],
      [third, root, first, second],
      [siblings[1] as Delivered, root, first],
      [siblings[2] as Delivered, root, first],
    ];
    checkThreads(the, [[first, root], [siblings[0] as Delivered, root], ...chains]);
  },
);

rule(
  'EMAIL-THREAD-1',
  'a reply with another key of the account carries its headers, too',
  { needs: ['send', 'outbox', 'accounts.restricted'], thorough: true },
  async (the) => {
    const parent = await deliver(the, {}, { as: 'restricted' });
    expectInReplyTo((await deliver(the, replyTo(parent))).mail, parent);
    const own = await deliver(the);
    expectInReplyTo((await deliver(the, replyTo(own), { as: 'restricted' })).mail, own);
  },
);

rule(
  'EMAIL-THREAD-3',
  'References that take more than one line still name every ancestor',
  { thorough: true },
  async (the) => {
    const chain = [await deliver(the)];
    while (chain.length < 12) chain.push(await deliver(the, replyTo(chain.at(-1) as Delivered)));
    const { mail } = chain.pop() as Delivered;
    expectReferences(mail, chain);
    const [head = ''] = mail.raw.split(/\r?\n\r?\n/);
    const longest = Math.max(...head.split(/\r?\n/).map((line) => line.length));
    expect(longest, 'length of the longest line of the header').toBeLessThanOrEqual(998);
  },
);

rule(
  ['EMAIL-THREAD-1', 'EMAIL-THREAD-2', 'EMAIL-THREAD-3'],
  'a reply carries its headers in whatever way it is made',
  { thorough: true },
  async (the) => {
    const { unique, target } = the;
    const root = await deliver(the);
    const parent = await deliver(the, replyTo(root));
    const { rendered } = target.email.templates ?? {};
    const ways = await Promise.all([
      deliver(the, { ...replyTo(parent), html_body: '<p>Yes.</p>', text_body: undefined }),
      deliver(the, { ...replyTo(parent), cc: [unique.address()], bcc: [unique.address()] }),
      deliver(the, { ...replyTo(parent), scheduled_at: the.time.ago('PT1H') }),
      ...(rendered ? [deliver(the, { ...replyTo(parent), ...templated(rendered) })] : []),
      deliver(the, replyTo(parent), { alias: true }),
    ]);
    checkThreads(
      the,
      ways.map((reply): Thread => [reply, root, parent]),
    );
    const byAlias = await deliver(the, {}, { alias: true });
    const toAlias = await deliver(the, replyTo(byAlias));
    the.check('EMAIL-THREAD-1', () => expectInReplyTo(toAlias.mail, byAlias));
  },
);

rule('EMAIL-THREAD-14', 'a message of its own carries no threading headers', async (the) => {
  const parent = await deliver(the);
  const reply = await deliver(the, replyTo(parent));
  // Neither an earlier reply, nor a subject, nor a recipient makes a message a reply.
  const subject = `Re: ${parent.subject}`;
  const [plain, other, sameSubject] = await Promise.all([
    deliver(the),
    deliver(the, {}, { alias: true }),
    deliver(the, { subject: parent.subject }),
    send(the, { to: [reply.address], subject }),
  ]);
  const later = await the.given(the.mailbox.find(reply.address, subject));
  await send(the, { to: [parent.address], subject: parent.subject });
  const both = await the.given(the.mailbox.findAll(parent.address, 2, parent.subject));
  const mails = [...both, plain.mail, later, other.mail, sameSubject.mail];
  for (const mail of mails) expect(threadHeaders(mail)).toEqual(noThread);
});

rule(
  ['EMAIL-THREAD-15', 'EMAIL-THREAD-16', 'EMAIL-THREAD-17'],
  'reply-all changes neither the threading headers nor the recipients',
  async (the) => {
    const { unique, check, mailbox, target } = the;
    const [cc, bcc, copied] = [unique.address('cc'), unique.address('bcc'), unique.address('copied')];
    const parent = await deliver(the, { cc: [cc], bcc: [bcc] });
    const [plain, toAll] = await Promise.all([
      deliver(the, replyTo(parent)),
      deliver(the, { ...replyTo(parent), reply_to_all: true, cc: [copied] }),
    ]);
    const [deeper, deeperToAll] = await Promise.all([
      deliver(the, replyTo(plain)),
      deliver(the, { ...replyTo(plain), reply_to_all: true }),
    ]);
    check('EMAIL-THREAD-15', () => {
      expect(threadOf(toAll.mail)).toEqual(threadOf(plain.mail));
      expect(threadOf(deeperToAll.mail)).toEqual(threadOf(deeper.mail));
    });
    check('EMAIL-THREAD-17', () => expectReferences(toAll.mail, [parent]));
    await mailbox.settle();
    await check('EMAIL-THREAD-16', async () => {
      const { mail, address, subject } = toAll;
      const strangers = [...mail.to, ...mail.cc, ...mail.recipients].filter(
        (one) => ![address, copied].some((named) => named.toLowerCase() === one.toLowerCase()),
      );
      expect(strangers, 'recipients whom nobody named').toEqual([]);
      for (const one of [parent.address, cc, bcc, target.email.from as string]) {
        expect(await mailbox.current(one, subject), `mails of the reply to ${one}`).toHaveLength(0);
      }
    });
  },
);

rule(
  ['EMAIL-THREAD-18', 'EMAIL-THREAD-19'],
  'the reply-all flag is known; null is none, and without a parent it has no effect',
  async (the) => {
    const { api, email, check, given, again } = the;
    const parent = replyTo(await sendParent(the));
    const send = (overrides: object) => again(() => api.sendEmail(email({ ...overrides })));
    await given(send(parent), 'a reply');
    const toAll = await send({ ...parent, reply_to_all: true });
    const asNull = await send({ ...parent, reply_to_all: null });
    const asText = await send({ ...parent, reply_to_all: 'all' });
    const asNumber = await send({ ...parent, reply_to_all: 1 });
    check('EMAIL-THREAD-18', () => {
      expect(toAll).toAccept();
      expect(asNull).toAccept();
      expect(asText, 'a text in its place, which shows whether the name is known').toRefuse();
      expect(asNumber, 'a number in its place').toRefuse();
    });
    const alone = await send({ reply_to_all: true });
    check('EMAIL-THREAD-19', () => expect(alone).toAccept());
  },
);

rule(
  ['EMAIL-THREAD-19', 'EMAIL-THREAD-20'],
  'reply-all without a parent, and a parent of null, leave a message without threading headers',
  { needs: ['send', 'outbox'], thorough: true },
  async (the) => {
    await the.check('EMAIL-THREAD-19', async () => {
      const { mail } = await deliver(the, { reply_to_all: true });
      expect(threadHeaders(mail)).toEqual(noThread);
    });
    await the.check('EMAIL-THREAD-20', async () => {
      const alone = await deliver(the, { in_reply_to_message_id: null, forward_of_message_id: null });
      expect(threadHeaders(alone.mail)).toEqual(noThread);
      const twin = await deliver(the, replyTo(alone));
      const reply = await deliver(the, { ...replyTo(alone), forward_of_message_id: null });
      expect(threadOf(reply.mail)).toEqual(threadOf(twin.mail));
    });
  },
);

rule('EMAIL-THREAD-22', 'a reply names the Message-ID of a parent that has not been delivered', async (the) => {
  const { api, email, mailbox, target, time, given, again } = the;
  const control = target.control && the.control;
  await needsThreads(the);
  // Where the clock can't be moved, it has to wait for longer than a message may be looked for as a parent.
  const due = time.in(control ? 'PT1H' : 'PT10S');
  const waiting = await send(the, { scheduled_at: due });
  const sandboxed = await send(the, { sandbox_mode: true });
  for (const parent of [waiting, sandboxed]) {
    expect(await again(() => api.sendEmail(email(replyTo(parent))))).toAccept();
  }
  const replies = async (parent: { id: string }) => [
    await deliver(the, replyTo(parent)),
    await deliver(the, replyTo(parent)),
  ];
  const [toWaiting, toSandboxed] = [await replies(waiting), await replies(sandboxed)];
  const named = [toWaiting, toSandboxed].map((list) => list.map(({ mail }) => threadOf(mail)));
  for (const [one, other] of named) {
    expect(one, 'what the reply names').toEqual({ inReplyTo: [expect.any(String)], references: one?.inReplyTo });
    expect(other, 'what another reply to the same message names').toEqual(one);
  }
  expect(named[0]?.[0], 'what replies to other messages name').not.toEqual(named[1]?.[0]);
  if (control) await control.advance('PT2H');
  else await new Promise((resolve) => setTimeout(resolve, Date.parse(due) - time.now().getTime()));
  const late = await given(mailbox.findScheduled(waiting.address));
  expect(named[0]?.[0]?.inReplyTo).toEqual(idsIn(late, 'Message-ID'));
});

function replyTo({ id }: { id: string }) {
  return { in_reply_to_message_id: id };
}

/** A reply with its ancestors, the first one first. */
type Thread = [reply: Delivered, ...ancestors: Delivered[]];

/** Each reply names the last of its ancestors, and where it has several all of them in order. */
function checkThreads({ check }: Case, threads: readonly Thread[]): void {
  check('EMAIL-THREAD-1', () => {
    for (const [{ mail }, ...ancestors] of threads) expectInReplyTo(mail, ancestors.at(-1) as Delivered);
  });
  check('EMAIL-THREAD-2', () => {
    for (const [{ mail }, ...ancestors] of threads) expectLastReference(mail, ancestors.at(-1) as Delivered);
  });
  check('EMAIL-THREAD-3', () => {
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
  expect(between.trim(), 'what separates the ids in References, beside white space').toBe('');
}
