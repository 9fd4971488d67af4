import { domainToASCII } from 'node:url';
import { declareFaults, type Fault, refusal } from './fault.ts';
import { answerSends, getAddress, mailsRefused, refuseAs, refuseSends, rewriteMail, rewriteSends } from './sends.ts';

type List = 'to' | 'cc' | 'bcc';
type Entry = string | { email: string; name?: string };
type Lists = Partial<Record<List, Entry[]>>;
/** True if a service misses that the second address is the first once more. */
type Misses = (first: Entry, second: Entry) => boolean;

const lists: readonly List[] = ['to', 'cc', 'bcc'];
const isObject = (entry: unknown): entry is object => typeof entry === 'object' && entry !== null;
const lower = (entry: Entry) => getAddress(entry).toLowerCase();
const trimmed = (entry: Entry) => lower(entry).trim();
/** As the contract compares addresses, except for rare letters. */
const foldedOnce = (entry: Entry) => trimmed(entry).toUpperCase();
/** The address with each letter changed by itself. */
const byLetter = (change: (letter: string) => string) => (entry: Entry) =>
  [...getAddress(entry).trim()].map(change).join('');
const inAscii = byLetter((letter) => (/[A-Z]/.test(letter) ? letter.toLowerCase() : letter));
const inUpperLetters = byLetter((letter) => (letter.toUpperCase().length === 1 ? letter.toUpperCase() : letter));
/** Misses addresses that differ in a form. */
const differsIn =
  (form: (entry: Entry) => unknown): Misses =>
  (first, second) =>
    form(first) !== form(second);

const entriesOf = (body: Lists) => lists.flatMap((list) => (Array.isArray(body[list]) ? body[list] : []));

function hasDuplicates(body: Lists, normal = foldedOnce): boolean {
  const addresses = entriesOf(body).map(normal);
  return new Set(addresses).size < addresses.length;
}

const isTwiceInOne = (body: Lists) => lists.some((list) => hasDuplicates({ [list]: body[list] ?? [] }));
const bareAddress = (text: string) => /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text;
const bare = (entry: unknown) => (typeof entry === 'string' ? bareAddress(entry) : entry);
const inLists = (change: (entry: Entry) => unknown) => Object.fromEntries(lists.map((list) => [`${list}.*`, change]));

/** Takes different addresses for the same. */
const refuseEqual = (title: string, normal: (entry: Entry) => string) =>
  answerSends('EMAIL-RCPT-5', title, refusal(400, '10015'), (body) => hasDuplicates(body, normal));

/** Misses some duplicates: they are taken out before the service looks. */
const missing = declareFaults((misses: Misses, where: 'anywhere' | 'within' = 'anywhere', only?: List) =>
  rewriteSends.serve((body: Lists) => {
    const seen: { entry: Entry; list: List }[] = [];
    for (const list of lists) {
      if (!Array.isArray(body[list])) continue;
      body[list] = body[list].filter((entry) => {
        const isMissed = seen.some(
          (before) =>
            foldedOnce(before.entry) === foldedOnce(entry) &&
            (where === 'anywhere' || before.list === list) &&
            (!only || list === only) &&
            misses(before.entry, entry),
        );
        if (!isMissed) seen.push({ entry, list });
        return !isMissed;
      });
    }
  }),
);

/** Leaves out the entries of the lists that do not pass a test. */
const keepEntries = (title: string, keep: (entry: unknown) => boolean) =>
  rewriteSends(
    'EMAIL-RCPT-7',
    title,
    Object.fromEntries(
      lists.map((list) => [list, (entries: Entry[]) => (Array.isArray(entries) ? entries.filter(keep) : entries)]),
    ),
  );

const pairs: readonly [List, List][] = [
  ['to', 'cc'],
  ['to', 'bcc'],
  ['cc', 'bcc'],
];

/** Leaves out of a list the addresses of another one. */
const without = (list: List) => (entries: Entry[], body: Lists) => {
  const known = (body[list] ?? []).map(trimmed);
  return Array.isArray(entries) ? entries.filter((entry) => !known.includes(trimmed(entry))) : entries;
};

/** Faults of recipients and of their uniqueness. */
export const faults: readonly Fault[] = [
  rewriteMail('EMAIL-RCPT-1', 'blind copies are not delivered', { bcc: undefined }),
  rewriteMail('EMAIL-RCPT-1', 'copies are not delivered', { cc: undefined }),
  rewriteMail('EMAIL-RCPT-1', 'only the first of to gets the mail', { to: (to) => to.slice(0, 1) }),
  rewriteMail('EMAIL-RCPT-1', 'recipients given as objects get no copy', {
    cc: (cc) => cc.filter((entry: Entry) => typeof entry === 'string'),
  }),
  ...pairs.map(([first, second]) =>
    rewriteSends(['EMAIL-RCPT-2', 'EMAIL-RCPT-6'], `an address in ${first} and ${second} is accepted`, {
      [second]: without(first),
    }),
  ),
  rewriteMail('EMAIL-RCPT-2', 'outside the sandbox an address may be in two lists', { bcc: without('to') }),
  mailsRefused('EMAIL-RCPT-2', 'a refused send with an address in two lists is mailed all the same', (body) => {
    return hasDuplicates(body) && { cc: [], bcc: [] };
  }),
  refuseAs('EMAIL-RCPT-2', 'an address in two lists is answered with 422', 422, hasDuplicates),
  missing('EMAIL-RCPT-2', 'addresses in objects are not compared', (first, second) => [first, second].some(isObject)),
  missing('EMAIL-RCPT-2', 'objects are compared as a whole, names included', differsIn(JSON.stringify)),
  missing(['EMAIL-RCPT-3', 'EMAIL-RCPT-6'], 'letter case makes addresses different', differsIn(getAddress)),
  missing(
    ['EMAIL-RCPT-3', 'EMAIL-RCPT-6'],
    'letter case counts before the @',
    differsIn((entry) => getAddress(entry).split('@')[0]),
  ),
  missing(['EMAIL-RCPT-3', 'EMAIL-RCPT-6'], 'letter case counts within one list', differsIn(getAddress), 'within'),
  missing('EMAIL-RCPT-3', 'letter case counts in objects', (first, second) => {
    return isObject(second) && getAddress(first) !== getAddress(second);
  }),
  refuseAs('EMAIL-RCPT-3', 'a duplicate in other letter case is answered with 422', 422, (body) => {
    return hasDuplicates(body) && !hasDuplicates(body, getAddress);
  }),
  ...lists.map((list) =>
    missing(['EMAIL-RCPT-4', 'EMAIL-RCPT-6'], `an address twice in ${list} is accepted`, () => true, 'within', list),
  ),
  missing(
    ['EMAIL-RCPT-4', 'EMAIL-RCPT-6'],
    'an object twice in one list is accepted',
    (first, second) => isObject(first) && isObject(second),
    'within',
  ),
  refuseAs('EMAIL-RCPT-4', 'an address twice in one list is answered with 422', 422, isTwiceInOne),
  refuseEqual('plus tags are cut off', (entry) => lower(entry).replace(/\+[^@]*/, '')),
  refuseEqual('dots before the @ do not count', (entry) =>
    lower(entry).replace(/^[^@]+/, (name) => name.replaceAll('.', '')),
  ),
  refuseEqual('the two spellings of an IDN are the same', (entry) =>
    lower(entry).replace(/@.+/, (at) => `@${domainToASCII(at.slice(1))}`),
  ),
  missing('EMAIL-RCPT-5', 'white space makes addresses different', differsIn(lower)),
  refuseSends('EMAIL-RCPT-5', 'white space is refused', (body) => {
    return entriesOf(body).some((entry) => trimmed(entry) !== lower(entry));
  }),
  missing(
    ['EMAIL-RCPT-5', 'EMAIL-RCPT-10'],
    'only the letters of ASCII are compared without their case',
    differsIn(inAscii),
  ),
  refuseAs('EMAIL-RCPT-6', 'the code of duplicates is another', '10026', hasDuplicates),
  refuseAs('EMAIL-RCPT-6', 'the code of duplicates in one list is another', '10026', isTwiceInOne),
  ...lists.map((list) =>
    refuseSends('EMAIL-RCPT-7', `objects in ${list} are refused`, (body) => body[list]?.some?.(isObject)),
  ),
  refuseSends('EMAIL-RCPT-7', 'an object with a name is refused', (body) =>
    entriesOf(body).some((entry) => isObject(entry) && 'name' in entry),
  ),
  keepEntries('invalid addresses are left out', (entry) => typeof entry !== 'string' || /.@./.test(entry)),
  keepEntries('an object without an address is left out', (entry) => !isObject(entry) || 'email' in entry),
  rewriteSends('EMAIL-RCPT-8', 'a name before the address is accepted', inLists(bare)),
  refuseAs('EMAIL-RCPT-8', 'a name before the address is answered with 400', 400, (body) =>
    /<[^<>]+@[^<>]+>/.test(JSON.stringify(body)),
  ),
  rewriteSends('EMAIL-RCPT-8', 'a name before the sender is accepted', { from: bare }),
  rewriteSends('EMAIL-RCPT-9', 'a copy is enough', (body) => {
    if (!body.to?.length && body.cc) [body.to, body.cc] = [body.cc, []];
  }),
  rewriteSends('EMAIL-RCPT-9', 'an empty to is accepted', {
    to: (to) => (to.length === 0 ? ['nobody@example.com'] : to),
  }),
  refuseAs('EMAIL-RCPT-9', 'no recipient is answered with 400', 400, ({ to }) => !to?.length),
  missing('EMAIL-RCPT-10', 'the lower case of addresses is compared', differsIn(trimmed)),
  missing('EMAIL-RCPT-10', 'the upper case of single letters is compared', differsIn(inUpperLetters)),
  refuseAs(
    'EMAIL-RCPT-10',
    'addresses that case folding makes equal are answered with 422',
    422,
    (body) => hasDuplicates(body) && !hasDuplicates(body, trimmed),
  ),
];
