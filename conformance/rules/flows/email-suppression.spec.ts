import { checkAssuming, isTreatedOtherwise, knowsOverride, makeTemplated } from '../../suite/api/email-members.ts';
import { findSuppression, listSuppressed, readListed } from '../../suite/api/message-bodies.ts';
import { sendParent } from '../../suite/api/sending.ts';
import { makeNonUuids } from '../../suite/api/wrong-values.ts';
import { type Answer, type Case, expect, rule, test } from '../../suite/rule.ts';
import { endForNeed } from '../../suite/target/needs.ts';

const overriding = { ignore_suppression: true };
const reasons = {
  hardBounce: { reason: 'hard_bounce', override_allowed: false },
  spamComplaint: { reason: 'spam_complaint', override_allowed: false },
  invalid: { reason: 'invalid', override_allowed: false },
  unsubscribe: { reason: 'unsubscribe', override_allowed: true },
};
type Kind = keyof typeof reasons;
const lists = ['to', 'cc', 'bcc'] as const;

/** The kinds of suppression for which the profile names an address. */
function kindsOf(t: Case): Kind[] {
  return (Object.keys(reasons) as Kind[]).filter((kind) => t.target.email.suppressed?.[kind] !== undefined);
}

function addressOf(t: Case, kind: Kind): string {
  return t.target.email.suppressed?.[kind] ?? endForNeed(`email.suppressed.${kind}`, t.target);
}

function groupOf(t: Case) {
  return t.target.email.suppressed?.group ?? t.blocked('the profile names no address that is suppressed in a group');
}

const noReason = 'suppressed recipients are not listed with it, see EMAIL-SUPP-12';
const unknownFlag = 'the target does not know `ignore_suppression`, see EMAIL-SUPP-10';

test(
  ...rule('EMAIL-SUPP-1', 'a suppressed recipient gets no mail', async (t) => {
    const flags = [{}, { ignore_suppression: false }];
    const { rendered } = t.target.email.templates ?? {};
    const [first] = kindsOf(t);
    await Promise.all([
      t.check('EMAIL-SUPP-1', async () => {
        await Promise.all(kindsOf(t).flatMap((kind) => flags.map((flag) => expectNoMail(t, addressOf(t, kind), flag))));
      }),
      t.check('EMAIL-SUPP-1', async () => {
        const reply = { in_reply_to_message_id: (await sendParent(t)).id, scheduled_at: t.time.ago('PT1H') };
        const members = { ...reply, ...(rendered && makeTemplated(rendered)) };
        if (first) await expectNoMail(t, addressOf(t, first), members, rendered);
      }),
    ]);
  }),
);

for (const [id, kind] of [
  ['EMAIL-SUPP-3', 'hardBounce'],
  ['EMAIL-SUPP-4', 'spamComplaint'],
  ['EMAIL-SUPP-5', 'invalid'],
] as const) {
  test(
    ...rule(id, `an override does not deliver to a recipient with a suppression: ${reasons[kind].reason}`, (t) =>
      expectNoMail(t, addressOf(t, kind), overriding),
    ),
  );
}

/**
 * A suppressed address gets no mail, as the only recipient (which may be refused) or as bcc. Next to others in `to` or
 * `cc` the headers of their mail may name it, which is no delivery. A template brings its own subject.
 */
function expectNoMail(
  t: Case,
  address: string,
  members: Record<string, unknown>,
  template?: { subject: string },
): Promise<void> {
  return t.again(async () => {
    await t.mustSucceed(
      t.eventually(() => t.api.sendEmail(t.email(members))),
      'a send with these members',
    );
    // Other sends may have mailed the address, so these are known by their subjects.
    const [subject, blind] = ['Suppressed', 'Blind'].map((name) => template?.subject ?? t.unique.reference(name));
    const earlier = (await t.mailbox.current(address, subject)).mails.length;
    // Recipients are compared without letter case.
    for (const spelling of [address, { email: address }, address.toUpperCase()])
      await t.api.sendEmail(t.email.real({ to: [spelling], subject, ...members }));
    const copied = await t.api.sendEmail(
      t.email.real({ bcc: [t.unique.address(), address], subject: blind, ...members }),
    );
    await t.mailbox.settle();
    expect(await t.mailbox.current(address, subject)).toHaveMails(earlier);
    if (copied.accepted) expect(await t.mailbox.current(address, blind), 'blind copies').toHaveMails(earlier);
  });
}

test(
  ...rule(['EMAIL-GROUP-1', 'EMAIL-SUPP-1'], "a recipient suppressed in the send's group gets no mail", async (t) => {
    const { address, groupId: group_id } = groupOf(t);
    const [first] = kindsOf(t);
    await Promise.all([
      t.check('EMAIL-GROUP-1', () => checkAssuming(t, ['group_id'], () => expectNoMail(t, address, { group_id }))),
      // A group adds to the suppressions of the account.
      t.check('EMAIL-SUPP-1', async () => first && expectNoMail(t, addressOf(t, first), { group_id })),
    ]);
  }),
);

const overrides = ['EMAIL-SUPP-2', 'EMAIL-SUPP-10', 'EMAIL-SUPP-16'] as const;
const deliverable = { needs: ['send', 'outbox', 'email.suppressed.unsubscribe'] };

test(
  ...rule(overrides, 'an override delivers where the suppression allows it', deliverable, async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email({ ignore_suppression: false })), 'a send with the flag false');
    const isKnown = await knowsOverride(t);
    t.check('EMAIL-SUPP-10', () => expect(isKnown, 'the target knows `ignore_suppression`').toBe(true));
    const { group } = t.target.email.suppressed ?? {};
    const recipients: { address: string; group_id?: string }[] = [{ address: addressOf(t, 'unsubscribe') }];
    if (group) recipients.push({ address: group.address, group_id: group.groupId });
    for (const { address, group_id } of recipients) {
      const body = t.email({ to: [address, t.unique.address()], group_id });
      const entry = findSuppression(address, await t.mustSucceed(t.api.sendEmail(body), 'a send without the flag'));
      const allowed = entry?.override_allowed;
      t.check('EMAIL-SUPP-16', () => {
        if (allowed === undefined) t.notApplicable(noReason);
        expect(allowed, `override_allowed of ${address}`).toBe(true);
      });
      await t.check('EMAIL-SUPP-2', async () => {
        if (!isKnown) t.blocked(unknownFlag);
        // Only the answer shows which suppressions allow an override.
        if (allowed === false) t.blocked('the suppression allows no override, see EMAIL-SUPP-16');
        if (group_id && !allowed) t.notApplicable(noReason);
        for (const list of lists) await expectMail(t, address, { ...overriding, group_id, [list]: [address] });
      });
    }
  }),
);

/** A send to a suppressed address is accepted and delivered. */
async function expectMail(t: Case, address: string, members: object): Promise<void> {
  const subject = await t.again(async () => {
    const fresh = t.unique.reference('Delivered');
    expect(await t.api.sendEmail(t.email.real({ ...members, subject: fresh }))).toAccept();
    return fresh;
  });
  await t.mailbox.find(address, subject);
}

const scopeRules = ['EMAIL-SUPP-6', 'EMAIL-SUPP-7', 'EMAIL-SUPP-8', 'EMAIL-SUPP-9'] as const;

test(
  ...rule(scopeRules, 'the flag needs the scope `email:override`, unless it is false', async (t) => {
    const restricted = t.api.as('restricted');
    const send = (by: typeof t.api, flag = {}, options = {}) => t.again(() => by.sendEmail(t.email(flag), options));
    for (const flag of [{}, { ignore_suppression: false }]) {
      await t.mustSucceed(send(t.api, flag), 'a send without the override');
      const answer = await send(restricted, flag);
      if (!t.check('EMAIL-SUPP-9', () => expect(answer).toAccept()))
        t.blocked('the restricted key can not even send without the flag');
    }
    const allowed = await send(t.api, overriding);
    t.check('EMAIL-SUPP-8', () => expect(allowed).toAccept());
    if (!(await knowsOverride(t))) t.blocked(unknownFlag);
    for (const options of [{}, { alias: true }]) {
      const refused = await send(restricted, overriding, options);
      t.check('EMAIL-SUPP-6', () => expect(refused).toRefuse());
      t.check('EMAIL-SUPP-7', () => expect(refused).toRefuse(403, '10010'));
    }
    const real = await t.again(() => restricted.sendEmail(t.email.real(overriding)));
    t.check('EMAIL-SUPP-6', () => expect(real, 'outside the sandbox').toRefuse());
  }),
);

const takenOut = ['EMAIL-SUPP-11', 'EMAIL-SUPP-12', 'EMAIL-SUPP-15', 'EMAIL-SUPP-16'] as const;

test(
  ...rule(takenOut, 'suppressed recipients leave every list, and are named', { needs: ['send'] }, async (t) => {
    const kinds = kindsOf(t);
    if (kinds.length === 0) endForNeed('email.suppressed.hardBounce', t.target);
    const clean = await t.mustSucceed(t.api.sendEmail(t.email()), 'a send to others');
    t.check('EMAIL-SUPP-12', () => expect(listSuppressed(clean), 'suppressed of a send to others').toEqual([]));
    for (const kind of kinds)
      for (const list of lists) await t.step(`${reasons[kind].reason} in ${list}`, () => checkTakenOut(t, kind, list));
    const bcc = kinds.map((kind) => addressOf(t, kind).toLowerCase());
    const answer = await t.mustSucceed(t.api.sendEmail(t.email({ bcc })));
    t.check('EMAIL-SUPP-12', () => expect(readListed(answer), '`suppressed`').toEqual(expect.arrayContaining(bcc)));
  }),
);

async function checkTakenOut(t: Case, kind: Kind, list: (typeof lists)[number]): Promise<void> {
  const address = addressOf(t, kind);
  const others = { to: [t.unique.address()], cc: [t.unique.address()], bcc: [t.unique.address()] };
  const full = { ...others, [list]: [...others[list], address] };
  // A suppression without override also holds with the flag.
  for (const flags of reasons[kind].override_allowed ? [{}] : [{}, overriding]) {
    const answer = await t.api.sendEmail(t.email({ ...full, ...flags }));
    t.check('EMAIL-SUPP-11', () => {
      expect(answer).toAccept();
      // Another rule is about a missing list.
      const names = lists.filter((name) => answer.data[name] !== undefined);
      const shown = names.map((name) => [name, emailsIn(answer.data[name])]);
      const isKept = JSON.stringify(shown).includes(address);
      if (list === 'to' && names.includes('to')) t.addChoice('suppressedRecipients', isKept ? 'kept' : 'removed');
      expect(shown, 'the recipients that are shown').toEqual(names.map((name) => [name, others[name]]));
    });
    t.check('EMAIL-SUPP-12', () => {
      expect(answer).toAccept();
      const form = { reason: expect.any(String), scope: expect.any(String), override_allowed: expect.any(Boolean) };
      const entry = expect.objectContaining({ to: address, ...form });
      expect(listSuppressed(answer), '`suppressed` next to the message').toEqual([entry]);
    });
    const { reason, override_allowed } = findSuppression(address, answer) ?? {};
    t.check('EMAIL-SUPP-15', () => {
      if (!reason) t.notApplicable(noReason);
      expect(reason, `reason of ${address}`).toBe(reasons[kind].reason);
    });
    t.check('EMAIL-SUPP-16', () => {
      if (override_allowed === undefined) t.notApplicable(noReason);
      expect(override_allowed, `override_allowed of ${address}`).toBe(reasons[kind].override_allowed);
    });
  }
}

/** The addresses of a list of the answer, which has them as objects or as strings. */
function emailsIn(list: unknown): unknown[] {
  const entries: unknown[] = Array.isArray(list) ? list : [];
  return entries.map((entry) => (entry as { email?: unknown } | null)?.email ?? entry);
}

test(
  ...rule(['EMAIL-SUPP-13', 'EMAIL-SUPP-14'], 'a send to suppressed recipients only is refused', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email()), 'a send to others');
    const addresses = kindsOf(t).map((kind) => addressOf(t, kind).toLowerCase());
    for (const suppressed of [addresses.slice(0, 1), addresses]) {
      const [first, ...bcc] = suppressed;
      const answer = await t.api.sendEmail(t.email({ to: [first], bcc }));
      t.addChoice('allSuppressed', answer.either('accepted', 'refused'));
      t.check('EMAIL-SUPP-13', () => expect(answer).toRefuse(422, 'recipient_suppressed'));
      t.check('EMAIL-SUPP-14', () => {
        expect(answer).toRefuse();
        expect(readListed(answer), '`suppressed` next to `errors`').toEqual(suppressed);
      });
    }
  }),
);

const groupRules = ['EMAIL-GROUP-2', 'EMAIL-SUPP-12'] as const;
const ofGroup = { needs: ['send', 'email.suppressed.group'] };

test(
  ...rule(groupRules, "a recipient suppressed in the send's group is listed", ofGroup, async (t) => {
    const { address, groupId: group_id } = groupOf(t);
    for (const list of lists) {
      const recipients = { to: [t.unique.address()], [list]: [t.unique.address(), address] };
      const answer = await t.mustSucceed(t.api.sendEmail(t.email({ ...recipients, group_id })));
      t.check('EMAIL-GROUP-2', () => {
        expect(readListed(answer), 'the entries of `suppressed` next to the message').toEqual([address.toLowerCase()]);
        expect(listSuppressed(answer)[0]?.reason, 'reason').toBe('unsubscribe');
      });
    }
    const bounced = addressOf(t, 'hardBounce');
    const answer = await t.mustSucceed(t.api.sendEmail(t.email({ cc: [address, bounced], group_id })));
    t.check('EMAIL-SUPP-12', () => expect(readListed(answer), '`suppressed`').toContain(bounced.toLowerCase()));
    const [inGroup, inAccount] = [address, bounced].map((to) => findSuppression(to, answer)?.scope);
    t.check('EMAIL-GROUP-2', () => {
      if (!inGroup || !inAccount) t.notApplicable('not both are listed with a scope, see EMAIL-SUPP-12');
      expect(inGroup, 'the scope of a suppression in a group').not.toBe(inAccount);
    });
  }),
);

test(
  ...rule('EMAIL-GROUP-3', 'without the group, or with another one, its suppressions do not count', async (t) => {
    const { address } = groupOf(t);
    await t.each({ absent: undefined, null: null, 'another one': t.unique.uuid() }, async (group_id) => {
      const answer = await t.api.sendEmail(t.email({ to: [t.unique.address(), address], group_id }));
      expect(answer).toAccept();
      expect(readListed(answer)).toEqual([]);
      const shown = emailsIn(answer.data.to).map((email) => String(email).toLowerCase());
      expect(shown, 'to').toContain(address.toLowerCase());
      expect(await t.api.sendEmail(t.email({ to: [address], group_id }))).toAccept();
    });
    // The answer does not prove a delivery.
    if (t.target.outbox) await expectMail(t, address, { to: [address] });
  }),
);

test(
  ...rule('EMAIL-GROUP-4', 'a group other than a UUID string is refused', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email({ group_id: t.unique.uuid() })));
    const answers: Answer[] = [];
    for (const group_id of makeNonUuids(t.unique.uuid()))
      answers.push(await t.again(() => t.api.sendEmail(t.email({ group_id }))));
    const { address, groupId: group_id } = t.target.email.suppressed?.group ?? {};
    if (!answers.some(({ refused }) => refused) && !(await isTreatedOtherwise(t, address, { group_id })))
      t.blocked('the target does not know the member group_id of a send under this name');
    for (const answer of answers) expect(answer).toRefuse();
  }),
);
