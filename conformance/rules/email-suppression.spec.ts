import { suppressedIn, suppressionOf, whereIs } from '../suite/calls/email-members.ts';
import { type Case, expect, rule } from '../suite/rule.ts';
import { lacking } from '../suite/target/needs.ts';

const overriding = { ignore_suppression: true };
const reasons = {
  hardBounce: { reason: 'hard_bounce', override_allowed: false },
  spamComplaint: { reason: 'spam_complaint', override_allowed: false },
  invalid: { reason: 'invalid', override_allowed: false },
  unsubscribe: { reason: 'unsubscribe', override_allowed: true },
};
type Kind = keyof typeof reasons;

rule('EMAIL-SUPP-1', 'a suppressed recipient gets no mail', async (the) => {
  const flags = [{}, { ignore_suppression: false }];
  await Promise.all(
    kindsOf(the).flatMap((kind) => flags.map((flag) => the.again(() => expectNoMail(the, kind, flag)))),
  );
});

rule(['EMAIL-SUPP-2', 'EMAIL-SUPP-10'], 'an override delivers to one whose suppression allows it', async (the) => {
  const { api, email, unique, mailbox, check, given } = the;
  await given(api.sendEmail(email({ ignore_suppression: false })), 'a send with the flag false');
  const isKnown = await knowsOverride(the);
  check('EMAIL-SUPP-10', () => expect(isKnown, 'the target knows `ignore_suppression`').toBe(true));
  await check('EMAIL-SUPP-2', async () => {
    if (!isKnown) the.blocked('the target does not know `ignore_suppression`, see EMAIL-SUPP-10');
    const address = addressOf(the, 'unsubscribe');
    // Which suppressions allow an override is told by the answer alone.
    const kept = await given(
      api.sendEmail(email({ to: [address, unique.address()] })),
      'a send to one who unsubscribed',
    );
    const told = suppressionOf(address, kept);
    if (told?.override_allowed === false) the.blocked('the suppression allows no override, see EMAIL-SUPP-16');
    const placements = [{ to: [address] }, { bcc: [address] }, { cc: [address] }];
    for (const placement of placements) {
      const subject = await the.again(async () => {
        const fresh = unique.reference('Override');
        expect(await api.sendEmail(email.real({ ...overriding, ...placement, subject: fresh }))).toAccept();
        return fresh;
      });
      await mailbox.find(address, subject);
    }
  });
});

rule('EMAIL-SUPP-10', 'the flag is true or false, and nothing that stands for it', async (the) => {
  const { api, email, each } = the;
  await the.given(api.sendEmail(email({ ignore_suppression: false })), 'a send with the flag false');
  await each(['true', 'yes', 1], async (flag) => {
    expect(await api.sendEmail(email({ ignore_suppression: flag }))).toRefuse();
  });
});

for (const [id, kind] of [
  ['EMAIL-SUPP-3', 'hardBounce'],
  ['EMAIL-SUPP-4', 'spamComplaint'],
  ['EMAIL-SUPP-5', 'invalid'],
] as const) {
  rule(id, `an override does not deliver to one who is suppressed: ${reasons[kind].reason}`, async (the) => {
    await the.again(() => expectNoMail(the, kind, overriding));
  });
}

rule(
  ['EMAIL-SUPP-6', 'EMAIL-SUPP-7', 'EMAIL-SUPP-8', 'EMAIL-SUPP-9'],
  'to set the flag takes the scope `email:override`; to leave it out or false does not',
  async (the) => {
    const { api, email, check, given, again } = the;
    const restricted = api.as('restricted');
    const send = (by: typeof api, flag = {}, options = {}) => again(() => by.sendEmail(email(flag), options));
    await given(send(api), 'a send without the flag');
    await given(send(api, { ignore_suppression: false }), 'a send with the flag false');
    const without = await send(restricted);
    const asFalse = await send(restricted, { ignore_suppression: false });
    const holds = check('EMAIL-SUPP-9', () => {
      expect(without).toAccept();
      expect(asFalse).toAccept();
    });
    const allowed = await send(api, overriding);
    check('EMAIL-SUPP-8', () => expect(allowed).toAccept());
    if (!holds) the.blocked('the restricted key can not even send without the flag');
    if (!(await knowsOverride(the))) the.blocked('the target does not know `ignore_suppression`, see EMAIL-SUPP-10');
    for (const options of [{}, { alias: true }]) {
      const refused = await send(restricted, overriding, options);
      check('EMAIL-SUPP-6', () => expect(refused).toRefuse());
      check('EMAIL-SUPP-7', () => expect(refused).toRefuse(403, '10010'));
    }
    const real = await again(() => restricted.sendEmail(email.real(overriding)));
    check('EMAIL-SUPP-6', () => expect(real, 'outside the sandbox').toRefuse());
  },
);

rule('EMAIL-SUPP-8', 'an override is accepted with the scope alone', async ({ api, email, given }) => {
  await given(api.sendEmail(email({ ignore_suppression: false })), 'a send with the flag false');
  expect(await api.sendEmail(email(overriding))).toAccept();
});

rule(
  ['EMAIL-SUPP-11', 'EMAIL-SUPP-12'],
  'suppressed recipients are taken out of every list, and named beside the message',
  async (the) => {
    const { api, email, unique, check, given, step } = the;
    const clean = await given(api.sendEmail(email()), 'a send to nobody who is suppressed');
    check('EMAIL-SUPP-12', () => expect(suppressedIn(clean), 'suppressed of a send to others').toEqual([]));
    for (const kind of kindsOf(the)) {
      for (const list of ['to', 'cc', 'bcc'] as const) {
        await step(`${reasons[kind].reason} in ${list}`, async () => {
          const address = addressOf(the, kind);
          const lists = { to: [unique.address()], cc: [unique.address()], bcc: [unique.address()] };
          const full = { ...lists, [list]: [...lists[list], address] };
          // What can't be overridden stays out when the flag is set, too.
          const flags = reasons[kind].override_allowed ? {} : overriding;
          for (const more of new Set([{}, flags])) {
            const answer = await api.sendEmail(email({ ...full, ...more }));
            check('EMAIL-SUPP-11', () => {
              expect(answer).toAccept();
              const { data } = answer;
              // A list that the answer lacks is another rule's.
              const shown = (['to', 'cc', 'bcc'] as const).filter((name) => data[name] !== undefined);
              expect(Object.fromEntries(shown.map((name) => [name, emailsIn(data[name])])), 'who is shown').toEqual(
                Object.fromEntries(shown.map((name) => [name, lists[name]])),
              );
            });
            if (!answer.accepted) return void check('EMAIL-SUPP-12', () => expect(answer).toAccept());
            check('EMAIL-SUPP-12', () => {
              const form = {
                reason: expect.any(String),
                scope: expect.any(String),
                override_allowed: expect.any(Boolean),
              };
              const entry = expect.objectContaining({ to: address, ...form });
              expect(suppressedIn(answer), '`suppressed` beside the message').toEqual([entry]);
            });
          }
        });
      }
    }
  },
);

rule('EMAIL-SUPP-12', 'of several suppressed recipients each is named', async (the) => {
  const addresses = kindsOf(the).map((kind) => addressOf(the, kind));
  const [first, ...others] = addresses;
  if (others.length === 0) return;
  const body = the.email({ to: [the.unique.address(), first], bcc: others });
  const answer = await the.given(the.api.sendEmail(body), 'a send to others as well');
  const named = suppressedIn(answer).map(({ to }) => to);
  expect(named, 'who is in `suppressed` beside the message').toEqual(expect.arrayContaining(addresses));
});

rule(
  ['EMAIL-SUPP-13', 'EMAIL-SUPP-14'],
  'a send to suppressed recipients only is refused, with the list of them',
  async (the) => {
    const { api, email, check, given, step } = the;
    await given(api.sendEmail(email()), 'a send to nobody who is suppressed');
    const addresses = kindsOf(the).map((kind) => addressOf(the, kind));
    const [first, ...others] = addresses;
    const cases = [[{ to: [first] }, [first]] as const, [{ to: [first], bcc: others }, addresses] as const];
    for (const [lists, expected] of cases) {
      await step(JSON.stringify(lists), async () => {
        const answer = await api.sendEmail(email(lists));
        check('EMAIL-SUPP-13', () => expect(answer).toRefuse(422, 'recipient_suppressed'));
        check('EMAIL-SUPP-14', () => {
          expect(answer).toRefuse();
          const named = suppressedIn(answer).map(({ to }) => to);
          expect(named.sort(), 'who is in `suppressed` beside `errors`').toEqual([...expected].sort());
        });
      });
    }
  },
);

rule(
  ['EMAIL-SUPP-15', 'EMAIL-SUPP-16'],
  'the reason of a suppression is named, and whether it can be overridden',
  { needs: ['send'] },
  async (the) => {
    const { api, email, check, unique } = the;
    const given = kindsOf(the);
    if (given.length === 0) lacking('email.suppressed.hardBounce', the.target);
    for (const kind of given) {
      const to = addressOf(the, kind);
      const answer = await api.sendEmail(email({ to: [to], cc: [unique.address()] }));
      const [entry] = suppressedIn(answer);
      if (!entry) the.notApplicable('there is no list of suppressed recipients, see EMAIL-SUPP-12');
      check('EMAIL-SUPP-15', () => expect(entry?.reason, `reason of ${to}`).toBe(reasons[kind].reason));
      check('EMAIL-SUPP-16', () => {
        expect(entry?.override_allowed, `override_allowed of ${to}`).toBe(reasons[kind].override_allowed);
      });
    }
  },
);

rule(
  ['EMAIL-SUPP-16', 'EMAIL-SUPP-2'],
  'an unsubscription from a group can be overridden as well',
  { needs: ['send', 'outbox', 'email.suppressed.group'] },
  async (the) => {
    const { api, email, unique, target, mailbox, check, given, blocked } = the;
    const { groupId, address } = target.email.suppressed?.group ?? blocked('the profile names no group');
    if (!(await knowsOverride(the))) blocked('the target does not know `ignore_suppression`, see EMAIL-SUPP-10');
    const body = { to: [address, unique.address()], group_id: groupId };
    const kept = await given(api.sendEmail(email(body)), 'a send with the group');
    const entry = suppressionOf(address, kept);
    check('EMAIL-SUPP-16', () => {
      if (!entry) the.notApplicable('there is no list of suppressed recipients, see EMAIL-SUPP-12');
      expect(entry?.override_allowed, 'override_allowed of an unsubscription from a group').toBe(true);
    });
    // Which suppressions allow an override is told by the answer alone.
    const isAllowed = entry?.override_allowed === true;
    await check('EMAIL-SUPP-2', async () => {
      if (!isAllowed) the.notApplicable('nothing says that the suppression of the group allows an override');
      const subject = unique.reference('Override');
      expect(await api.sendEmail(email.real({ to: [address], group_id: groupId, subject, ...overriding }))).toAccept();
      await mailbox.find(address, subject);
    });
  },
);

/** The kinds of suppression of which the profile has an address. */
function kindsOf({ target }: Case): Kind[] {
  return (Object.keys(reasons) as Kind[]).filter((kind) => target.email.suppressed?.[kind] !== undefined);
}

function addressOf({ target }: Case, kind: Kind): string {
  return target.email.suppressed?.[kind] ?? lacking(`email.suppressed.${kind}`, target);
}

/**
 * No mail comes to the suppressed address: neither when nobody else is named (whether that is refused is open) nor as a
 * blind copy. Beside others in `to` or `cc` the headers of their mail may name it, which says nothing about delivery.
 */
async function expectNoMail(the: Case, kind: Kind, flags: Record<string, unknown>): Promise<void> {
  const { api, email, unique, mailbox, given, target } = the;
  const address = addressOf(the, kind);
  await given(api.sendEmail(email(flags)), 'a send with these flags');
  const [subject, blind] = [unique.reference('Suppressed'), unique.reference('Blind')];
  const spellings: unknown[] = [address, { email: address }];
  // Whether letter case counts here as little as among recipients is nowhere said.
  if (target.assumptions === 'strict') spellings.push(address.toUpperCase());
  for (const one of spellings) await api.sendEmail(email.real({ to: [one], subject, ...flags }));
  const beside = await api.sendEmail(email.real({ bcc: [address], subject: blind, ...flags }));
  await mailbox.settle();
  expect(await mailbox.current(address, subject), `mails to ${address}`).toHaveLength(0);
  if (beside.accepted) expect(await mailbox.current(address, blind), `blind copies to ${address}`).toHaveLength(0);
}

/**
 * Whether the target understands the override flag, whose name is assumed. One sign is enough: it looks at its type, or it
 * treats somebody who has unsubscribed otherwise.
 */
async function knowsOverride({ api, email, target, again }: Case): Promise<boolean> {
  const send = (overrides: object) => again(() => api.sendEmail(email({ ...overrides })));
  if ((await send({ ignore_suppression: 'yes' })).refused) return true;
  const address = target.email.suppressed?.unsubscribe;
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
