import { assuming } from '../../suite/api/email-members.ts';
import { suppressedIn, suppressionOf, whereIs } from '../../suite/api/message-bodies.ts';
import { noUuids } from '../../suite/api/wrong-values.ts';
import { type Answer, type Case, expect, rule, test } from '../../suite/rule.ts';
import { membersOf } from '../../suite/wire/answer.ts';

function groupOf(t: Case) {
  return t.target.email.suppressed?.group ?? t.blocked('the profile names no address that is suppressed in a group');
}

function listed(answer: Answer): string[] {
  return suppressedIn(answer).map(({ to }) => String(to).toLowerCase());
}

test(
  ...rule('EMAIL-GROUP-1', 'a recipient that is suppressed in the group of a send gets no mail', async (t) => {
    const { address, groupId: group_id } = groupOf(t);
    await t.mustSucceed(t.api.sendEmail(t.email({ group_id })), 'a send with the group');
    // The address is not the suite's own: other sends may have mailed it, so these are known by their subjects. Alone it
    // may be refused, and next to others in `to` or `cc` the headers of their mail may name it.
    const [subject, blind] = [t.unique.reference('Grouped'), t.unique.reference('Grouped')];
    await t.api.sendEmail(t.email.real({ to: [address], subject, group_id }));
    await t.api.sendEmail(t.email.real({ bcc: [address], subject: blind, group_id }));
    await t.mailbox.settle();
    await assuming(t, ['group_id'], async () => {
      expect(await t.mailbox.current(address, subject)).toHaveMails(0);
      expect(await t.mailbox.current(address, blind), 'blind copies').toHaveMails(0);
    });
  }),
);

test(
  ...rule('EMAIL-GROUP-2', 'a recipient that is suppressed in the group of a send is listed', async (t) => {
    const { address, groupId } = groupOf(t);
    const lists = { to: { to: [t.unique.address(), address] }, cc: { cc: [address] }, bcc: { bcc: [address] } };
    await t.each(lists, async (list) => {
      const answer = await t.mustSucceed(t.api.sendEmail(t.email({ ...list, group_id: groupId })));
      expect(listed(answer), 'the entries of `suppressed` next to the message').toEqual([address.toLowerCase()]);
      expect(suppressedIn(answer)[0]?.reason, 'reason').toBe('unsubscribe');
    });
  }),
);

test(
  ...rule(['EMAIL-GROUP-2', 'EMAIL-SUPP-12'], 'a suppression in the account has another scope', async (t) => {
    const { address, groupId } = groupOf(t);
    const { hardBounce = '' } = t.target.email.suppressed ?? {};
    const body = t.email({ cc: [address, hardBounce], group_id: groupId, to: [t.unique.address()] });
    const answer = await t.mustSucceed(t.api.sendEmail(body));
    const [inGroup, inAccount] = [suppressionOf(address, answer), suppressionOf(hardBounce, answer)];
    const isListed = t.check('EMAIL-SUPP-12', () =>
      expect(listed(answer), 'the entries of `suppressed` next to the message').toContain(hardBounce.toLowerCase()),
    );
    t.check('EMAIL-GROUP-2', () => {
      if (!isListed || !inGroup?.scope || !inAccount?.scope)
        t.notApplicable('not both are listed with a scope, see EMAIL-SUPP-12');
      expect(inGroup?.scope, 'the scope of a suppression in a group').not.toBe(inAccount?.scope);
    });
  }),
);

test(
  ...rule('EMAIL-GROUP-3', 'without the group, or with another one, its suppressions do not count', async (t) => {
    const { address } = groupOf(t);
    await t.each({ absent: undefined, null: null, 'another one': t.unique.uuid() }, async (group_id) => {
      const answer = await t.api.sendEmail(t.email({ to: [t.unique.address(), address], group_id }));
      expect(answer).toAccept();
      expect(listed(answer)).toEqual([]);
      const shown = [answer.data.to]
        .flat()
        .map((entry: unknown) => String(membersOf(entry).email ?? entry).toLowerCase());
      expect(shown, 'to').toContain(address.toLowerCase());
      expect(await t.api.sendEmail(t.email({ to: [address], group_id }))).toAccept();
    });
    // The answer does not prove a delivery.
    if (!t.target.outbox) return;
    const subject = t.unique.reference('Ungrouped');
    expect(await t.api.sendEmail(t.email.real({ to: [address], subject }))).toAccept();
    await t.mailbox.find(address, subject);
  }),
);

test(
  ...rule('EMAIL-GROUP-4', 'a group that is no UUID string is refused', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email({ group_id: t.unique.uuid() })));
    const answers: Answer[] = [];
    for (const group_id of noUuids(t.unique.uuid()))
      answers.push(await t.again(() => t.api.sendEmail(t.email({ group_id }))));
    if (!answers.some(({ refused }) => refused) && !(await isKnown(t)))
      t.blocked('the target does not know the member group_id of a send under this name');
    for (const answer of answers) expect(answer).toRefuse();
  }),
);

/** True if the answer to a send shows that its group changes the suppressed recipients. */
async function isKnown(t: Case): Promise<boolean> {
  const { address, groupId: group_id } = t.target.email.suppressed?.group ?? {};
  if (!address) return false;
  const to = [t.unique.address(), address];
  const [grouped, plain] = [await t.api.sendEmail(t.email({ to, group_id })), await t.api.sendEmail(t.email({ to }))];
  return whereIs(address, grouped) !== whereIs(address, plain);
}
