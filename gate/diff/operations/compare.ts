import { ChangeList, type Found } from '../change.ts';
import { showDelta, showRequest } from '../example/message.ts';
import { type RuleId, ruleOf, type Words } from '../rules.ts';
import type { Delta } from '../schema/delta.ts';
import { append, type Located } from '../source.ts';
import { type Kind, unjudgedChanges, unjudgedIn } from '../vocabulary.ts';
import type { Diff, Element, Field, Group, Operation } from './element.ts';
import { compareSecurity, schemesOf } from './security.ts';

export function compareGroups(diff: Diff, before: Group, now: Group, holder?: Operation): void {
  for (const [key, element] of before.elements) {
    const operation = isOperation(element) ? element : holder;
    const exact = now.elements.get(key);
    const successor = exact ?? coverOf(now, key, element);
    if (!successor) reportRemoved(diff, key, element, now, operation);
    else {
      if (!exact && element.family === 'response-status') {
        const places = placesOf(element, successor);
        report(diff, operation, 'response-status-respelt', element, places, { to: `\`${successor.name}\`` });
      }
      compareElements(diff, element, successor, operation);
    }
  }
  for (const [key, element] of now.elements)
    if (!before.elements.has(key)) reportAdded(diff, key, element, before, holder);
}

/** A place in the revision and its place in the base. */
type Places = Pick<Found, 'pointer' | 'basePointer'>;

function placesOf(before: Element, now: Element): Places {
  return { pointer: now.place.at, basePointer: before.place.at };
}

function isOperation(element: Element): element is Operation {
  return element.family === 'operation';
}

const isError = (status: string) => /^[45]/.test(status);

/** The element that covers a key of the other edition: a range of media types or statuses, and `default` for errors. */
function coverOf({ elements }: Group, key: string, { family, flow }: Element, isNew = false): Element | undefined {
  const [bare = ''] = key.split(';');
  // An answer of a range promises no type any more.
  const isPromise = flow === 'response' && !isNew && !key.includes('*');
  const ranges = family.endsWith('media-type')
    ? [bare, ...(isPromise ? [] : [bare.replace(/\/.*/, '/*'), '*/*'])]
    : [`${key[0]}XX`, ...(isError(key) && !isNew ? ['default'] : [])];
  const isCovered = family.endsWith('media-type') || family === 'response-status';
  return isCovered ? ranges.map((range) => elements.get(range)).find(Boolean) : undefined;
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
  const { family, required, missing, name, place, groups } = element;
  const add = (rule: string) => report(diff, operation, rule, element, { pointer: place.at }, { to: `\`${name}\`` });
  const covering = coverOf(before, key, element, true);
  const isStatus = family === 'response-status';
  if (covering && isStatus) compareElements(diff, covering, element, operation);
  if (!covering && !isStatus) add(`${family}${required && missing ? '-required' : ''}-added`);
  if (covering || !isStatus) return;
  const [known, found] = [before.elements.get('default')?.groups?.content, groups?.content];
  const trial = new ChangeList();
  if (known && found && found.elements.size > 0) compareGroups({ ...diff, changes: trial }, known, found, operation);
  if (known && found && trial.isBreaking() && isError(key)) compareGroups(diff, known, found, operation);
  else add(/^[23]/.test(key) || trial.isBreaking() ? 'response-status-added' : 'response-error-status-added');
}

/** The rules of keywords whose text generated code depends on. */
const textRules = {
  operationId: 'operation-id-changed',
  tags: 'tags-changed',
  name: 'path-parameter-renamed',
  default: 'server-variable-default-changed',
  bearerFormat: 'security-token-format-changed',
} as const;

/** Compares the keywords of two elements, their schemas, and the elements that they hold. */
function compareElements(diff: Diff, before: Element, now: Element, operation?: Operation): void {
  const { family, kind, words, texts = {}, groups = {} } = before;
  const { pointer, basePointer } = placesOf(before, now);
  const add = (rule: string, keyword: string, changed?: Words) => {
    const places = { pointer: `${pointer}/${keyword}`, basePointer: `${basePointer}/${keyword}` };
    report(diff, operation, rule, before, places, changed);
  };
  if (before.required !== now.required) add(`${family}-became-${now.required ? 'required' : 'optional'}`, 'required');
  if (now.deprecated && !before.deprecated) add(`${family}-deprecated`, 'deprecated');
  if (isOperation(before) && before.deprecated && !now.deprecated) add('operation-no-longer-deprecated', 'deprecated');
  for (const [keyword, rule] of Object.entries(textRules) as [keyof typeof textRules, RuleId][]) {
    const [from, to = 'none'] = [texts[keyword], now.texts?.[keyword]];
    if (from !== undefined && from !== to) add(rule, keyword, { from, to });
  }
  if (isField(before) && isField(now)) {
    const change = styleChange(diff, before, now);
    if (change) add(`${family}-serialization-changed`, 'style', change);
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

function isField(element: Element): element is Field {
  return 'style' in element;
}

/** The style that a value is sent in before and now; `explode` changes lists and objects only. */
function styleChange({ request }: Diff, before: Field, now: Field) {
  const shapes = [request.base.shapeOf(before.schema), request.revision.shapeOf(now.schema)];
  const types = shapes.flatMap(({ alternatives }) => alternatives.map(({ type }) => type));
  const isExploded = types.includes('object') || (types.includes('array') && now.style !== 'simple');
  if (before.style === now.style && (before.explode === now.explode || !isExploded)) return undefined;
  const textOf = ({ style, explode }: Field) => `\`${style}\`${explode ? ' (exploded)' : ''}`;
  return { from: textOf(before), to: textOf(now) };
}

function compareSchemas(diff: Diff, before: Element, now: Element, operation?: Operation): void {
  const { family, flow, schema } = before;
  if (!flow || !schema || !now.schema) return;
  const isList = isField(now) && (now.style === 'simple' || (now.style === 'form' && now.explode));
  const isText = family === 'request-parameter';
  const compared = isText
    ? diff.request.compareTexts(schema, now.schema, isList)
    : diff[flow].compare(schema, now.schema);
  for (const delta of compared) {
    const { rule, at, baseAt, from, to } = delta;
    const subject = subjectOf(before, delta);
    const places = { pointer: at || now.place.at, basePointer: baseAt === '' ? before.place.at : baseAt };
    const words = {
      subject: rule === 'not-judged' ? `\`${to}\` of ${subject}` : subject,
      ...(from && { from }),
      ...(to && { to }),
    };
    const show = () => operation && showDelta(diff, operation, before, now, delta);
    report(diff, operation, ruleOf(rule, flow), before, places, words, show);
  }
}

/** A value by its way in the element: `to[].email` of the body. */
function subjectOf(element: Element, { path }: Delta): string {
  const way = path.map((step) => (step === '*' ? '.*' : step)).join('');
  if (way === '') return element.words;
  if (isField(element) && way.startsWith('[]')) return `an item of ${element.words}`;
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
    diff.changes.add(rule, { operation: operation?.label ?? '', pointer, basePointer, words: { subject } });
  }
}

/** Adds a change of an element. Without an example of its own it has a request with the element, or one without. */
function report(
  diff: Diff,
  operation: Operation | undefined,
  rule: string,
  { words: subject, sent, missing }: Element,
  places: Places,
  words: Words = {},
  show?: Found['show'],
): void {
  const isRequired = rule.includes('required');
  const parts = rule === 'not-judged' ? undefined : isRequired ? missing : sent;
  const reason = `${subject} is ${isRequired ? 'required' : rule.endsWith('-removed') ? 'gone' : 'not understood'}`;
  const showElement = parts && operation && (() => showRequest(diff, operation, parts, reason));
  const label = places.pointer.startsWith('/servers') ? '' : (operation?.label ?? '');
  const found = { ...places, operation: label, words: { subject, ...words }, show: show ?? showElement };
  diff.changes.add(rule as RuleId, found);
}
