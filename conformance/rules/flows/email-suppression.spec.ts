import { suppressedIn, suppressionOf, whereIs } from '../../suite/api/message-bodies.ts';
import { type Answer, type Case, expect, rule, test } from '../../suite/rule.ts';
import { lacking } from '../../suite/target/needs.ts';

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
  return t.target.email.suppressed?.[kind] ?? lacking(`email.suppressed.${kind}`, t.target);
}

function namesIn(answer: Answer): unknown[] {
  return suppressedIn(answer).map(({ to }) => to);
}

const noList = 'there is no list of suppressed recipients, see EMAIL-SUPP-12';
const unknownFlag = 'the target does not know `ignore_suppression`, see EMAIL-SUPP-10';

test(
  ...rule('EMAIL-SUPP-1', 'a suppressed recipient gets no mail', async (t) => {
    const flags = [{}, { ignore_suppression: false }];
    await Promise.all(kindsOf(t).flatMap((kind) => flags.map((flag) => t.again(() => expectNoMail(t, kind, flag)))));
  }),
);

for (const [id, kind] of [
  ['EMAIL-SUPP-3', 'hardBounce'],
  ['EMAIL-SUPP-4', 'spamComplaint'],
  ['EMAIL-SUPP-5', 'invalid'],
] as const) {
  test(
    ...rule(id, `an override does not deliver to a recipient with a suppression: ${reasons[kind].reason}`, (t) =>
      t.again(() => expectNoMail(t, kind, overriding)),
    ),
  );
}

/**
 * No mail comes to the suppressed address: neither as the only recipient (whether that is refused is open) nor as a
 * blind copy. Next to others in `to` or `cc` the headers of their mail may name it, which is no delivery.
 */
async function expectNoMail(t: Case, kind: Kind, flags: Record<string, unknown>): Promise<void> {
  const address = addressOf(t, kind);
  await t.mustSucceed(t.api.sendEmail(t.email(flags)), 'a send with these flags');
  const [subject, blind] = [t.unique.reference('Suppressed'), t.unique.reference('Blind')];
  const spellings: unknown[] = [address, { email: address }];
  // The source does not say if letter case counts in suppressions.
  if (t.target.assumptions === 'strict') spellings.push(address.toUpperCase());
  for (const spelling of spellings) await t.api.sendEmail(t.email.real({ to: [spelling], subject, ...flags }));
  const copied = await t.api.sendEmail(t.email.real({ bcc: [address], subject: blind, ...flags }));
  await t.mailbox.settle();
  expect(await t.mailbox.current(address, subject)).toHaveMails(0);
  if (copied.accepted) expect(await t.mailbox.current(address, blind), 'blind copies').toHaveMails(0);
}

test(
  ...rule(['EMAIL-SUPP-2', 'EMAIL-SUPP-10'], 'an override delivers where the suppression allows it', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email({ ignore_suppression: false })), 'a send with the flag false');
    const isKnown = await knowsOverride(t);
    t.check('EMAIL-SUPP-10', () => expect(isKnown, 'the target knows `ignore_suppression`').toBe(true));
    await t.check('EMAIL-SUPP-2', async () => {
      if (!isKnown) t.blocked(unknownFlag);
      const address = addressOf(t, 'unsubscribe');
      // The answer alone shows which suppressions allow an override.
      const without = t.api.sendEmail(t.email({ to: [address, t.unique.address()] }));
      const entry = suppressionOf(address, await t.mustSucceed(without, 'a send without the flag'));
      if (entry?.override_allowed === false) t.blocked('the suppression allows no override, see EMAIL-SUPP-16');
      for (const list of lists) await expectMail(t, address, { [list]: [address] });
    });
  }),
);

/** With the flag, a send to a suppressed address is accepted and delivered. */
async function expectMail(t: Case, address: string, members: object): Promise<void> {
  const subject = await t.again(async () => {
    const fresh = t.unique.reference('Override');
    expect(await t.api.sendEmail(t.email.real({ ...overriding, ...members, subject: fresh }))).toAccept();
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

test(
  ...rule(['EMAIL-SUPP-11', 'EMAIL-SUPP-12'], 'suppressed recipients leave every list, and are named', async (t) => {
    const clean = await t.mustSucceed(t.api.sendEmail(t.email()), 'a send to others');
    t.check('EMAIL-SUPP-12', () => expect(suppressedIn(clean), 'suppressed of a send to others').toEqual([]));
    for (const kind of kindsOf(t))
      for (const list of lists) await t.step(`${reasons[kind].reason} in ${list}`, () => checkTakenOut(t, kind, list));
    const [first, ...others] = kindsOf(t).map((kind) => addressOf(t, kind));
    if (others.length === 0) return;
    const several = t.email({ to: [t.unique.address(), first], bcc: others });
    const answer = await t.mustSucceed(t.api.sendEmail(several), 'a send to several');
    t.check('EMAIL-SUPP-12', () =>
      expect(namesIn(answer), 'each of several suppressed recipients').toEqual(
        expect.arrayContaining([first, ...others]),
      ),
    );
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
      expect(shown, 'the recipients that are shown').toEqual(names.map((name) => [name, others[name]]));
    });
    t.check('EMAIL-SUPP-12', () => {
      expect(answer).toAccept();
      const form = { reason: expect.any(String), scope: expect.any(String), override_allowed: expect.any(Boolean) };
      const entry = expect.objectContaining({ to: address, ...form });
      expect(suppressedIn(answer), '`suppressed` next to the message').toEqual([entry]);
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
    const addresses = kindsOf(t).map((kind) => addressOf(t, kind));
    const [first, ...others] = addresses;
    for (const suppressed of [[first], addresses]) {
      const bcc = suppressed.length > 1 ? others : [];
      const answer = await t.api.sendEmail(t.email({ to: [first], bcc }));
      t.check('EMAIL-SUPP-13', () => expect(answer).toRefuse(422, 'recipient_suppressed'));
      t.check('EMAIL-SUPP-14', () => {
        expect(answer).toRefuse();
        expect(namesIn(answer).sort(), '`suppressed` next to `errors`').toEqual(suppressed.toSorted());
      });
    }
  }),
);

test(
  ...rule(['EMAIL-SUPP-15', 'EMAIL-SUPP-16'], 'reason and override are named', { needs: ['send'] }, async (t) => {
    if (kindsOf(t).length === 0) lacking('email.suppressed.hardBounce', t.target);
    for (const kind of kindsOf(t)) {
      const to = addressOf(t, kind);
      const answer = await t.api.sendEmail(t.email({ to: [to], cc: [t.unique.address()] }));
      const [entry = t.notApplicable(noList)] = suppressedIn(answer);
      t.check('EMAIL-SUPP-15', () => expect(entry.reason, `reason of ${to}`).toBe(reasons[kind].reason));
      t.check('EMAIL-SUPP-16', () =>
        expect(entry.override_allowed, `override_allowed of ${to}`).toBe(reasons[kind].override_allowed),
      );
    }
  }),
);

const inGroup = { needs: ['send', 'outbox', 'email.suppressed.group'] };

test(
  ...rule(['EMAIL-SUPP-16', 'EMAIL-SUPP-2'], 'an unsubscription from a group can be overridden', inGroup, async (t) => {
    const { groupId: group_id, address } = t.target.email.suppressed?.group ?? t.blocked('the profile names no group');
    if (!(await knowsOverride(t))) t.blocked(unknownFlag);
    const without = t.api.sendEmail(t.email({ to: [address, t.unique.address()], group_id }));
    const entry = suppressionOf(address, await t.mustSucceed(without, 'a send with the group'));
    t.check('EMAIL-SUPP-16', () => {
      if (!entry) t.notApplicable(noList);
      expect(`${entry?.override_allowed}`, 'override_allowed of an unsubscription from a group').toBe('true');
    });
    await t.check('EMAIL-SUPP-2', async () => {
      // The answer alone shows which suppressions allow an override.
      if (entry?.override_allowed !== true) t.notApplicable('the answer shows no suppression that allows an override');
      await expectMail(t, address, { to: [address], group_id });
    });
  }),
);

/**
 * True if the target understands the override flag, whose name is assumed. One sign is enough: it reads its type, or it
 * treats an unsubscribed recipient differently.
 */
async function knowsOverride(t: Case): Promise<boolean> {
  const send = (members: object) => t.again(() => t.api.sendEmail(t.email({ ...members })));
  if ((await send({ ignore_suppression: 'yes' })).refused) return true;
  const address = t.target.email.suppressed?.unsubscribe;
  if (!address) return false;
  const [without, overridden] = [await send({ to: [address] }), await send({ to: [address], ...overriding })];
  return overridden.accepted && whereIs(address, without) !== whereIs(address, overridden);
}
