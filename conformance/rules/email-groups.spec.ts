import {
  assumedMembers,
  assuming,
  isKnown,
  suppressedIn,
  suppressionOf,
  whereIs,
} from '../suite/calls/email-members.ts';
import { type Answer, type Case, expect, rule } from '../suite/rule.ts';
import { membersOf } from '../suite/wire/answer.ts';

rule('EMAIL-GROUP-1', 'who is suppressed in the group of a send gets no mail', async (given) => {
  const { api, email, mailbox, unique } = given;
  const { address, groupId } = groupOf(given);
  await given.given(api.sendEmail(email({ group_id: groupId })), 'a send with the group');
  // The address is not the suite's own: mail of other sends may lie there, so these are known by their subjects. Alone it
  // may be refused, and beside others in `to` or `cc` the headers of their mail may name it.
  const subjects: string[] = [];
  for (const list of [{ to: [address] }, { bcc: [address] }]) {
    const subject = unique.reference('Grouped');
    subjects.push(subject);
    await api.sendEmail(email.real({ ...list, subject, group_id: groupId }));
  }
  await mailbox.settle();
  const came = (await mailbox.current(address)).filter(({ subject }) => subjects.includes(subject ?? ''));
  await assuming(given, 'group_id', () => {
    expect(came.length, 'mails of the group to the address that is suppressed in it').toBe(0);
  });
});

rule('EMAIL-GROUP-2', 'who is suppressed in the group of a send is listed', async (given) => {
  const { api, email, unique, each } = given;
  const { address, groupId } = groupOf(given);
  const lists = { to: { to: [unique.address(), address] }, cc: { cc: [address] }, bcc: { bcc: [address] } };
  await each(lists, async (list) => {
    const answer = await given.given(api.sendEmail(email({ ...list, group_id: groupId })));
    expect(listed(answer), 'who is in `suppressed` beside the message').toEqual([address.toLowerCase()]);
    expect(suppressedIn(answer)[0]?.reason, 'reason').toBe('unsubscribe');
  });
});

rule(
  ['EMAIL-GROUP-2', 'EMAIL-SUPP-12'],
  'in a send with a group those are listed who are suppressed in the whole account too, with another scope',
  async (given) => {
    const { api, email, target, unique, check } = given;
    const { address, groupId } = groupOf(given);
    const { hardBounce = '' } = target.email.suppressed ?? {};
    const body = email({ cc: [address, hardBounce], group_id: groupId, to: [unique.address()] });
    const answer = await given.given(api.sendEmail(body));
    const [inGroup, inAccount] = [suppressionOf(address, answer), suppressionOf(hardBounce, answer)];
    const isListed = check('EMAIL-SUPP-12', () =>
      expect(listed(answer), 'who is in `suppressed` beside the message').toContain(hardBounce.toLowerCase()),
    );
    check('EMAIL-GROUP-2', () => {
      if (!isListed || !inGroup?.scope || !inAccount?.scope)
        given.notApplicable('not both are listed with a scope, see EMAIL-SUPP-12');
      expect(inGroup?.scope, 'the scope of a suppression in a group').not.toBe(inAccount?.scope);
    });
  },
);

rule('EMAIL-GROUP-3', 'without the group, or with another one, nobody is suppressed in it', async (given) => {
  const { api, email, mailbox, target, unique, step } = given;
  const { address } = groupOf(given);
  for (const group_id of [undefined, null, unique.uuid()]) {
    await step(`group_id: ${group_id}`, async () => {
      const answer = await api.sendEmail(email({ to: [unique.address(), address], group_id }));
      expect(answer).toAccept();
      expect(listed(answer)).toEqual([]);
      const shown = [answer.data.to].flat().map((one: unknown) => String(membersOf(one).email ?? one).toLowerCase());
      expect(shown, 'to').toContain(address.toLowerCase());
      expect(await api.sendEmail(email({ to: [address], group_id }))).toAccept();
    });
  }
  // An answer may show whom it likes.
  if (!target.outbox) return;
  const subject = unique.reference('Ungrouped');
  expect(await api.sendEmail(email.real({ to: [address], subject }))).toAccept();
  await mailbox.find(address, subject);
});

rule('EMAIL-GROUP-4', 'a group that is no UUID string is refused', async (given) => {
  const { api, email, unique } = given;
  await given.given(api.sendEmail(email({ group_id: unique.uuid() })));
  const answers: Answer[] = [];
  for (const group_id of [...assumedMembers.group_id.wrong, unique.uuid().slice(1), [unique.uuid()]])
    answers.push(await given.again(() => api.sendEmail(email({ group_id }))));
  if (!answers.some(({ refused }) => refused) && !(await hasEffect(given))) {
    given.blocked('the target does not know the member group_id of a send under this name');
  }
  for (const answer of answers) expect(answer).toRefuse();
});

rule('EMAIL-GROUP-5', 'group_id takes a UUID, and null is an absent one', async (given) => {
  const { api, email, unique, step, each } = given;
  await step('without a group', () => given.given(api.sendEmail(email())));
  await each({ 'a UUID': unique.uuid(), null: null }, async (group_id) =>
    expect(await api.sendEmail(email({ group_id }))).toAccept(),
  );
  expect(await isKnown(given, 'group_id'), 'the target knows group_id').toBe(true);
  if (given.target.email.suppressed?.group) expect(await hasEffect(given), 'group_id has an effect').toBe(true);
});

function groupOf({ target, blocked }: Case) {
  return target.email.suppressed?.group ?? blocked('the profile names no address that is suppressed in a group');
}

/** Whether the group of a send makes a difference to who is suppressed: in the answer, wherever that tells it, or in what is delivered. */
async function hasEffect({ api, email, target, unique, mailbox, again }: Case): Promise<boolean> {
  const group = target.email.suppressed?.group;
  if (!group) return false;
  const { address, groupId: group_id } = group;
  const to = [unique.address(), address];
  const grouped = await again(() => api.sendEmail(email({ to, group_id })));
  const plain = await again(() => api.sendEmail(email({ to })));
  if (whereIs(address, grouped) !== whereIs(address, plain)) return true;
  if (!target.outbox) return false;
  const [inGroup, without] = [unique.reference('Grouped'), unique.reference('Ungrouped')];
  await api.sendEmail(email.real({ bcc: [address], subject: inGroup, group_id }));
  await api.sendEmail(email.real({ bcc: [address], subject: without }));
  await mailbox.settle();
  const mails = (subject: string) => mailbox.current(address, subject);
  return (await mails(without)).length > 0 && (await mails(inGroup)).length === 0;
}

function listed(answer: Answer): string[] {
  return suppressedIn(answer).map(({ to }) => String(to).toLowerCase());
}
