import { ChangeList, type Diff, type Found } from '../change.ts';
import { type RuleId, ruleOf, type Words } from '../rules.ts';
import type { Delta } from '../schema/delta.ts';
import { append, type Located } from '../source.ts';
import { type Kind, unjudgedChanges, unjudgedIn } from '../vocabulary.ts';
import type { Element, Group, Operation } from './element.ts';
import { compareSecurity, schemesOf } from './security.ts';

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
