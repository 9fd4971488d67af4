import { isKnown } from '../../suite/api/email-members.ts';
import { type Case, expect, refusals, rule, test } from '../../suite/rule.ts';

type Form = (address: string) => unknown;
type Place = readonly [list: string, list: string];

const sends = refusals({
  send: (t, { real, ...change }) => t.api.sendEmail(real ? t.email.real(change) : t.email(change)),
});

const lists = ['to', 'cc', 'bcc'];
const within = lists.map((list): Place => [list, list]);
const across = lists.flatMap((first, index) => lists.slice(index + 1).map((second): Place => [first, second]));
const everywhere = [...across, ...within];

const asString: Form = (address) => address;
const asObject: Form = (email) => ({ email });
const asNamed: Form = (email) => ({ email, name: 'Ada' });
/** The pairs of forms that an address may have, as far as the target knows them. */
const formsOf = async (t: Case): Promise<[Form, Form][]> => {
  const mixed: [Form, Form][] = [
    [asObject, asObject],
    [asString, asNamed],
    [asNamed, asString],
  ];
  return [[asString, asString], ...((await isKnown(t, 'address object')) ? mixed : [])];
};
const spaced: readonly Form[] = [
  (address) => ` ${address}`,
  (address) => `${address}  `,
  (address) => `\t${address} `,
  (address) => ({ email: ` ${address} ` }),
];
const umlaut = (address: string) => address.replace('@', '@MÜNCHEN.').toUpperCase();
const spellings: readonly ((address: string) => string)[] = [
  (address) => address.replace(/^[^@]+/, (local) => local.toUpperCase()),
  (address) => address.replace(/@.+$/, (domain) => domain.toUpperCase()),
  (address) => address.replace(/(.)(.)/g, (_, a, b) => a.toUpperCase() + b),
];

/** Each address once, in these forms. */
const distinct =
  (...forms: Form[]) =>
  (t: Case) =>
    Object.fromEntries(lists.map((list) => [list, [asString, ...forms].map((form) => form(t.unique.address()))]));

/** One address in two places among other addresses, each time in another form. */
function twice(t: Case, places: readonly Place[], forms: readonly [Form, Form][]) {
  const entries = places.flatMap(([first, second]) =>
    forms.map(([form, otherForm]) => {
      const address = t.unique.address('twice');
      const addressed = Object.fromEntries(lists.map((list): [string, unknown[]] => [list, [t.unique.address(list)]]));
      addressed[first]?.push(form(address));
      addressed[second]?.push(otherForm(address));
      return [`${first} and ${second}: ${JSON.stringify([form(address), otherForm(address)])}`, addressed] as const;
    }),
  );
  return Object.fromEntries(entries);
}

/** Two addresses in two lists and in one. None if the target takes not even each alone: the grammar of addresses is open. */
async function together(t: Case, addresses: readonly string[]) {
  for (const address of addresses) {
    const alone = await t.api.sendEmail(t.email({ to: [address] }));
    if (alone.refused) {
      t.observe(`${address} is no address for the target`);
      return [];
    }
    await t.mustSucceed(alone, `a send to ${address}`);
  }
  const [first, second] = addresses;
  return [{ to: [first], cc: [second] }, { to: addresses }];
}

const rows = [
  sends({ 'EMAIL-RCPT-2': [400], 'EMAIL-RCPT-6': [undefined, '10015'] }, 'an address in two lists is refused', {
    twin: distinct(),
    async changes(t) {
      const [real] = Object.values(twice(t, [['to', 'bcc']], [[asString, asString]]));
      return { ...twice(t, across, await formsOf(t)), 'outside the sandbox': { ...real, real: true } };
    },
  }),
  sends({ 'EMAIL-RCPT-3': [400], 'EMAIL-RCPT-6': [undefined, '10015'] }, 'letter case makes no other address', {
    twin: distinct(...spellings),
    async changes(t) {
      const knowsObjects = await isKnown(t, 'address object');
      const forms = spellings.flatMap((respell): [Form, Form][] => [
        [asString, respell],
        [respell, asString],
        ...(knowsObjects ? [[asNamed, (address) => asObject(respell(address))] as [Form, Form]] : []),
      ]);
      return twice(t, everywhere, forms);
    },
  }),
  sends({ 'EMAIL-RCPT-4': [400], 'EMAIL-RCPT-6': [undefined, '10015'] }, 'an address twice in one list is refused', {
    twin: distinct(),
    changes: async (t) => twice(t, within, await formsOf(t)),
  }),
  sends({ 'EMAIL-RCPT-5': [400] }, 'white space of any kind around an address does not count', {
    twin: distinct(),
    accepted: ({ unique }) => spaced.map((form) => ({ to: [form(unique.address())] })),
    async changes(t) {
      const umlauts = umlaut(t.unique.address());
      const takesUmlauts = (await t.api.sendEmail(t.email({ to: [umlauts] }))).accepted;
      const inCapitals: [Form, Form] = [asString, (address) => ` ${address.toUpperCase()} `];
      const ofUmlauts: [Form, Form] = [(address) => umlaut(address).toLowerCase(), umlaut];
      return {
        ...twice(
          t,
          everywhere,
          spaced.map((form): [Form, Form] => [asString, form]),
        ),
        ...twice(t, [['to', 'cc']], takesUmlauts ? [inCapitals, ofUmlauts] : [inCapitals]),
      };
    },
  }),
  sends({ 'EMAIL-RCPT-5': [] }, 'plus tags, dots and IDN spellings make addresses different', {
    twin: distinct(),
    async accepted(t) {
      const domain = t.target.email.recipientDomain;
      const [local = ''] = t.unique.address('a.b').split('@');
      const similar = [`${local}+news`, local.replace('.', ''), local.replaceAll('-', '_')].map((name) => [
        local,
        name,
      ]);
      const pairs = [...similar, [`${local}+one`, `${local}+two`]].map((names) =>
        names.map((name) => `${name}@${domain}`),
      );
      const inTwoScripts = [`${local}@münchen.${domain}`, `${local}@xn--mnchen-3ya.${domain}`];
      return (await Promise.all([...pairs, inTwoScripts].map((pair) => together(t, pair)))).flat();
    },
  }),
  sends({ 'EMAIL-RCPT-10': [400] }, 'letters beyond ASCII are compared by Unicode case folding', {
    twin: distinct(),
    async changes(t) {
      // The capital sigma and its two small letters, and the sharp s.
      const spellings = ['ΟΔΟΣ οδοσ', 'οδος οδοσ', 'straße STRASSE'].map((pair) => pair.split(' '));
      const bodies = spellings.map((pair) => {
        const [tag] = t.unique.address().split('@');
        return together(
          t,
          pair.map((spelling) => `${tag}.${spelling}@${t.target.email.recipientDomain}`),
        );
      });
      const accepted = (await Promise.all(bodies)).flat();
      return accepted.length > 0 ? accepted : t.notApplicable('the target takes no addresses beyond ASCII');
    },
  }),
  sends({ 'EMAIL-RCPT-7': [] }, 'an entry is an address string or an object with email and name', {
    twin: async (t) => ({ to: [((await isKnown(t, 'address string')) ? asString : asObject)(t.unique.address())] }),
    accepted: ({ unique }) =>
      lists.flatMap((list) =>
        [asObject, asNamed].map((form) => ({ [list]: [form(unique.address()), unique.address()] })),
      ),
    changes({ unique }) {
      const address = unique.address();
      const wrong = [7, {}, { name: 'Ada' }, { address }, { email: 7 }, [address], 'nobody', '@', ''];
      return lists.flatMap((list) => wrong.map((entry) => ({ [list]: [unique.address(), entry] })));
    },
  }),
  sends({ 'EMAIL-RCPT-8': [422] }, 'a name with an address in angle brackets is no address: 422', {
    twin: (t) => ({ cc: [t.unique.address()], bcc: [t.unique.address()] }),
    changes(t) {
      const texts = [`Ada <${t.unique.address()}>`, `"Ada, B." <${t.unique.address()}>`, `<${t.unique.address()}>`];
      const bodies = texts.flatMap((text) => [...lists.map((list) => ({ [list]: [text] })), { reply_to: text }]);
      return [...bodies, { to: [{ email: texts[0] }] }, { from: `Ada <${t.target.email.from}>` }];
    },
  }),
  sends({ 'EMAIL-RCPT-9': [422] }, 'a send with no recipient in to is refused with 422', {
    twin: (t) => ({ cc: [t.unique.address()] }),
    changes: (_, { cc }) => [undefined, []].flatMap((to) => [{ to }, { to, cc }, { to, bcc: cc }]),
  }),
];

for (const row of rows) test(...row);

test(
  ...rule('ERR-11', 'a wrong second recipient is named by its place', { needs: ['send'] }, async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email()));
    await t.each(lists, String, async (list) => {
      const answer = await t.api.sendEmail(t.email({ [list]: [t.unique.address(), 'nobody'] }));
      if (!answer.refused) t.notApplicable('it was not refused, see EMAIL-RCPT-7');
      expect(answer).toBlame('pointer', `/${list}/1`, `/${list}/1/email`, `/${list}`);
    });
  }),
);
