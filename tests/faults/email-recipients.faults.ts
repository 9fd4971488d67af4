import { domainToASCII } from 'node:url';
import { type Fault, fault } from './fault.ts';
import { addressOf, refuseSends, refuseWith, refuseWithCode, rewriteMail, rewriteSends } from './sends.ts';

type List = 'to' | 'cc' | 'bcc';
type Entry = string | { email: string; name?: string };
type Lists = Partial<Record<List, Entry[]>>;
/** Whether a service misses that the second address is the first once more. */
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
const [local, domain] = [0, 1].map((part) => (entry: Entry) => addressOf(entry).split('@')[part]);

/** Faults of recipients and of their uniqueness. */
export const faults: readonly Fault[] = [
  fault(
    'EMAIL-RCPT-1',
    'blind copies are not delivered',
    rewriteMail((body) => void delete body.bcc),
  ),
  fault(
    'EMAIL-RCPT-1',
    'copies are not delivered',
    rewriteMail((body) => void delete body.cc),
  ),
  fault(
    'EMAIL-RCPT-1',
    'only the first of to gets the mail',
    rewriteMail((body) => {
      body.to.length = 1;
    }),
  ),
  fault(
    'EMAIL-RCPT-1',
    'several recipients in one list are refused',
    refuseSends(({ cc }) => cc?.length > 1),
  ),
  fault(
    'EMAIL-RCPT-1',
    'recipients given as objects get no copy',
    rewriteMail((body) => {
      body.cc = body.cc?.filter((entry: Entry) => typeof entry === 'string');
    }),
  ),
  ...(
    [
      ['to', 'cc'],
      ['to', 'bcc'],
      ['cc', 'bcc'],
    ] as const
  ).map(([first, second]) =>
    fault('EMAIL-RCPT-2', `an address in ${first} and ${second} is accepted`, across(first, second), ['EMAIL-RCPT-6']),
  ),
  fault('EMAIL-RCPT-2', 'an address in two lists is answered with 422', refuseWith(422, hasDuplicates)),
  fault('EMAIL-RCPT-2', 'an address in two lists is answered with 409', refuseWith(409, hasDuplicates)),
  fault(
    'EMAIL-RCPT-2',
    'addresses in objects are not compared',
    missing((first, second) => [first, second].some(isObject)),
  ),
  fault(
    'EMAIL-RCPT-2',
    'objects are compared as a whole, names included',
    missing((first, second) => {
      return JSON.stringify(first) !== JSON.stringify(second);
    }),
  ),
  fault(
    'EMAIL-RCPT-3',
    'letter case makes addresses different',
    missing((a, b) => addressOf(a) !== addressOf(b)),
    ['EMAIL-RCPT-6'],
  ),
  fault(
    'EMAIL-RCPT-3',
    'letter case counts in the domain',
    missing((a, b) => domain?.(a) !== domain?.(b)),
    ['EMAIL-RCPT-6'],
  ),
  fault(
    'EMAIL-RCPT-3',
    'letter case counts before the @',
    missing((a, b) => local?.(a) !== local?.(b)),
    ['EMAIL-RCPT-6'],
  ),
  fault(
    'EMAIL-RCPT-3',
    'letter case counts within one list',
    missing((a, b) => addressOf(a) !== addressOf(b), 'within'),
    ['EMAIL-RCPT-6'],
  ),
  fault(
    'EMAIL-RCPT-3',
    'letter case counts in objects',
    missing((a, b) => isObject(b) && addressOf(a) !== addressOf(b)),
  ),
  fault(
    'EMAIL-RCPT-3',
    'a duplicate in other letter case is answered with 422',
    refuseWith(422, (body) => {
      const all = entriesOf(body);
      return hasDuplicates(body) && new Set(all.map(addressOf)).size === all.length;
    }),
  ),
  ...lists.map((list) =>
    fault(
      'EMAIL-RCPT-4',
      `an address twice in ${list} is accepted`,
      missing(() => true, 'within', list),
      ['EMAIL-RCPT-6'],
    ),
  ),
  fault(
    'EMAIL-RCPT-4',
    'an object twice in one list is accepted',
    missing((a, b) => isObject(a) && isObject(b), 'within'),
    ['EMAIL-RCPT-6'],
  ),
  fault(
    'EMAIL-RCPT-4',
    'an address twice in one list is answered with 422',
    refuseWith(422, (body: Lists) => {
      return lists.some((list) => hasDuplicates({ [list]: body[list] ?? [] }));
    }),
  ),
  fault(
    'EMAIL-RCPT-5',
    'plus tags are cut off',
    refuseEqual((entry) => lower(entry).replace(/\+[^@]*/, '')),
  ),
  fault(
    'EMAIL-RCPT-5',
    'dots before the @ do not count',
    refuseEqual((entry) => {
      return lower(entry).replace(/^[^@]+/, (name) => name.replaceAll('.', ''));
    }),
  ),
  fault(
    'EMAIL-RCPT-5',
    'the two spellings of an IDN are the same',
    refuseEqual((entry) => {
      return lower(entry).replace(/@.+/, (at) => `@${domainToASCII(at.slice(1))}`);
    }),
  ),
  fault(
    'EMAIL-RCPT-5',
    'white space makes addresses different',
    missing((a, b) => lower(a) !== lower(b)),
  ),
  fault(
    'EMAIL-RCPT-5',
    'white space is refused',
    refuseSends((body) => entriesOf(body).some((e) => trimmed(e) !== lower(e))),
  ),
  fault('EMAIL-RCPT-6', 'the code of duplicates is another', refuseWithCode('10026', hasDuplicates)),
  fault(
    'EMAIL-RCPT-6',
    'the code of duplicates in one list is another',
    refuseWithCode('10026', (body: Lists) => {
      return lists.some((list) => hasDuplicates({ [list]: body[list] ?? [] }));
    }),
  ),
  ...lists.map((list) =>
    fault(
      'EMAIL-RCPT-7',
      `objects in ${list} are refused`,
      refuseSends((body) => body[list]?.some?.(isObject)),
    ),
  ),
  fault(
    'EMAIL-RCPT-7',
    'an object with a name is refused',
    refuseSends((body) => {
      return entriesOf(body).some((entry) => isObject(entry) && 'name' in entry);
    }),
  ),
  fault(
    'EMAIL-RCPT-7',
    'what is no address is left out',
    keepEntries((entry) => typeof entry !== 'string' || /.@./.test(entry)),
  ),
  fault(
    'EMAIL-RCPT-7',
    'an object without an address is left out',
    keepEntries((entry) => !isObject(entry) || 'email' in entry),
  ),
  fault(
    'EMAIL-RCPT-7',
    'numbers are left out',
    keepEntries((entry) => typeof entry !== 'number'),
  ),
  fault(
    'EMAIL-RCPT-8',
    'a name before the address is accepted',
    rewriteSends((body) => bare(body, lists)),
  ),
  fault(
    'EMAIL-RCPT-8',
    'a name before a blind copy is accepted',
    rewriteSends((body) => bare(body, ['bcc'])),
  ),
  fault(
    'EMAIL-RCPT-8',
    'a name before the address is answered with 400',
    refuseWith(400, (body) => {
      return /<[^<>]+@[^<>]+>/.test(JSON.stringify(body));
    }),
  ),
  fault(
    'EMAIL-RCPT-8',
    'a name before the sender is accepted',
    rewriteSends((body) => {
      if (typeof body.from === 'string') body.from = bareAddress(body.from);
    }),
  ),
  fault(
    'EMAIL-RCPT-9',
    'a copy is enough',
    rewriteSends((body) => {
      if (!body.to?.length && body.cc) [body.to, body.cc] = [body.cc, []];
    }),
  ),
  fault(
    'EMAIL-RCPT-9',
    'an empty to is accepted',
    rewriteSends((body) => {
      if (body.to?.length === 0) body.to = ['nobody@example.com'];
    }),
  ),
  fault(
    'EMAIL-RCPT-9',
    'no recipient is answered with 400',
    refuseWith(400, ({ to }) => !to?.length),
  ),
  fault(
    'EMAIL-RCPT-2',
    'outside the sandbox an address may stand in two lists',
    rewriteMail((body: Lists) => {
      const known = new Set((body.to ?? []).map(trimmed));
      if (body.bcc) body.bcc = body.bcc.filter((entry) => !known.has(trimmed(entry)));
    }),
  ),
  fault(
    'EMAIL-RCPT-5',
    'only the letters of ASCII are compared without their case',
    missing((a, b) => inAscii(a) !== inAscii(b)),
    ['EMAIL-RCPT-10'],
  ),
  fault(
    'EMAIL-RCPT-10',
    'the lower case of addresses is compared',
    missing((a, b) => trimmed(a) !== trimmed(b)),
  ),
  fault(
    'EMAIL-RCPT-10',
    'the upper case of single letters is compared',
    missing((a, b) => inUpperLetters(a) !== inUpperLetters(b)),
  ),
  fault(
    'EMAIL-RCPT-10',
    'addresses that case folding makes equal are answered with 422',
    refuseWith(422, (body: Lists) => hasDuplicates(body) && !hasDuplicates(body, trimmed)),
  ),
];

function isObject(entry: unknown): entry is object {
  return typeof entry === 'object' && entry !== null;
}

function entriesOf(body: Lists): Entry[] {
  return lists.flatMap((list) => (Array.isArray(body[list]) ? body[list] : []));
}

function hasDuplicates(body: Lists, normal = foldedOnce): boolean {
  const all = entriesOf(body).map(normal);
  return new Set(all).size < all.length;
}

/** A service that takes different addresses for the same. */
function refuseEqual(normal: (entry: Entry) => string) {
  return refuseSends((body: Lists) => {
    const all = entriesOf(body).map(normal);
    return new Set(all).size < all.length;
  }, 400);
}

/** A service that misses some duplicates: they are taken out before it looks. */
function missing(misses: Misses, where: 'anywhere' | 'within' = 'anywhere', only?: List) {
  return rewriteSends((body: Lists) => {
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
  });
}

function across(first: List, second: List) {
  return rewriteSends((body: Lists) => {
    const known = (body[first] ?? []).map(trimmed);
    if (Array.isArray(body[second])) body[second] = body[second].filter((entry) => !known.includes(trimmed(entry)));
  });
}

function keepEntries(keep: (entry: unknown) => boolean) {
  return rewriteSends((body: Lists) => {
    for (const list of lists) if (Array.isArray(body[list])) body[list] = body[list].filter(keep);
  });
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
