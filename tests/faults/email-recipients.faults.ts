import { domainToASCII } from 'node:url';
import { type Fault, faultOf } from './fault.ts';
import { addressOf, refuseSends, refuseWith, refuseWithCode, rewriteMail, rewriteSends } from './sends.ts';

type List = 'to' | 'cc' | 'bcc';
type Entry = string | { email: string; name?: string };
type Lists = Partial<Record<List, Entry[]>>;
/** True if a service misses that the second address is the first once more. */
type Misses = (first: Entry, second: Entry) => boolean;

const lists: readonly List[] = ['to', 'cc', 'bcc'];
const lower = (entry: Entry) => addressOf(entry).toLowerCase();
const trimmed = (entry: Entry) => lower(entry).trim();
/** As the contract compares addresses, but for rare letters. */
const foldedOnce = (entry: Entry) => trimmed(entry).toUpperCase();
const inUpperLetters = (entry: Entry) =>
  [...addressOf(entry).trim()]
    .map((letter) => (letter.toUpperCase().length === 1 ? letter.toUpperCase() : letter))
    .join('');
const inAscii = (entry: Entry) =>
  addressOf(entry)
    .trim()
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const [local, _domain] = [0, 1].map((part) => (entry: Entry) => addressOf(entry).split('@')[part]);

/** A service that takes different addresses for the same. */
const refuseEqual = faultOf((normal: (entry: Entry) => string) =>
  refuseSends.serve((body: Lists) => {
    const addresses = entriesOf(body).map(normal);
    return new Set(addresses).size < addresses.length;
  }, 400),
);

/** A service that misses some duplicates: they are taken out before it looks. */
const missing = faultOf((misses: Misses, where: 'anywhere' | 'within' = 'anywhere', only?: List) =>
  rewriteSends.serve((body: Lists) => {
    const seen: { entry: Entry; list: List }[] = [];
    for (const list of lists) {
      if (!Array.isArray(body[list])) continue;
      body[list] = body[list].filter((entry) => {
        const same = seen.filter((one) => foldedOnce(one.entry) === foldedOnce(entry));
        const missed = same.some(
          (one) => (where === 'anywhere' || one.list === list) && (!only || list === only) && misses(one.entry, entry),
        );
        if (!missed) seen.push({ entry, list });
        return !missed;
      });
    }
  }),
);

const across = faultOf((first: List, second: List) =>
  rewriteSends.serve((body: Lists) => {
    const known = (body[first] ?? []).map(trimmed);
    if (Array.isArray(body[second])) body[second] = body[second].filter((entry) => !known.includes(trimmed(entry)));
  }),
);

const keepEntries = faultOf((keep: (entry: unknown) => boolean) =>
  rewriteSends.serve((body: Lists) => {
    for (const list of lists) if (Array.isArray(body[list])) body[list] = body[list].filter(keep);
  }),
);

/** Faults of recipients and of their uniqueness. */
export const faults: readonly Fault[] = [
  rewriteMail('EMAIL-RCPT-1', 'blind copies are not delivered', (body) => void delete body.bcc),
  rewriteMail('EMAIL-RCPT-1', 'copies are not delivered', (body) => void delete body.cc),
  rewriteMail('EMAIL-RCPT-1', 'only the first of to gets the mail', (body) => Object.assign(body.to, { length: 1 })),
  rewriteMail('EMAIL-RCPT-1', 'recipients given as objects get no copy', (body) =>
    Object.assign(body, { cc: body.cc?.filter((entry: Entry) => typeof entry === 'string') }),
  ),
  ...(
    [
      ['to', 'cc'],
      ['to', 'bcc'],
      ['cc', 'bcc'],
    ] as const
  ).map(([first, second]) =>
    across(['EMAIL-RCPT-2', 'EMAIL-RCPT-6'], `an address in ${first} and ${second} is accepted`, first, second),
  ),
  refuseWith('EMAIL-RCPT-2', 'an address in two lists is answered with 422', 422, hasDuplicates),
  missing('EMAIL-RCPT-2', 'addresses in objects are not compared', (first, second) => [first, second].some(isObject)),
  missing('EMAIL-RCPT-2', 'objects are compared as a whole, names included', (first, second) => {
    return JSON.stringify(first) !== JSON.stringify(second);
  }),
  missing(
    ['EMAIL-RCPT-3', 'EMAIL-RCPT-6'],
    'letter case makes addresses different',
    (a, b) => addressOf(a) !== addressOf(b),
  ),
  missing(['EMAIL-RCPT-3', 'EMAIL-RCPT-6'], 'letter case counts before the @', (a, b) => local?.(a) !== local?.(b)),
  missing(
    ['EMAIL-RCPT-3', 'EMAIL-RCPT-6'],
    'letter case counts within one list',
    (a, b) => addressOf(a) !== addressOf(b),
    'within',
  ),
  missing('EMAIL-RCPT-3', 'letter case counts in objects', (a, b) => isObject(b) && addressOf(a) !== addressOf(b)),
  refuseWith('EMAIL-RCPT-3', 'a duplicate in other letter case is answered with 422', 422, (body) => {
    const addresses = entriesOf(body);
    return hasDuplicates(body) && new Set(addresses.map(addressOf)).size === addresses.length;
  }),
  ...lists.map((list) =>
    missing(['EMAIL-RCPT-4', 'EMAIL-RCPT-6'], `an address twice in ${list} is accepted`, () => true, 'within', list),
  ),
  missing(
    ['EMAIL-RCPT-4', 'EMAIL-RCPT-6'],
    'an object twice in one list is accepted',
    (a, b) => isObject(a) && isObject(b),
    'within',
  ),
  refuseWith('EMAIL-RCPT-4', 'an address twice in one list is answered with 422', 422, (body: Lists) => {
    return lists.some((list) => hasDuplicates({ [list]: body[list] ?? [] }));
  }),
  refuseEqual('EMAIL-RCPT-5', 'plus tags are cut off', (entry) => lower(entry).replace(/\+[^@]*/, '')),
  refuseEqual('EMAIL-RCPT-5', 'dots before the @ do not count', (entry) => {
    return lower(entry).replace(/^[^@]+/, (name) => name.replaceAll('.', ''));
  }),
  refuseEqual('EMAIL-RCPT-5', 'the two spellings of an IDN are the same', (entry) => {
    return lower(entry).replace(/@.+/, (at) => `@${domainToASCII(at.slice(1))}`);
  }),
  missing('EMAIL-RCPT-5', 'white space makes addresses different', (a, b) => lower(a) !== lower(b)),
  refuseSends('EMAIL-RCPT-5', 'white space is refused', (body) => entriesOf(body).some((e) => trimmed(e) !== lower(e))),
  refuseWithCode('EMAIL-RCPT-6', 'the code of duplicates is another', '10026', hasDuplicates),
  refuseWithCode('EMAIL-RCPT-6', 'the code of duplicates in one list is another', '10026', (body: Lists) => {
    return lists.some((list) => hasDuplicates({ [list]: body[list] ?? [] }));
  }),
  ...lists.map((list) =>
    refuseSends('EMAIL-RCPT-7', `objects in ${list} are refused`, (body) => body[list]?.some?.(isObject)),
  ),
  refuseSends('EMAIL-RCPT-7', 'an object with a name is refused', (body) => {
    return entriesOf(body).some((entry) => isObject(entry) && 'name' in entry);
  }),
  keepEntries(
    'EMAIL-RCPT-7',
    'what is no address is left out',
    (entry) => typeof entry !== 'string' || /.@./.test(entry),
  ),
  keepEntries(
    'EMAIL-RCPT-7',
    'an object without an address is left out',
    (entry) => !isObject(entry) || 'email' in entry,
  ),
  rewriteSends('EMAIL-RCPT-8', 'a name before the address is accepted', (body) => bare(body, lists)),
  refuseWith('EMAIL-RCPT-8', 'a name before the address is answered with 400', 400, (body) => {
    return /<[^<>]+@[^<>]+>/.test(JSON.stringify(body));
  }),
  rewriteSends('EMAIL-RCPT-8', 'a name before the sender is accepted', (body) => {
    if (typeof body.from === 'string') body.from = bareAddress(body.from);
  }),
  rewriteSends('EMAIL-RCPT-9', 'a copy is enough', (body) => {
    if (!body.to?.length && body.cc) [body.to, body.cc] = [body.cc, []];
  }),
  rewriteSends('EMAIL-RCPT-9', 'an empty to is accepted', (body) => {
    if (body.to?.length === 0) body.to = ['nobody@example.com'];
  }),
  refuseWith('EMAIL-RCPT-9', 'no recipient is answered with 400', 400, ({ to }) => !to?.length),
  rewriteMail('EMAIL-RCPT-2', 'outside the sandbox an address may be in two lists', (body: Lists) => {
    const known = new Set((body.to ?? []).map(trimmed));
    if (body.bcc) body.bcc = body.bcc.filter((entry) => !known.has(trimmed(entry)));
  }),
  missing(
    ['EMAIL-RCPT-5', 'EMAIL-RCPT-10'],
    'only the letters of ASCII are compared without their case',
    (a, b) => inAscii(a) !== inAscii(b),
  ),
  missing('EMAIL-RCPT-10', 'the lower case of addresses is compared', (a, b) => trimmed(a) !== trimmed(b)),
  missing(
    'EMAIL-RCPT-10',
    'the upper case of single letters is compared',
    (a, b) => inUpperLetters(a) !== inUpperLetters(b),
  ),
  refuseWith(
    'EMAIL-RCPT-10',
    'addresses that case folding makes equal are answered with 422',
    422,
    (body: Lists) => hasDuplicates(body) && !hasDuplicates(body, trimmed),
  ),
];

function isObject(entry: unknown): entry is object {
  return typeof entry === 'object' && entry !== null;
}

function entriesOf(body: Lists): Entry[] {
  return lists.flatMap((list) => (Array.isArray(body[list]) ? body[list] : []));
}

function hasDuplicates(body: Lists, normal = foldedOnce): boolean {
  const addresses = entriesOf(body).map(normal);
  return new Set(addresses).size < addresses.length;
}

function bareAddress(text: string): string {
  return /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text;
}

function bare(body: Lists, which: readonly List[]): void {
  for (const list of which) {
    body[list] = body[list]?.map?.((entry) => (typeof entry === 'string' ? bareAddress(entry) : entry)) ?? [];
    if (body[list].length === 0) delete body[list];
  }
}
