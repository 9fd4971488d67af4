import { type Case, expect, rule, test } from '../../suite/rule.ts';

test(
  ...rule('EMAIL-RCPT-1', 'every recipient in the three lists gets the mail', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email.real()), 'a send to one recipient');
    const forms: Record<string, (email: string) => unknown> = {
      'as addresses': (email) => email,
      'as objects': (email) => ({ email, name: 'Ada' }),
    };
    await t.each(forms, async (formed, form) => {
      const [to, cc, bcc] = ['to', 'cc', 'bcc'].map((list) => [t.unique.address(list), t.unique.address(list)]);
      const lists = Object.entries({ to, cc, bcc }).map(([list, addresses]) => [list, addresses?.map(formed)]);
      const answer = await t.api.sendEmail(t.email.real(Object.fromEntries(lists)));
      if (answer.refused && form === 'as objects') return t.observe('they are refused, see EMAIL-RCPT-7');
      expect(answer).toAccept();
      for (const address of [to, cc, bcc].flatMap((addresses = []) => addresses))
        expect((await t.mailbox.find(address)).recipients).toContain(address.toLowerCase());
    });
  }),
);

/** The valid twin: each address once, in every list. */
async function acceptsDistinct(t: Case): Promise<void> {
  const two = () => [t.unique.address(), t.unique.address()];
  await t.again(() =>
    t.mustSucceed(t.api.sendEmail(t.email({ to: two(), cc: two(), bcc: two() })), 'distinct addresses'),
  );
}

/** Addresses that the target accepts, each alone: the grammar of addresses is open. */
async function areAddresses(t: Case, addresses: readonly string[]): Promise<boolean> {
  for (const address of addresses) {
    const alone = await t.api.sendEmail(t.email({ to: [address] }));
    if (alone.refused) {
      t.observe(`${address} is no address for the target`);
      return false;
    }
    await t.mustSucceed(alone, `a send to ${address}`);
  }
  return true;
}

test(
  ...rule('EMAIL-RCPT-5', 'plus tags, dots and IDN spellings make addresses different', async (t) => {
    await acceptsDistinct(t);
    const domain = t.target.email.recipientDomain;
    const local = t.unique.address('a.b').split('@')[0] ?? '';
    const similar: Record<string, [string, string]> = {
      'plus tag': [`${local}@${domain}`, `${local}+news@${domain}`],
      'two plus tags': [`${local}+one@${domain}`, `${local}+two@${domain}`],
      dots: [`${local}@${domain}`, `${local.replace('.', '')}@${domain}`],
      hyphens: [`${local}@${domain}`, `${local.replaceAll('-', '_')}@${domain}`],
      IDN: [`${local}@münchen.${domain}`, `${local}@xn--mnchen-3ya.${domain}`],
    };
    await t.each(similar, async ([first, second]) => {
      if (!(await areAddresses(t, [first, second]))) return;
      expect(await t.api.sendEmail(t.email({ to: [first], cc: [second] })), 'in two lists').toAccept();
      expect(await t.api.sendEmail(t.email({ to: [first, second] })), 'in one list').toAccept();
    });
  }),
);

test(
  ...rule('EMAIL-RCPT-10', 'letters beyond ASCII are compared by Unicode case folding', async (t) => {
    let compared = 0;
    await acceptsDistinct(t);
    const inCases: Record<string, [string, string]> = {
      'a capital sigma and its two small letters': ['ΟΔΟΣ', 'οδοσ'],
      'the small sigma at the end of a word and elsewhere': ['οδος', 'οδοσ'],
      'a sharp s and two': ['straße', 'STRASSE'],
    };
    await t.each(inCases, async (spellings) => {
      const tag = t.unique.address().split('@')[0];
      const addresses = spellings.map((spelling) => `${tag}.${spelling}@${t.target.email.recipientDomain}`);
      if (!(await areAddresses(t, addresses))) return;
      compared += 1;
      const [first, second] = addresses;
      expect(await t.api.sendEmail(t.email({ to: [first], cc: [second] })), 'in two lists').toRefuse(400);
      expect(await t.api.sendEmail(t.email({ to: addresses })), 'in one list').toRefuse(400);
    });
    if (compared === 0) t.notApplicable('the target takes no addresses beyond ASCII');
  }),
);
