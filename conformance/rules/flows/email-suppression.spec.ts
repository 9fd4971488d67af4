import { suppressedIn, suppressionOf, whereIs } from '../../suite/api/email-members.ts';
import { type Case, expect, rule, test } from '../../suite/rule.ts';
import { lacking } from '../../suite/target/needs.ts';

const overriding = { ignore_suppression: true };
const reasons = {
  hardBounce: { reason: 'hard_bounce', override_allowed: false },
  spamComplaint: { reason: 'spam_complaint', override_allowed: false },
  invalid: { reason: 'invalid', override_allowed: false },
  unsubscribe: { reason: 'unsubscribe', override_allowed: true },
};
type Kind = keyof typeof reasons;

test(
  ...rule('EMAIL-SUPP-1', 'a suppressed recipient gets no mail', async (t) => {
    const flags = [{}, { ignore_suppression: false }];
    await Promise.all(kindsOf(t).flatMap((kind) => flags.map((flag) => t.again(() => expectNoMail(t, kind, flag)))));
  }),
);

test(
  ...rule(['EMAIL-SUPP-2', 'EMAIL-SUPP-10'], 'an override delivers to one whose suppression allows it', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email({ ignore_suppression: false })), 'a send with the flag false');
    const isKnown = await knowsOverride(t);
    t.check('EMAIL-SUPP-10', () => expect(isKnown, 'the target knows `ignore_suppression`').toBe(true));
    await t.check('EMAIL-SUPP-2', async () => {
      if (!isKnown) t.blocked('the target does not know `ignore_suppression`, see EMAIL-SUPP-10');
      const address = addressOf(t, 'unsubscribe');
      // The answer alone shows which suppressions allow an override.
      const kept = await t.mustSucceed(
        t.api.sendEmail(t.email({ to: [address, t.unique.address()] })),
        'a send to one who unsubscribed',
      );
      const entry = suppressionOf(address, kept);
      if (entry?.override_allowed === false) t.blocked('the suppression allows no override, see EMAIL-SUPP-16');
      const placements = [{ to: [address] }, { bcc: [address] }, { cc: [address] }];
      for (const placement of placements) {
        const subject = await t.again(async () => {
          const fresh = t.unique.reference('Override');
          expect(await t.api.sendEmail(t.email.real({ ...overriding, ...placement, subject: fresh }))).toAccept();
          return fresh;
        });
        await t.mailbox.find(address, subject);
      }
    });
  }),
);

test(
  ...rule('EMAIL-SUPP-10', 'the flag is true or false, and nothing that stands for it', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email({ ignore_suppression: false })), 'a send with the flag false');
    await t.each(['true', 'yes', 1], async (flag) => {
      expect(await t.api.sendEmail(t.email({ ignore_suppression: flag }))).toRefuse();
    });
  }),
);

for (const [id, kind] of [
  ['EMAIL-SUPP-3', 'hardBounce'],
  ['EMAIL-SUPP-4', 'spamComplaint'],
  ['EMAIL-SUPP-5', 'invalid'],
] as const) {
  test(
    ...rule(id, `an override does not deliver to one who is suppressed: ${reasons[kind].reason}`, async (t) => {
      await t.again(() => expectNoMail(t, kind, overriding));
    }),
  );
}

test(
  ...rule(
    ['EMAIL-SUPP-6', 'EMAIL-SUPP-7', 'EMAIL-SUPP-8', 'EMAIL-SUPP-9'],
    'to set the flag takes the scope `email:override`; to leave it out or false does not',
    async (t) => {
      const restricted = t.api.as('restricted');
      const send = (by: typeof t.api, flag = {}, options = {}) => t.again(() => by.sendEmail(t.email(flag), options));
      await t.mustSucceed(send(t.api), 'a send without the flag');
      await t.mustSucceed(send(t.api, { ignore_suppression: false }), 'a send with the flag false');
      const without = await send(restricted);
      const asFalse = await send(restricted, { ignore_suppression: false });
      const holds = t.check('EMAIL-SUPP-9', () => {
        expect(without).toAccept();
        expect(asFalse).toAccept();
      });
      const allowed = await send(t.api, overriding);
      t.check('EMAIL-SUPP-8', () => expect(allowed).toAccept());
      if (!holds) t.blocked('the restricted key can not even send without the flag');
      if (!(await knowsOverride(t))) t.blocked('the target does not know `ignore_suppression`, see EMAIL-SUPP-10');
      for (const options of [{}, { alias: true }]) {
        const refused = await send(restricted, overriding, options);
        t.check('EMAIL-SUPP-6', () => expect(refused).toRefuse());
        t.check('EMAIL-SUPP-7', () => expect(refused).toRefuse(403, '10010'));
      }
      const real = await t.again(() => restricted.sendEmail(t.email.real(overriding)));
      t.check('EMAIL-SUPP-6', () => expect(real, 'outside the sandbox').toRefuse());
    },
  ),
);

test(
  ...rule('EMAIL-SUPP-8', 'an override is accepted with the scope alone', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email({ ignore_suppression: false })), 'a send with the flag false');
    expect(await t.api.sendEmail(t.email(overriding))).toAccept();
  }),
);

test(
  ...rule(
    ['EMAIL-SUPP-11', 'EMAIL-SUPP-12'],
    'suppressed recipients are taken out of every list, and named next to the message',
    async (t) => {
      const clean = await t.mustSucceed(t.api.sendEmail(t.email()), 'a send to nobody who is suppressed');
      t.check('EMAIL-SUPP-12', () => expect(suppressedIn(clean), 'suppressed of a send to others').toEqual([]));
      for (const kind of kindsOf(t)) {
        for (const list of ['to', 'cc', 'bcc'] as const) {
          await t.step(`${reasons[kind].reason} in ${list}`, async () => {
            const address = addressOf(t, kind);
            const lists = { to: [t.unique.address()], cc: [t.unique.address()], bcc: [t.unique.address()] };
            const full = { ...lists, [list]: [...lists[list], address] };
            // What can't be overridden stays out when the flag is set, too.
            const flags = reasons[kind].override_allowed ? {} : overriding;
            for (const more of new Set([{}, flags])) {
              const answer = await t.api.sendEmail(t.email({ ...full, ...more }));
              t.check('EMAIL-SUPP-11', () => {
                expect(answer).toAccept();
                const { data } = answer;
                // A list that the answer lacks is another rule's.
                const shown = (['to', 'cc', 'bcc'] as const).filter((name) => data[name] !== undefined);
                expect(Object.fromEntries(shown.map((name) => [name, emailsIn(data[name])])), 'who is shown').toEqual(
                  Object.fromEntries(shown.map((name) => [name, lists[name]])),
                );
              });
              if (!answer.accepted) return void t.check('EMAIL-SUPP-12', () => expect(answer).toAccept());
              t.check('EMAIL-SUPP-12', () => {
                const form = {
                  reason: expect.any(String),
                  scope: expect.any(String),
                  override_allowed: expect.any(Boolean),
                };
                const entry = expect.objectContaining({ to: address, ...form });
                expect(suppressedIn(answer), '`suppressed` next to the message').toEqual([entry]);
              });
            }
          });
        }
      }
    },
  ),
);

test(
  ...rule('EMAIL-SUPP-12', 'of several suppressed recipients each is named', async (t) => {
    const addresses = kindsOf(t).map((kind) => addressOf(t, kind));
    const [first, ...others] = addresses;
    if (others.length === 0) return;
    const body = t.email({ to: [t.unique.address(), first], bcc: others });
    const answer = await t.mustSucceed(t.api.sendEmail(body), 'a send to others as well');
    const named = suppressedIn(answer).map(({ to }) => to);
    expect(named, 'who is in `suppressed` next to the message').toEqual(expect.arrayContaining(addresses));
  }),
);

test(
  ...rule(
    ['EMAIL-SUPP-13', 'EMAIL-SUPP-14'],
    'a send to suppressed recipients only is refused, with the list of them',
    async (t) => {
      await t.mustSucceed(t.api.sendEmail(t.email()), 'a send to nobody who is suppressed');
      const addresses = kindsOf(t).map((kind) => addressOf(t, kind));
      const [first, ...others] = addresses;
      const cases = [[{ to: [first] }, [first]] as const, [{ to: [first], bcc: others }, addresses] as const];
      for (const [lists, expected] of cases) {
        await t.step(JSON.stringify(lists), async () => {
          const answer = await t.api.sendEmail(t.email(lists));
          t.check('EMAIL-SUPP-13', () => expect(answer).toRefuse(422, 'recipient_suppressed'));
          t.check('EMAIL-SUPP-14', () => {
            expect(answer).toRefuse();
            const named = suppressedIn(answer).map(({ to }) => to);
            expect(named.sort(), 'who is in `suppressed` next to `errors`').toEqual([...expected].sort());
          });
        });
      }
    },
  ),
);

test(
  ...rule(
    ['EMAIL-SUPP-15', 'EMAIL-SUPP-16'],
    'the reason of a suppression is named, and whether it can be overridden',
    { needs: ['send'] },
    async (t) => {
      const given = kindsOf(t);
      if (given.length === 0) lacking('email.suppressed.hardBounce', t.target);
      for (const kind of given) {
        const to = addressOf(t, kind);
        const answer = await t.api.sendEmail(t.email({ to: [to], cc: [t.unique.address()] }));
        const [entry] = suppressedIn(answer);
        if (!entry) t.notApplicable('there is no list of suppressed recipients, see EMAIL-SUPP-12');
        t.check('EMAIL-SUPP-15', () => expect(entry?.reason, `reason of ${to}`).toBe(reasons[kind].reason));
        t.check('EMAIL-SUPP-16', () => {
          expect(entry?.override_allowed, `override_allowed of ${to}`).toBe(reasons[kind].override_allowed);
        });
      }
    },
  ),
);

test(
  ...rule(
    ['EMAIL-SUPP-16', 'EMAIL-SUPP-2'],
    'an unsubscription from a group can be overridden as well',
    { needs: ['send', 'outbox', 'email.suppressed.group'] },
    async (t) => {
      const { groupId, address } = t.target.email.suppressed?.group ?? t.blocked('the profile names no group');
      if (!(await knowsOverride(t))) t.blocked('the target does not know `ignore_suppression`, see EMAIL-SUPP-10');
      const body = { to: [address, t.unique.address()], group_id: groupId };
      const kept = await t.mustSucceed(t.api.sendEmail(t.email(body)), 'a send with the group');
      const entry = suppressionOf(address, kept);
      t.check('EMAIL-SUPP-16', () => {
        if (!entry) t.notApplicable('there is no list of suppressed recipients, see EMAIL-SUPP-12');
        expect(entry?.override_allowed, 'override_allowed of an unsubscription from a group').toBe(true);
      });
      // The answer alone shows which suppressions allow an override.
      const isAllowed = entry?.override_allowed === true;
      await t.check('EMAIL-SUPP-2', async () => {
        if (!isAllowed) t.notApplicable('nothing says that the suppression of the group allows an override');
        const subject = t.unique.reference('Override');
        expect(
          await t.api.sendEmail(t.email.real({ to: [address], group_id: groupId, subject, ...overriding })),
        ).toAccept();
        await t.mailbox.find(address, subject);
      });
    },
  ),
);

/** The kinds of suppression of which the profile has an address. */
function kindsOf(t: Case): Kind[] {
  return (Object.keys(reasons) as Kind[]).filter((kind) => t.target.email.suppressed?.[kind] !== undefined);
}

function addressOf(t: Case, kind: Kind): string {
  return t.target.email.suppressed?.[kind] ?? lacking(`email.suppressed.${kind}`, t.target);
}

/**
 * No mail comes to the suppressed address: neither when nobody else is named (whether that is refused is open) nor as a
 * blind copy. Next to others in `to` or `cc` the headers of their mail may name it, which says nothing about delivery.
 */
async function expectNoMail(t: Case, kind: Kind, flags: Record<string, unknown>): Promise<void> {
  const address = addressOf(t, kind);
  await t.mustSucceed(t.api.sendEmail(t.email(flags)), 'a send with these flags');
  const [subject, blind] = [t.unique.reference('Suppressed'), t.unique.reference('Blind')];
  const spellings: unknown[] = [address, { email: address }];
  // Whether letter case counts here as little as among recipients is nowhere said.
  if (t.target.assumptions === 'strict') spellings.push(address.toUpperCase());
  for (const one of spellings) await t.api.sendEmail(t.email.real({ to: [one], subject, ...flags }));
  const copied = await t.api.sendEmail(t.email.real({ bcc: [address], subject: blind, ...flags }));
  await t.mailbox.settle();
  expect(await t.mailbox.current(address, subject)).toHaveMails(0);
  if (copied.accepted) expect(await t.mailbox.current(address, blind), 'blind copies').toHaveMails(0);
}

/**
 * Whether the target understands the override flag, whose name is assumed. One sign is enough: it looks at its type, or it
 * treats somebody who has unsubscribed otherwise.
 */
async function knowsOverride(t: Case): Promise<boolean> {
  const send = (overrides: object) => t.again(() => t.api.sendEmail(t.email({ ...overrides })));
  if ((await send({ ignore_suppression: 'yes' })).refused) return true;
  const address = t.target.email.suppressed?.unsubscribe;
  if (!address) return false;
  const body = { to: [address] };
  const [kept, overridden] = [await send(body), await send({ ...body, ...overriding })];
  return overridden.accepted && whereIs(address, kept) !== whereIs(address, overridden);
}

/** The addresses of a list of the answer, which has them as objects or as strings. */
function emailsIn(list: unknown): unknown[] {
  const entries: unknown[] = Array.isArray(list) ? list : [];
  return entries.map((entry) => (entry as { email?: unknown } | null)?.email ?? entry);
}
