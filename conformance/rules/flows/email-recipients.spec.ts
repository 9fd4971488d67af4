import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { isKnown } from '../../suite/api/email-members.ts';
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
const mixed: readonly (readonly [Form, Form])[] = [
  [asObject, asObject],
  [asString, asNamed],
  [asNamed, asString],
];
const casings: Record<string, (address: string) => string> = {
  'the local part': (address) => address.replace(/^[^@]+/, (local) => local.toUpperCase()),
  'the domain': (address) => address.replace(/@.+$/, (domain) => domain.toUpperCase()),
  'every other letter': (address) => address.replace(/(.)(.)/g, (_, a, b) => a.toUpperCase() + b),
};

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
  ...rule(
    ['EMAIL-RCPT-2', 'EMAIL-RCPT-6'],
    'an address in two lists is refused with 400, whichever lists they are',
    async (t) => {
      await acceptsDistinct(t, asString);
      for (const place of across) {
        await refusesTwice(t, place, asString, asString, 'EMAIL-RCPT-2');
      }
      const address = t.unique.address('twice');
      const real = await t.api.sendEmail(t.email.real({ to: [address], bcc: [address] }));
      t.check('EMAIL-RCPT-2', () => expect(real, 'outside the sandbox').toRefuse(400));
    },
  ),
);

test(
  ...rule('EMAIL-RCPT-2', 'an address in two lists is refused in every form that an address may have', async (t) => {
    for (const form of [asObject, asNamed]) await acceptsDistinct(t, form);
    for (const place of across) {
      for (const [first, second] of mixed) {
        await refusesTwice(t, place, first, second);
      }
    }
  }),
);

test(
  ...rule(['EMAIL-RCPT-3', 'EMAIL-RCPT-6'], 'a spelling in other letter case is a duplicate', async (t) => {
    await acceptsDistinct(t, asString);
    const places = [...across, ...within];
    for (const [index, [spelling, respell]] of Object.entries(casings).entries()) {
      await acceptsSpelling(t, spelling, respell);
      for (const place of [places[index], places[index + 3]] as Pair[]) {
        await t.step(spelling, () => refusesTwice(t, place, asString, respell, 'EMAIL-RCPT-3'));
      }
    }
  }),
);

test(
  ...rule('EMAIL-RCPT-3', 'every spelling is a duplicate in every place', { thorough: true }, async (t) => {
    await acceptsDistinct(t, asString);
    for (const [spelling, respell] of Object.entries(casings)) {
      await acceptsSpelling(t, spelling, respell);
      for (const place of [...across, ...within]) {
        await t.step(spelling, async () => {
          await refusesTwice(t, place, asString, respell);
          await refusesTwice(t, place, respell, asString);
        });
      }
    }
  }),
);

test(
  ...rule('EMAIL-RCPT-3', 'letter case does not count in objects', { thorough: true }, async (t) => {
    await acceptsDistinct(t, asNamed);
    for (const respell of Object.values(casings)) {
      for (const place of [...across, ...within]) {
        const second: Form = (address) => asObject(respell(address));
        await refusesTwice(t, place, asNamed, second);
      }
    }
  }),
);

test(
  ...rule(['EMAIL-RCPT-4', 'EMAIL-RCPT-6'], 'an address twice in one list is refused with 400', async (t) => {
    await acceptsDistinct(t, asString);
    const knowsObjects = await isKnown(t, 'email');
    for (const place of within) {
      for (const [first, second] of knowsObjects ? [[asString, asString] as const, ...mixed] : [[asString, asString]]) {
        await refusesTwice(t, place, first as Form, second as Form, 'EMAIL-RCPT-4');
      }
    }
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
    const alike: Record<string, [string, string]> = {
      'plus tag': [`${local}@${domain}`, `${local}+news@${domain}`],
      'two plus tags': [`${local}+one@${domain}`, `${local}+two@${domain}`],
      dots: [`${local}@${domain}`, `${local.replace('.', '')}@${domain}`],
      hyphens: [`${local}@${domain}`, `${local.replaceAll('-', '_')}@${domain}`],
      IDN: [`${local}@münchen.${domain}`, `${local}@xn--mnchen-3ya.${domain}`],
    };
    await t.each(alike, async ([first, second]) => {
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

test(
  ...rule('EMAIL-RCPT-8', 'a name with an address in angle brackets is no address: 422', async (t) => {
    const { from } = t.target.email;
    await t.mustSucceed(t.api.sendEmail(t.email({ cc: [t.unique.address()], bcc: [t.unique.address()] })));
    const strings = [`Ada <${t.unique.address()}>`, `"Ada, B." <${t.unique.address()}>`, `<${t.unique.address()}>`];
    const bodies = strings.flatMap((text) => [{ to: [text] }, { cc: [text] }, { bcc: [text] }, { reply_to: text }]);
    await t.each([...bodies, { to: [{ email: strings[0] }] }, { from: `Ada <${from}>` }], async (body) =>
      expect(await t.api.sendEmail(t.email(body))).toRefuse(422),
    );
  }),
);

test(
  ...rule('EMAIL-RCPT-9', 'a send with no recipient in to is refused with 422', async (t) => {
    const cc = [t.unique.address()];
    await t.mustSucceed(t.api.sendEmail(t.email({ cc })));
    await t.each(
      [{ to: undefined }, { to: [] }, { to: undefined, cc }, { to: [], cc }, { to: [], bcc: cc }],
      async (body) => expect(await t.api.sendEmail(t.email(body))).toRefuse(422),
    );
  }),
);

/** The valid twin: the same lists, and nobody in them twice. */
async function acceptsDistinct(t: Case, form: Form): Promise<void> {
  const two = () => [form(t.unique.address()), form(t.unique.address())];
  const send = () => t.api.sendEmail(t.email({ to: two(), cc: two(), bcc: two() }));
  await t.again(() => t.mustSucceed(send(), 'a send to different addresses'));
}

/** The valid twin: one address in this spelling. */
async function acceptsSpelling(t: Case, spelling: string, respell: (address: string) => string) {
  await t.again(() => t.mustSucceed(t.api.sendEmail(t.email({ to: [respell(t.unique.address())] })), spelling));
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
