import { assuming, isKnown, suppressedIn, suppressionOf, whereIs } from '../../suite/api/email-members.ts';
import { noUuids } from '../../suite/api/wrong-values.ts';
import { type Answer, type Case, expect, rule, test } from '../../suite/rule.ts';
import { membersOf } from '../../suite/wire/answer.ts';

test(
  ...rule('EMAIL-GROUP-1', 'who is suppressed in the group of a send gets no mail', async (t) => {
    const { address, groupId } = groupOf(t);
    await t.mustSucceed(t.api.sendEmail(t.email({ group_id: groupId })), 'a send with the group');
    // The address is not the suite's own: mail of other sends may lie there, so these are known by their subjects. Alone it
    // may be refused, and next to others in `to` or `cc` the headers of their mail may name it.
    const subjects: string[] = [];
    for (const list of [{ to: [address] }, { bcc: [address] }]) {
      const subject = t.unique.reference('Grouped');
      subjects.push(subject);
      await t.api.sendEmail(t.email.real({ ...list, subject, group_id: groupId }));
    }
    await t.mailbox.settle();
    const came = (await t.mailbox.current(address)).mails.filter(({ subject }) => subjects.includes(subject ?? ''));
    await assuming(t, 'group_id', () => {
      expect(came.length, 'mails of the group to the address that is suppressed in it').toBe(0);
    });
  }),
);

test(
  ...rule('EMAIL-GROUP-2', 'who is suppressed in the group of a send is listed', async (t) => {
    const { address, groupId } = groupOf(t);
    const lists = { to: { to: [t.unique.address(), address] }, cc: { cc: [address] }, bcc: { bcc: [address] } };
    await t.each(lists, async (list) => {
      const answer = await t.mustSucceed(t.api.sendEmail(t.email({ ...list, group_id: groupId })));
      expect(listed(answer), 'who is in `suppressed` next to the message').toEqual([address.toLowerCase()]);
      expect(suppressedIn(answer)[0]?.reason, 'reason').toBe('unsubscribe');
    });
  }),
);

test(
  ...rule(
    ['EMAIL-GROUP-2', 'EMAIL-SUPP-12'],
    'in a send with a group those are listed who are suppressed in the whole account too, with another scope',
    async (t) => {
      const { address, groupId } = groupOf(t);
      const { hardBounce = '' } = t.target.email.suppressed ?? {};
      const body = t.email({ cc: [address, hardBounce], group_id: groupId, to: [t.unique.address()] });
      const answer = await t.mustSucceed(t.api.sendEmail(body));
      const [inGroup, inAccount] = [suppressionOf(address, answer), suppressionOf(hardBounce, answer)];
      const isListed = t.check('EMAIL-SUPP-12', () =>
        expect(listed(answer), 'who is in `suppressed` next to the message').toContain(hardBounce.toLowerCase()),
      );
      t.check('EMAIL-GROUP-2', () => {
        if (!isListed || !inGroup?.scope || !inAccount?.scope)
          t.notApplicable('not both are listed with a scope, see EMAIL-SUPP-12');
        expect(inGroup?.scope, 'the scope of a suppression in a group').not.toBe(inAccount?.scope);
      });
    },
  ),
);

test(
  ...rule('EMAIL-GROUP-3', 'without the group, or with another one, nobody is suppressed in it', async (t) => {
    const { address } = groupOf(t);
    for (const group_id of [undefined, null, t.unique.uuid()]) {
      await t.step(`group_id: ${group_id}`, async () => {
        const answer = await t.api.sendEmail(t.email({ to: [t.unique.address(), address], group_id }));
        expect(answer).toAccept();
        expect(listed(answer)).toEqual([]);
        const shown = [answer.data.to].flat().map((one: unknown) => String(membersOf(one).email ?? one).toLowerCase());
        expect(shown, 'to').toContain(address.toLowerCase());
        expect(await t.api.sendEmail(t.email({ to: [address], group_id }))).toAccept();
      });
    }
    // An answer may show whom it likes.
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
    if (!answers.some(({ refused }) => refused) && !(await hasEffect(t))) {
      t.blocked('the target does not know the member group_id of a send under this name');
    }
    for (const answer of answers) expect(answer).toRefuse();
  }),
);

test(
  ...rule('EMAIL-GROUP-5', 'group_id takes a UUID, and null is an absent one', async (t) => {
    await t.step('without a group', () => t.mustSucceed(t.api.sendEmail(t.email())));
    await t.each({ 'a UUID': t.unique.uuid(), null: null }, async (group_id) =>
      expect(await t.api.sendEmail(t.email({ group_id }))).toAccept(),
    );
    expect(await isKnown(t, 'group_id'), 'the target knows group_id').toBe(true);
    if (t.target.email.suppressed?.group) expect(await hasEffect(t), 'group_id has an effect').toBe(true);
  }),
);

function groupOf(t: Case) {
  return t.target.email.suppressed?.group ?? t.blocked('the profile names no address that is suppressed in a group');
}

/** Whether the group of a send makes a difference to who is suppressed: in the answer, wherever that tells it, or in what is delivered. */
async function hasEffect(t: Case): Promise<boolean> {
  const group = t.target.email.suppressed?.group;
  if (!group) return false;
  const { address, groupId: group_id } = group;
  const to = [t.unique.address(), address];
  const grouped = await t.again(() => t.api.sendEmail(t.email({ to, group_id })));
  const plain = await t.again(() => t.api.sendEmail(t.email({ to })));
  if (whereIs(address, grouped) !== whereIs(address, plain)) return true;
  if (!t.target.outbox) return false;
  const [inGroup, without] = [t.unique.reference('Grouped'), t.unique.reference('Ungrouped')];
  await t.api.sendEmail(t.email.real({ bcc: [address], subject: inGroup, group_id }));
  await t.api.sendEmail(t.email.real({ bcc: [address], subject: without }));
  await t.mailbox.settle();
  const mails = async (subject: string) => (await t.mailbox.current(address, subject)).mails;
  return (await mails(without)).length > 0 && (await mails(inGroup)).length === 0;
}

function listed(answer: Answer): string[] {
  return suppressedIn(answer).map(({ to }) => String(to).toLowerCase());
}
