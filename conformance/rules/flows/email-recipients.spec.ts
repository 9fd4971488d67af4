import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { type Case, expect, rule, test } from '../../suite/rule.ts';

type List = 'to' | 'cc' | 'bcc';
type Pair = readonly [first: List, second: List];
type Form = (address: string) => unknown;

const every: readonly List[] = ['to', 'cc', 'bcc'];
const across = every.flatMap((one, index) => every.slice(index + 1).map((other): Pair => [one, other]));
const within = every.map((list): Pair => [list, list]);
const asString: Form = (address) => address;
const asObject: Form = (address) => ({ email: address });
const asNamed: Form = (address) => ({ email: address, name: 'Ada' });

test(
  ...rule('EMAIL-RCPT-1', 'everybody in the three lists gets the mail', async (t) => {
    const lists: Record<List, string[]> = { to: [], cc: [], bcc: [] };
    for (const list of every) lists[list] = [t.unique.address(list), t.unique.address(list)];
    await t.mustSucceed(t.api.sendEmail(t.email.real()), 'a send to one recipient');
    expect(await t.api.sendEmail(t.email.real(lists))).toAccept();
    for (const address of Object.values(lists).flat()) {
      expect((await t.mailbox.find(address)).recipients).toContain(address.toLowerCase());
    }
  }),
);

test(
  ...rule('EMAIL-RCPT-1', 'a recipient given as an object gets the mail', { thorough: true }, async (t) => {
    const [to, cc, bcc] = [t.unique.address('to'), t.unique.address('cc'), t.unique.address('bcc')];
    const lists = { to: [asNamed(to)], cc: [asNamed(cc)], bcc: [asObject(bcc)] };
    await t.mustSucceed(t.api.sendEmail(t.email.real()), 'a send to one recipient');
    const answer = await t.api.sendEmail(t.email.real(lists));
    if (answer.refused) t.notApplicable('recipients as objects are refused, see EMAIL-RCPT-7');
    await t.mustSucceed(answer, 'a send to objects');
    for (const address of [to, cc, bcc])
      expect((await t.mailbox.find(address)).recipients).toContain(address.toLowerCase());
  }),
);

test(
  ...rule('EMAIL-RCPT-5', 'white space around an address does not count', async (t) => {
    await acceptsDistinct(t, asString);
    const spaced: Form[] = [(a) => ` ${a}`, (a) => `${a}  `, (a) => `\t${a} `, (a) => ({ email: ` ${a} ` })];
    for (const form of spaced) {
      const example = form(t.unique.address());
      await t.step(JSON.stringify(example), async () => {
        expect(await t.api.sendEmail(t.email({ to: [example] }))).toAccept();
        for (const place of [...across, ...within]) {
          await refusesTwice(t, place, asString, form);
        }
      });
    }
    const umlaut: Form = (address) => address.replace('@', '@MÜNCHEN.').toUpperCase();
    const lowered: Form = (address) => String(umlaut(address)).toLowerCase();
    const isAccepted = (await t.api.sendEmail(t.email({ to: [umlaut(t.unique.address())] }))).accepted;
    if (isAccepted) await refusesTwice(t, ['to', 'cc'], lowered, umlaut);
    const respell: Form = (address) => ` ${address.toUpperCase()} `;
    await refusesTwice(t, ['to', 'cc'], asString, respell);
  }),
);

test(
  ...rule('EMAIL-RCPT-5', 'plus tags, dots and IDN spellings make addresses different', async (t) => {
    await acceptsDistinct(t, asString);
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
      for (const one of [first, second]) {
        const alone = await t.api.sendEmail(t.email({ to: [one] }));
        // Which addresses there are is open.
        if (alone.refused) return t.observe(`${one} is no address for the target`);
        await t.mustSucceed(alone, `a send to ${one}`);
      }
      expect(await t.api.sendEmail(t.email({ to: [first], cc: [second] })), 'in two lists').toAccept();
      expect(await t.api.sendEmail(t.email({ to: [first, second] })), 'in one list').toAccept();
    });
  }),
);

test(
  ...rule('EMAIL-RCPT-10', 'letters beyond ASCII are compared by Unicode case folding', async (t) => {
    let compared = 0;
    await acceptsDistinct(t, asString);
    const inCases: Record<string, [string, string]> = {
      'a capital sigma and its two small letters': ['ΟΔΟΣ', 'οδοσ'],
      'the small sigma at the end of a word and elsewhere': ['οδος', 'οδοσ'],
      'a sharp s and two': ['straße', 'STRASSE'],
    };
    await t.each(inCases, async (spellings) => {
      const tag = t.unique.address().split('@')[0];
      const [first, second] = spellings.map((spelling) => `${tag}.${spelling}@${t.target.email.recipientDomain}`) as [
        string,
        string,
      ];
      for (const one of [first, second]) {
        const alone = await t.api.sendEmail(t.email({ to: [one] }));
        // Which addresses there are is open.
        if (alone.refused) return t.observe(`${one} is no address for the target`);
        await t.mustSucceed(alone, `a send to ${one}`);
      }
      compared += 1;
      expect(await t.api.sendEmail(t.email({ to: [first], cc: [second] })), 'in two lists').toRefuse(400);
      expect(await t.api.sendEmail(t.email({ to: [first, second] })), 'in one list').toRefuse(400);
    });
    if (compared === 0) t.notApplicable('the target takes no addresses beyond ASCII');
  }),
);

test(
  ...rule('EMAIL-RCPT-7', 'an entry is an address string or an object with email and name', async (t) => {
    await acceptsDistinct(t, asString);
    const wrong = [
      7,
      {},
      { name: 'Ada' },
      { address: t.unique.address() },
      { email: 7 },
      [t.unique.address()],
      'nobody',
      '@',
      '',
    ];
    for (const list of every) {
      for (const form of [asObject, asNamed]) {
        await t.step(`${list} with an object`, async () => {
          const entries = [form(t.unique.address()), t.unique.address()];
          expect(await t.api.sendEmail(t.email({ [list]: entries }))).toAccept();
        });
      }
      await t.each(wrong, `${list}: `, async (entry) => {
        expect(await t.api.sendEmail(t.email({ [list]: [t.unique.address(), entry] }))).toRefuse();
      });
    }
  }),
);

/** The valid twin: the same lists, and nobody in them twice. */
async function acceptsDistinct(t: Case, form: Form): Promise<void> {
  const two = () => [form(t.unique.address()), form(t.unique.address())];
  const send = () => t.api.sendEmail(t.email({ to: two(), cc: two(), bcc: two() }));
  await t.again(() => t.mustSucceed(send(), 'a send to different addresses'));
}

/** Puts one address into two places, among others, in a form of its own in each; where a rule is named, the code is checked, too. */
async function refusesTwice(
  t: Case,
  [first, second]: Pair,
  firstForm: Form,
  secondForm: Form,
  id?: RuleId,
): Promise<void> {
  const address = t.unique.address('twice');
  const answer = await t.again(() => {
    const lists: Record<List, unknown[]> = {
      to: [t.unique.address()],
      cc: [t.unique.address('cc')],
      bcc: [t.unique.address('bcc')],
    };
    lists[first].push(firstForm(address));
    lists[second].push(secondForm(address));
    return t.api.sendEmail(t.email(lists));
  });
  await t.step(`${first} and ${second}, ${JSON.stringify(secondForm(address))}`, () => {
    if (!id) return expect(answer).toRefuse(400);
    t.check(id, () => expect(answer).toRefuse(400));
    t.check('EMAIL-RCPT-6', () => expect(answer).toHaveErrorCode('10015'));
  });
}
