import { ChangeList, type Diff, type Found } from '../change.ts';
import { type RuleId, ruleOf, type Words } from '../rules.ts';
import type { Delta } from '../schema/delta.ts';
import { append, canonical, child, entries, items, type Located, listOf, objectOf, type Source } from '../source.ts';
import { type Kind, unjudgedChanges, unjudgedIn } from '../vocabulary.ts';
import type { Element, Group, Operation } from './element.ts';

export function compareGroups(diff: Diff, before: Group, now: Group, holder?: Operation): void {
  for (const [key, element] of before.elements) {
    const operation = isOperation(element) ? element : holder;
    const exact = now.elements.get(key);
    const successor = exact ?? coverOf(now, key, element);
    if (!successor) reportRemoved(diff, key, element, now, operation);
    else {
      if (!exact && element.family === 'response-status') {
        const places = { pointer: successor.place.at, basePointer: element.place.at };
        report(diff, operation, 'response-status-respelt', element, places, { to: `\`${successor.name}\`` });
      }
      compareElements(diff, element, successor, operation);
    }
  }
  for (const [key, element] of now.elements)
    if (!before.elements.has(key)) reportAdded(diff, key, element, before, holder);
}

function isOperation(element: Element): element is Operation {
  return element.family === 'operation';
}

const isError = (status: string) => /^[45]/.test(status);

/** The answer of the other edition that covers a status: its range, and `default` for errors. */
function coverOf({ elements }: Group, status: string, { family }: Element, isNew = false): Element | undefined {
  if (family !== 'response-status') return undefined;
  return elements.get(`${status[0]}XX`) ?? (isError(status) && !isNew ? elements.get('default') : undefined);
}

function reportRemoved(diff: Diff, key: string, element: Element, now: Group, operation?: Operation): void {
  const { family, name, place } = element;
  const isLast = family === 'response-media-type' && now.elements.size === 0;
  const rule = isLast ? 'response-content-removed' : `${family}-removed`;
  const pointer = isOperation(element) ? append(now.at, element.path, element.method) : append(now.at, key);
  report(diff, operation, rule, element, { pointer, basePointer: place.at }, { from: `\`${name}\`` });
}

/** A new error is safe when clients read it like the errors that `default` documents. */
function reportAdded(diff: Diff, key: string, element: Element, before: Group, operation?: Operation): void {
  const { family, required, name, place, groups } = element;
  const add = (rule: string) => report(diff, operation, rule, element, { pointer: place.at }, { to: `\`${name}\`` });
  const covering = coverOf(before, key, element, true);
  const isStatus = family === 'response-status';
  if (covering) compareElements(diff, covering, element, operation);
  else if (!isStatus) add(`${family}${required && family !== 'response-header' ? '-required' : ''}-added`);
  if (covering || !isStatus) return;
  const [known, found] = [before.elements.get('default')?.groups?.content, groups?.content];
  const trial = new ChangeList();
  if (known && found && found.elements.size > 0) compareGroups({ ...diff, changes: trial }, known, found, operation);
  if (known && found && trial.isBreaking() && isError(key)) compareGroups(diff, known, found, operation);
  else add(/^[23]/.test(key) || trial.isBreaking() ? 'response-status-added' : 'response-error-status-added');
}

/** The rules of keywords with a text that clients or their generated code depend on; parameters and headers have a style. */
const textRules = {
  operationId: 'operation-id-changed',
  tags: 'tags-changed',
  name: 'path-parameter-renamed',
  bearerFormat: 'security-token-format-changed',
  style: 'serialization-changed',
} as const;

/** Compares the keywords of two elements, their schemas, and the elements that they hold. */
function compareElements(diff: Diff, before: Element, now: Element, operation?: Operation): void {
  const { family, kind, words, texts = {}, groups = {} } = before;
  const add = (rule: string, keyword: string, changed?: Words) => {
    const places = { pointer: `${now.place.at}/${keyword}`, basePointer: `${before.place.at}/${keyword}` };
    report(diff, operation, rule, before, places, changed);
  };
  if (before.required !== now.required) add(`${family}-became-${now.required ? 'required' : 'optional'}`, 'required');
  if (now.deprecated && !before.deprecated) add(`${family}-deprecated`, 'deprecated');
  if (isOperation(before) && before.deprecated && !now.deprecated) add('operation-no-longer-deprecated', 'deprecated');
  for (const [keyword, rule] of Object.entries(textRules) as [keyof typeof textRules, string][]) {
    const [from, to = 'none'] = [texts[keyword], now.texts?.[keyword]];
    if (from !== undefined && from !== to) add(keyword === 'style' ? `${family}-${rule}` : rule, keyword, { from, to });
  }
  compareSchemas(diff, before, now, operation);
  compareUnjudged(diff, kind, [before.place, now.place], words, operation);
  if (isOperation(before) && isOperation(now)) {
    compareUnjudged(diff, 'pathItem', [before.pathItem, now.pathItem], words, operation);
    compareSecurity(diff, before, now);
  }
  for (const [name, group] of Object.entries(groups)) {
    const successor = now.groups?.[name];
    if (successor) compareGroups(diff, group, successor, operation);
  }
}

function compareSchemas(diff: Diff, before: Element, now: Element, operation?: Operation): void {
  const { family, flow, schema } = before;
  if (!flow || !schema || !now.schema) return;
  const isText = family === 'request-parameter' && diff.request.takesTexts(schema, now.schema);
  for (const found of diff[flow].compare(schema, now.schema)) {
    const isType = found.path.length === 0 && /^type-(changed|narrowed)$/.test(found.rule);
    const delta: Delta = isText && isType ? { ...found, rule: 'text-type-changed' } : found;
    const { rule, at, baseAt, from, to } = delta;
    const subject = subjectOf(before, delta);
    const places = { pointer: at || now.place.at, basePointer: baseAt === '' ? before.place.at : baseAt };
    const words = {
      subject: rule === 'not-judged' ? `\`${to}\` of ${subject}` : subject,
      ...(from && { from }),
      ...(to && { to }),
    };
    report(diff, operation, ruleOf(rule, flow), before, places, words, { successor: now, delta });
  }
}

/** A value by its way in the element: `to[].email` of the body. */
function subjectOf(element: Element, { path }: Delta): string {
  const way = path.map((step) => (step === '*' ? '.*' : step)).join('');
  if (way === '') return element.words;
  if (element.texts?.style !== undefined && way.startsWith('[]')) return `an item of ${element.words}`;
  return `\`${way.replace(/^\./, '')}\` of ${element.words}`;
}

/** Compares the keywords of security schemes with equal demands. */
export function compareSchemes(diff: Diff): void {
  const [known, found] = schemesOf(diff);
  for (const scheme of known) {
    const successor = found.find(({ demand }) => demand === scheme.demand);
    if (successor) compareElements(diff, scheme, successor);
  }
}

/** Keywords outside the vocabulary that offer more to clients. */
const offers = ['webhooks', 'callbacks', 'links'];

/** Reports the keywords outside the vocabulary that two objects do not have in common. */
export function compareUnjudged(
  diff: Diff,
  kind: Kind,
  [before, now]: readonly [Located, Located],
  words: string,
  operation?: Operation,
): void {
  const found = [unjudgedIn(diff.base, kind, before), unjudgedIn(diff.revision, kind, now)] as const;
  for (const { keyword, at: pointer, baseAt: basePointer } of unjudgedChanges(...found, now.at)) {
    const subject = `\`${keyword}\` of ${words}`;
    const rule = basePointer === undefined && offers.includes(keyword) ? 'part-added' : 'not-judged';
    diff.changes.add(rule, { operation, pointer, basePointer, words: { subject } });
  }
}

/** Adds a change of an element, or a difference of its schema from that of its successor. */
function report(
  diff: Diff,
  operation: Operation | undefined,
  rule: string,
  element: Element,
  places: Pick<Found, 'pointer' | 'basePointer'>,
  words: Words = {},
  difference: Pick<Found, 'successor' | 'delta'> = {},
): void {
  const found = { operation, element, ...difference, ...places, words: { subject: element.words, ...words } };
  diff.changes.add(rule as RuleId, found);
}

/** A security scheme with the text of its demand on a request; its name does not count. */
interface Scheme extends Element {
  name: string;
  demand: string;
}

/** Schemes and scopes that a request needs at once; anonymous clients need none. */
interface Requirement {
  needs: readonly string[];
  words: string;
}

/** The schemes of both editions. Names tell them apart when an edition has several schemes with equal demands. */
function schemesOf({ base, revision }: Diff): [Scheme[], Scheme[]] {
  const read = (source: Source) => {
    const written = entries(child(source.root, 'components', 'securitySchemes'));
    return written.map(([name, scheme]) => schemeOf(name, source.follow(scheme)));
  };
  const [before, now] = [read(base), read(revision)];
  const isRepeated = (schemes: readonly Scheme[]) => new Set(schemes.map(({ demand }) => demand)).size < schemes.length;
  if (![before, now].some(isRepeated)) return [before, now];
  const named = (scheme: Scheme) => ({ ...scheme, demand: `${scheme.demand} (${scheme.name})` });
  return [before.map(named), now.map(named)];
}

function schemeOf(name: string, place: Located): Scheme {
  const { type, scheme, in: where, name: key, openIdConnectUrl, bearerFormat = 'none' } = objectOf(place.node);
  const about = {
    family: 'part',
    kind: 'securityScheme',
    name,
    place,
    texts: { bearerFormat: String(bearerFormat) },
  } as const;
  if (type === 'http')
    return { ...about, demand: `http ${String(scheme).toLowerCase()}`, words: `HTTP ${scheme} credentials` };
  if (type !== 'apiKey') return { ...about, demand: canonical([type, openIdConnectUrl]), words: `${type} credentials` };
  const demand = canonical([type, where, where === 'header' ? String(key).toLowerCase() : String(key)]);
  return { ...about, demand, words: `an API key in the ${where} \`${key}\`` };
}

/** Compares the ways to be admitted: each way of the base must still be enough. */
function compareSecurity(diff: Diff, base: Operation, revision: Operation): void {
  const [known, found] = schemesOf(diff);
  const [before, now] = [requirementsOf(base.security, known), requirementsOf(revision.security, found)];
  // Equal requirements differ in a scheme that they name.
  const isEqual = canonical(base.security.node) === canonical(revision.security.node);
  const differs = (scheme: Scheme) => known.some((was) => was.name === scheme.name && was.demand !== scheme.demand);
  const at = isEqual ? found.find(differs)?.place.at : undefined;
  const places = { operation: base, pointer: at ?? revision.security.at, basePointer: at ?? base.security.at };
  const textOf = (requirements: readonly Requirement[]) => requirements.map(({ words }) => words).join(' or ');
  const refused = before.filter((held) => !now.some((wanted) => isEnough(held, wanted)));
  for (const { needs, words: from } of refused) {
    const rule = needs.length === 0 ? 'security-added' : 'security-changed';
    diff.changes.add(rule, { ...places, words: { from, to: textOf(now) } });
  }
  const relaxed = now.filter((wanted) => !before.some((held) => isEnough(held, wanted) && isEnough(wanted, held)));
  if (refused.length > 0 || relaxed.length === 0) return;
  const rule = relaxed.some(({ needs }) => needs.length === 0) ? 'security-removed' : 'security-relaxed';
  diff.changes.add(rule, { ...places, words: { to: textOf(relaxed) } });
}

function requirementsOf(place: Located, schemes: readonly Scheme[]): Requirement[] {
  const requirements = items(place).map(({ node }): Requirement => {
    const demands = Object.entries(objectOf(node)).map(([name, written]) => {
      const { demand = name, words = name } = schemes.find((scheme) => scheme.name === name) ?? {};
      const scopes = listOf(written).map(String).sort();
      const suffix = scopes.length > 0 ? ` with the scope ${scopes.join(', ')}` : '';
      return { needs: [demand, ...scopes.map((scope) => `${demand} ${scope}`)], words: words + suffix };
    });
    const words = demands.map((demand) => demand.words).join(' and ') || 'nothing';
    return { needs: demands.flatMap(({ needs }) => needs), words };
  });
  return requirements.length > 0 ? requirements : [{ needs: [], words: 'nothing' }];
}

function isEnough(held: Requirement, wanted: Requirement): boolean {
  return wanted.needs.every((need) => held.needs.includes(need));
}
