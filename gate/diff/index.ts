// gate/diff/: finds the changes for clients between two documents. It imports nothing from other folders.
import inc from 'semver/functions/inc.js';
import parse from 'semver/functions/parse.js';
import {
  type Change,
  type DiffResult,
  type Example,
  type Flow,
  findRule,
  getDirection,
  type Level,
  phrase,
  type RuleId,
  rules,
  type Words,
} from './change-rules.ts';
import {
  type Element,
  type Found,
  type Group,
  isEnough,
  type Operation,
  type Requirement,
  readOperations,
  readRequirements,
  readSchemes,
  readServers,
  type Scheme,
} from './elements.ts';
import { Comparison } from './schema/compare.ts';
import type { Delta } from './schema/shape.ts';
import {
  append,
  diffUnjudged,
  findUnjudged,
  InputError,
  type Kind,
  type Located,
  openDocument,
  type Source,
  serialize,
  toObject,
} from './source.ts';

export { type Change, type DiffResult, getDirection, type Level, phrase, type RuleId, rules } from './change-rules.ts';
export { InputError, isObject, type Json, openDocument } from './source.ts';

/**
 * Finds the changes for clients between two OpenAPI 3.1 documents, given as parsed JSON. Another spelling is no change. A difference outside
 * the vocabulary of `source.ts` is breaking. Throws an InputError for anything but OpenAPI 3.1, a reference without a target, and a document
 * that is too large to be compared.
 */
export async function diffDocuments(
  baseJson: unknown,
  revisionJson: unknown,
  placeOf = (edition: 'base' | 'revision', pointer: string) => `${edition}: #${pointer}`,
): Promise<DiffResult> {
  const base = openDocument(baseJson, 'base', (at) => placeOf('base', at));
  const revision = openDocument(revisionJson, 'revision', (at) => placeOf('revision', at));
  const changes = new ChangeList();
  const schemas = {
    request: new Comparison(base, revision, 'request'),
    response: new Comparison(base, revision, 'response'),
  };
  const diff: Diff = { base, revision, schemas, changes };
  try {
    compareGroups(diff, readOperations(base), readOperations(revision));
    compareGroups(diff, readServers(base), readServers(revision));
    compareSchemes(diff);
    compareUnjudged(diff, 'document', [base.root, revision.root], 'the document');
    // The libraries behind examples take long to load.
    const examples = changes.isBreaking() ? await import('./example.ts') : undefined;
    const version = String(toObject(base.json.info).version ?? '');
    return changes.makeResult(version, (rule, found) => examples?.makeExample(schemas, rule, found));
  } catch (error) {
    if (error instanceof URIError) throw new InputError('a reference has a malformed escape');
    throw error instanceof RangeError ? new InputError('the documents are nested too deeply to be compared') : error;
  }
}

/** Both documents with their schemas in both directions, the changes, and the operation that is compared at present. */
interface Diff {
  base: Source;
  revision: Source;
  schemas: Readonly<Record<Flow, Comparison>>;
  changes: ChangeList;
  operation?: Operation | undefined;
}

const levels: readonly Level[] = ['breaking', 'soft', 'safe'];

/** Collects changes. A change of a component that several operations use is one change. */
class ChangeList {
  private readonly found = new Map<string, Found & { rule: RuleId; operations: Set<string> }>();

  add(rule: RuleId, found: Found): void {
    const { pointer, basePointer, operation: { label = '' } = {} } = found;
    const key = [rule, pointer, basePointer].join('\n');
    const known = this.found.get(key);
    if (known) known.operations.add(label);
    else this.found.set(key, { ...found, rule, operations: new Set([label]) });
  }

  isBreaking(): boolean {
    return [...this.found.values()].some(({ rule }) => rules[rule].level === 'breaking');
  }

  /** The changes, the gravest first, with examples of the breaking ones, and the version that they require after `base`. */
  makeResult(base: string, exampleOf: (rule: RuleId, found: Found) => Example | undefined): DiffResult {
    const found = levels.flatMap((level) => [...this.found.values()].filter(({ rule }) => rules[rule].level === level));
    const changes = found.map((entry): Change => {
      const { rule, pointer, basePointer, words = {} } = entry;
      const { level } = rules[rule];
      const [operation = '', ...others] = entry.operations;
      const example = level === 'breaking' ? exampleOf(rule, entry) : undefined;
      const holders = { operation, ...(others.length > 0 && { operations: [operation, ...others] }) };
      const parts = { ...holders, direction: getDirection(rule), pointer, basePointer, message: phrase(rule, words) };
      return { level, rule, ...parts, ...(example && { example }) };
    });
    return { verdict: changes[0]?.level ?? 'safe', changes, requiredVersion: this.findRequiredVersion(base) };
  }

  /** Below 1.0.0 a minor version is enough (semver.org, item 4). Text that is no semantic version stays. */
  private findRequiredVersion(base: string): string {
    const version = parse(base);
    const bumps = [...this.found.values()].map(({ rule }) => rules[rule].version);
    const bump = (['major', 'minor', 'patch'] as const).find((part) => bumps.includes(part));
    if (!version || !bump) return base;
    return inc(version.version, bump === 'major' && version.major === 0 ? 'minor' : bump) ?? base;
  }
}

function compareGroups(outer: Diff, before: Group, now: Group): void {
  const within = (element: Element): Diff => (isOperation(element) ? { ...outer, operation: element } : outer);
  for (const [key, element] of before.elements) {
    const diff = within(element);
    const exact = now.elements.get(key);
    const successor = exact ?? findCover(now, key, element);
    if (successor && !exact) {
      const places = { pointer: successor.place.at, basePointer: element.place.at };
      report(diff, 'response-status-respelt', element, places, { to: `\`${successor.name}\`` });
    }
    if (successor) compareElements(diff, element, successor);
    else reportRemoved(diff, key, element, now);
  }
  for (const [key, element] of now.elements)
    if (!before.elements.has(key)) reportAdded(within(element), key, element, before);
}

function isOperation(element: Element): element is Operation {
  return element.family === 'operation';
}

const isError = (status: string) => /^[45]/.test(status);

/** The answer of the other edition that covers a status: its range, and `default` for errors. */
function findCover({ elements }: Group, status: string, { family }: Element, isNew = false): Element | undefined {
  if (family !== 'response-status') return undefined;
  return elements.get(`${status[0]}XX`) ?? (isError(status) && !isNew ? elements.get('default') : undefined);
}

function reportRemoved(diff: Diff, key: string, element: Element, now: Group): void {
  const { family, name, place } = element;
  const isLast = family === 'response-media-type' && now.elements.size === 0;
  const rule = isLast ? 'response-content-removed' : `${family}-removed`;
  const pointer = isOperation(element) ? append(now.at, element.path, element.method) : append(now.at, key);
  report(diff, rule, element, { pointer, basePointer: place.at }, { from: `\`${name}\`` });
}

/** A new error is safe when clients read it like the errors that `default` documents. */
function reportAdded(diff: Diff, key: string, element: Element, before: Group): void {
  const { family, required, name, place, groups } = element;
  const add = (rule: string) => report(diff, rule, element, { pointer: place.at }, { to: `\`${name}\`` });
  const covering = findCover(before, key, element, true);
  const isStatus = family === 'response-status';
  if (covering) compareElements(diff, covering, element);
  else if (!isStatus) add(`${family}${required && family !== 'response-header' ? '-required' : ''}-added`);
  if (covering || !isStatus) return;
  const [known, found] = [before.elements.get('default')?.groups?.content, groups?.content];
  const trial = new ChangeList();
  if (known && found && found.elements.size > 0) compareGroups({ ...diff, changes: trial }, known, found);
  if (known && found && trial.isBreaking() && isError(key)) compareGroups(diff, known, found);
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
function compareElements(diff: Diff, before: Element, now: Element): void {
  const { family, kind, words, texts = {}, groups = {} } = before;
  const add = (rule: string, keyword: string, changed?: Words) => {
    const places = { pointer: `${now.place.at}/${keyword}`, basePointer: `${before.place.at}/${keyword}` };
    report(diff, rule, before, places, changed);
  };
  if (before.required !== now.required) add(`${family}-became-${now.required ? 'required' : 'optional'}`, 'required');
  if (now.deprecated && !before.deprecated) add(`${family}-deprecated`, 'deprecated');
  if (isOperation(before) && before.deprecated && !now.deprecated) add('operation-no-longer-deprecated', 'deprecated');
  for (const [keyword, rule] of Object.entries(textRules) as [keyof typeof textRules, string][]) {
    const [from, to = 'none'] = [texts[keyword], now.texts?.[keyword]];
    if (from !== undefined && from !== to) add(keyword === 'style' ? `${family}-${rule}` : rule, keyword, { from, to });
  }
  compareSchemas(diff, before, now);
  compareUnjudged(diff, kind, [before.place, now.place], words);
  if (isOperation(before) && isOperation(now)) {
    compareUnjudged(diff, 'pathItem', [before.pathItem, now.pathItem], words);
    compareSecurity(diff, before, now);
  }
  for (const [name, group] of Object.entries(groups)) {
    const successor = now.groups?.[name];
    if (successor) compareGroups(diff, group, successor);
  }
}

function compareSchemas(diff: Diff, before: Element, now: Element): void {
  const { family, flow, schema } = before;
  if (!flow || !schema || !now.schema) return;
  const isText = family === 'request-parameter' && diff.schemas.request.takesTexts(schema, now.schema);
  for (const found of diff.schemas[flow].compare(schema, now.schema)) {
    const isType = found.path.length === 0 && /^type-(changed|narrowed)$/.test(found.rule);
    const delta: Delta = isText && isType ? { ...found, rule: 'text-type-changed' } : found;
    const { rule, at, baseAt, from, to } = delta;
    const value = nameSubject(before, delta);
    const subject = rule === 'not-judged' ? `\`${to}\` of ${value}` : value;
    const places = { pointer: at || now.place.at, basePointer: baseAt === '' ? before.place.at : baseAt };
    report(diff, findRule(rule, flow), before, places, { subject, from, to }, { successor: now, delta });
  }
}

/** Names a value by its path in the element: `to[].email` of the body. */
function nameSubject(element: Element, { path }: Delta): string {
  const way = path.map((step) => (step === '*' ? '.*' : step)).join('');
  if (way === '') return element.words;
  if (element.texts?.style !== undefined && way.startsWith('[]')) return `an item of ${element.words}`;
  return `\`${way.replace(/^\./, '')}\` of ${element.words}`;
}

/** Compares the keywords of security schemes with equal demands. */
function compareSchemes(diff: Diff): void {
  const [known, found] = readSchemes(diff.base, diff.revision);
  for (const scheme of known) {
    const successor = found.find(({ demand }) => demand === scheme.demand);
    if (successor) compareElements(diff, scheme, successor);
  }
}

/** Keywords outside the vocabulary that offer more to clients. */
const offers = ['webhooks', 'callbacks', 'links'];

/** Reports the keywords outside the vocabulary that two objects do not have in common. */
function compareUnjudged(diff: Diff, kind: Kind, [before, now]: readonly [Located, Located], words: string): void {
  const found = [findUnjudged(diff.base, kind, before), findUnjudged(diff.revision, kind, now)] as const;
  for (const { keyword, at: pointer, baseAt: basePointer } of diffUnjudged(...found, now.at)) {
    const subject = `\`${keyword}\` of ${words}`;
    const rule = basePointer === undefined && offers.includes(keyword) ? 'part-added' : 'not-judged';
    diff.changes.add(rule, { operation: diff.operation, pointer, basePointer, words: { subject } });
  }
}

/** Adds a change of an element, or a difference of its schema from its successor's schema. */
function report(
  { operation, changes }: Diff,
  rule: string,
  element: Element,
  places: Pick<Found, 'pointer' | 'basePointer'>,
  words: Words = {},
  difference: Pick<Found, 'successor' | 'delta'> = {},
): void {
  const found = { operation, element, ...difference, ...places, words: { subject: element.words, ...words } };
  changes.add(rule as RuleId, found);
}

/** Compares the security requirements: credentials that the base admits must still be enough. */
function compareSecurity(diff: Diff, base: Operation, revision: Operation): void {
  const [known, found] = readSchemes(diff.base, diff.revision);
  const [before, now] = [readRequirements(base.security, known), readRequirements(revision.security, found)];
  // Equal requirements differ in a scheme that they name.
  const isEqual = serialize(base.security.node) === serialize(revision.security.node);
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
