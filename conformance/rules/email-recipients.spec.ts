import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { isKnown } from '../suite/calls/email-members.ts';
import { type Case, expect, rule } from '../suite/rule.ts';

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

rule('EMAIL-RCPT-1', 'everybody in the three lists gets the mail', async ({ api, email, mailbox, unique, given }) => {
  const lists: Record<List, string[]> = { to: [], cc: [], bcc: [] };
  for (const list of every) lists[list] = [unique.address(list), unique.address(list)];
  await given(api.sendEmail(email.real()), 'a send to one recipient');
  expect(await api.sendEmail(email.real(lists))).toAccept();
  for (const address of Object.values(lists).flat()) {
    expect((await mailbox.find(address)).recipients).toContain(address.toLowerCase());
  }
});

rule('EMAIL-RCPT-1', 'a recipient given as an object gets the mail', { thorough: true }, async (given) => {
  const { api, email, mailbox, unique, notApplicable } = given;
  const [to, cc, bcc] = [unique.address('to'), unique.address('cc'), unique.address('bcc')];
  const lists = { to: [asNamed(to)], cc: [asNamed(cc)], bcc: [asObject(bcc)] };
  await given.given(api.sendEmail(email.real()), 'a send to one recipient');
  const answer = await api.sendEmail(email.real(lists));
  if (answer.refused) notApplicable('recipients as objects are refused, see EMAIL-RCPT-7');
  await given.given(answer, 'a send to objects');
  for (const address of [to, cc, bcc])
    expect((await mailbox.find(address)).recipients).toContain(address.toLowerCase());
});

rule(
  ['EMAIL-RCPT-2', 'EMAIL-RCPT-6'],
  'an address in two lists is refused with 400, whichever lists they are',
  async (given) => {
    await acceptsDistinct(given, asString);
    for (const place of across) {
      await refusesTwice(given, place, asString, asString, 'EMAIL-RCPT-2');
    }
    const address = given.unique.address('twice');
    const real = await given.api.sendEmail(given.email.real({ to: [address], bcc: [address] }));
    given.check('EMAIL-RCPT-2', () => expect(real, 'outside the sandbox').toRefuse(400));
  },
);

rule('EMAIL-RCPT-2', 'an address in two lists is refused in every form that an address may have', async (given) => {
  for (const form of [asObject, asNamed]) await acceptsDistinct(given, form);
  for (const place of across) {
    for (const [first, second] of mixed) {
      await refusesTwice(given, place, first, second);
    }
  }
});

rule(['EMAIL-RCPT-3', 'EMAIL-RCPT-6'], 'a spelling in other letter case is a duplicate', async (given) => {
  await acceptsDistinct(given, asString);
  const places = [...across, ...within];
  for (const [index, [spelling, respell]] of Object.entries(casings).entries()) {
    await acceptsSpelling(given, spelling, respell);
    for (const place of [places[index], places[index + 3]] as Pair[]) {
      await given.step(spelling, () => refusesTwice(given, place, asString, respell, 'EMAIL-RCPT-3'));
    }
  }
});

rule('EMAIL-RCPT-3', 'every spelling is a duplicate in every place', { thorough: true }, async (given) => {
  await acceptsDistinct(given, asString);
  for (const [spelling, respell] of Object.entries(casings)) {
    await acceptsSpelling(given, spelling, respell);
    for (const place of [...across, ...within]) {
      await given.step(spelling, async () => {
        await refusesTwice(given, place, asString, respell);
        await refusesTwice(given, place, respell, asString);
      });
    }
  }
});

rule('EMAIL-RCPT-3', 'letter case does not count in objects', { thorough: true }, async (given) => {
  await acceptsDistinct(given, asNamed);
  for (const respell of Object.values(casings)) {
    for (const place of [...across, ...within]) {
      const second: Form = (address) => asObject(respell(address));
      await refusesTwice(given, place, asNamed, second);
    }
  }
});

rule(['EMAIL-RCPT-4', 'EMAIL-RCPT-6'], 'an address twice in one list is refused with 400', async (given) => {
  await acceptsDistinct(given, asString);
  const knowsObjects = await isKnown(given, 'email');
  for (const place of within) {
    for (const [first, second] of knowsObjects ? [[asString, asString] as const, ...mixed] : [[asString, asString]]) {
      await refusesTwice(given, place, first as Form, second as Form, 'EMAIL-RCPT-4');
    }
  }
});

rule('EMAIL-RCPT-5', 'white space around an address does not count', async (given) => {
  const { api, email, unique, step } = given;
  await acceptsDistinct(given, asString);
  const spaced: Form[] = [(a) => ` ${a}`, (a) => `${a}  `, (a) => `\t${a} `, (a) => ({ email: ` ${a} ` })];
  for (const form of spaced) {
    const example = form(unique.address());
    await step(JSON.stringify(example), async () => {
      expect(await api.sendEmail(email({ to: [example] }))).toAccept();
      for (const place of [...across, ...within]) {
        await refusesTwice(given, place, asString, form);
      }
    });
  }
  const umlaut: Form = (address) => address.replace('@', '@MÜNCHEN.').toUpperCase();
  const lowered: Form = (address) => String(umlaut(address)).toLowerCase();
  const isAccepted = (await api.sendEmail(email({ to: [umlaut(unique.address())] }))).accepted;
  if (isAccepted) await refusesTwice(given, ['to', 'cc'], lowered, umlaut);
  const respell: Form = (address) => ` ${address.toUpperCase()} `;
  await refusesTwice(given, ['to', 'cc'], asString, respell);
});

rule('EMAIL-RCPT-5', 'plus tags, dots and IDN spellings make addresses different', async (given) => {
  const { api, email, target, unique, each, observe } = given;
  await acceptsDistinct(given, asString);
  const domain = target.email.recipientDomain;
  const local = unique.address('a.b').split('@')[0] ?? '';
  const alike: Record<string, [string, string]> = {
    'plus tag': [`${local}@${domain}`, `${local}+news@${domain}`],
    'two plus tags': [`${local}+one@${domain}`, `${local}+two@${domain}`],
    dots: [`${local}@${domain}`, `${local.replace('.', '')}@${domain}`],
    hyphens: [`${local}@${domain}`, `${local.replaceAll('-', '_')}@${domain}`],
    IDN: [`${local}@münchen.${domain}`, `${local}@xn--mnchen-3ya.${domain}`],
  };
  await each(alike, async ([first, second]) => {
    for (const one of [first, second]) {
      const alone = await api.sendEmail(email({ to: [one] }));
      // Which addresses there are is open.
      if (alone.refused) return observe(`${one} is no address for the target`);
      await given.given(alone, `a send to ${one}`);
    }
    expect(await api.sendEmail(email({ to: [first], cc: [second] })), 'in two lists').toAccept();
    expect(await api.sendEmail(email({ to: [first, second] })), 'in one list').toAccept();
  });
});

rule('EMAIL-RCPT-10', 'letters beyond ASCII are compared by Unicode case folding', async (given) => {
  const { api, email, target, unique, each, observe, notApplicable } = given;
  let compared = 0;
  await acceptsDistinct(given, asString);
  const inCases: Record<string, [string, string]> = {
    'a capital sigma and its two small letters': ['ΟΔΟΣ', 'οδοσ'],
    'the small sigma at the end of a word and elsewhere': ['οδος', 'οδοσ'],
    'a sharp s and two': ['straße', 'STRASSE'],
  };
  await each(inCases, async (spellings) => {
    const tag = unique.address().split('@')[0];
    const [first, second] = spellings.map((spelling) => `${tag}.${spelling}@${target.email.recipientDomain}`) as [
      string,
      string,
    ];
    for (const one of [first, second]) {
      const alone = await api.sendEmail(email({ to: [one] }));
      // Which addresses there are is open.
      if (alone.refused) return observe(`${one} is no address for the target`);
      await given.given(alone, `a send to ${one}`);
    }
    compared += 1;
    expect(await api.sendEmail(email({ to: [first], cc: [second] })), 'in two lists').toRefuse(400);
    expect(await api.sendEmail(email({ to: [first, second] })), 'in one list').toRefuse(400);
  });
  if (compared === 0) notApplicable('the target takes no addresses beyond ASCII');
});

rule('EMAIL-RCPT-7', 'an entry is an address string or an object with email and name', async (given) => {
  const { api, email, unique, step, each } = given;
  await acceptsDistinct(given, asString);
  const wrong = [
    7,
    {},
    { name: 'Ada' },
    { address: unique.address() },
    { email: 7 },
    [unique.address()],
    'nobody',
    '@',
    '',
  ];
  for (const list of every) {
    for (const form of [asObject, asNamed]) {
      await step(`${list} with an object`, async () => {
        const entries = [form(unique.address()), unique.address()];
        expect(await api.sendEmail(email({ [list]: entries }))).toAccept();
      });
    }
    await each(wrong, `${list}: `, async (entry) => {
      expect(await api.sendEmail(email({ [list]: [unique.address(), entry] }))).toRefuse();
    });
  }
});

rule('EMAIL-RCPT-8', 'a name with an address in angle brackets is no address: 422', async (given) => {
  const { api, email, target, unique, each } = given;
  const { from } = target.email;
  await given.given(api.sendEmail(email({ cc: [unique.address()], bcc: [unique.address()] })));
  const strings = [`Ada <${unique.address()}>`, `"Ada, B." <${unique.address()}>`, `<${unique.address()}>`];
  const bodies = strings.flatMap((text) => [{ to: [text] }, { cc: [text] }, { bcc: [text] }, { reply_to: text }]);
  await each([...bodies, { to: [{ email: strings[0] }] }, { from: `Ada <${from}>` }], async (body) =>
    expect(await api.sendEmail(email(body))).toRefuse(422),
  );
});

rule('EMAIL-RCPT-9', 'a send with no recipient in to is refused with 422', async (given) => {
  const { api, email, unique, each } = given;
  const cc = [unique.address()];
  await given.given(api.sendEmail(email({ cc })));
  await each(
    [{ to: undefined }, { to: [] }, { to: undefined, cc }, { to: [], cc }, { to: [], bcc: cc }],
    async (body) => expect(await api.sendEmail(email(body))).toRefuse(422),
  );
});

/** The valid twin: the same lists, and nobody in them twice. */
async function acceptsDistinct({ api, email, unique, again, given }: Case, form: Form): Promise<void> {
  const two = () => [form(unique.address()), form(unique.address())];
  const send = () => api.sendEmail(email({ to: two(), cc: two(), bcc: two() }));
  await again(() => given(send(), 'a send to different addresses'));
}

/** The valid twin: one address in this spelling. */
async function acceptsSpelling(
  { api, email, unique, given, again }: Case,
  spelling: string,
  respell: (address: string) => string,
) {
  await again(() => given(api.sendEmail(email({ to: [respell(unique.address())] })), spelling));
}

/** Puts one address into two places, among others, in a form of its own in each; where a rule is named, the code is checked, too. */
async function refusesTwice(
  { api, check, email, unique, step, again }: Case,
  [first, second]: Pair,
  firstForm: Form,
  secondForm: Form,
  id?: RuleId,
): Promise<void> {
  const address = unique.address('twice');
  const answer = await again(() => {
    const lists: Record<List, unknown[]> = {
      to: [unique.address()],
      cc: [unique.address('cc')],
      bcc: [unique.address('bcc')],
    };
    lists[first].push(firstForm(address));
    lists[second].push(secondForm(address));
    return api.sendEmail(email(lists));
  });
  await step(`${first} and ${second}, ${JSON.stringify(secondForm(address))}`, () => {
    if (!id) return expect(answer).toRefuse(400);
    check(id, () => expect(answer).toRefuse(400));
    check('EMAIL-RCPT-6', () => expect(answer).toHaveErrorCode('10015'));
  });
}
