import { needKey } from '../../suite/api/idempotency.ts';
import { type Case, type Change, refusals, test } from '../../suite/rule.ts';

type Lines = [name: string, value: string][];

const keys = refusals({ send: (t, { body, headers }) => t.api.sendEmail(body, { headers: headers as Lines }) });

const lines = (name: string, ...values: string[]): Lines => values.map((value) => [name, value]);

/** The valid twin uses its key: a service that repairs a key would replay. */
const twin = async (t: Case) => {
  await needKey(t);
  return { body: t.email(), headers: lines(t.target.wire.idempotencyHeader, t.unique.key()) };
};

/** The same request with other lines of the key header. */
const variants = (of: (key: string, name: string, t: Case) => Record<string, Lines>) => (t: Case, twin: Change) => {
  const [[name, key]] = twin.headers as [[string, string]];
  return Object.fromEntries(Object.entries(of(key, name, t)).map(([label, headers]) => [label, { ...twin, headers }]));
};

const row = (id: `EMAIL-IDEM-${4 | 6}`, sentence: string, of: Parameters<typeof variants>[0]) =>
  keys({ [id]: [400, '10015'] }, sentence, { twin, changes: variants(of) });

const rows = [
  row('EMAIL-IDEM-4', 'two lines of the key header, equal or different, are refused', (key, name, t) => ({
    'twice the same': lines(name, key, key),
    'two different ones': lines(name, key, t.unique.key()),
    'in two spellings of the name': [...lines(name.toLowerCase(), key), ...lines(name.toUpperCase(), key)],
    'the second one empty': lines(name, key, ''),
    'three lines': lines(name, t.unique.key(), key, key),
  })),
  row('EMAIL-IDEM-6', 'a malformed key is refused, with the wrong character anywhere', (key, name) => {
    const inTheMiddle = [...'.,:;/+=@!*~%&\'"`()[]{}<>|\\^#$? \t\u00e9', ', '];
    const malformed = [
      ...[`"${key}"`, `'${key}'`, `.${key}`, `${key}.`, `"${key}`, `{${key}}`, `${key},`, `${key}\u00df`],
      ...inTheMiddle.map((character) => `${key.slice(0, 4)}${character}${key.slice(4)}`),
    ];
    return Object.fromEntries(malformed.map((value) => [value, lines(name, value)]));
  }),
];

for (const each of rows) test(...each);
