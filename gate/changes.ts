import { atPointer, Locator, type Place, pointerStep, pointerSteps } from '../spec/pointer.ts';
import { parseYaml } from '../spec/yaml.ts';
import { type Acceptance, type Acknowledgements, consumerRule, matchAccepted } from './accepted.ts';
import { type Change, type DiffResult, diffDocuments, type Json, openDocument } from './diff/index.ts';

/** The contract at one time: at the base or in the revision. */
export interface Edition {
  name: string;
  file: string;
  text: string;
  json: Json;
  version: string;
}

/** Parsed texts: most often both editions have the same text. */
const parsed = new Map<string, unknown>();

/** Reads an edition. Throws an error of one line when the text is no YAML or no OpenAPI 3.1 document. */
export function readEdition(text: string, file: string, name = file): Edition {
  if (!parsed.has(text)) parsed.set(text, parseYaml(text, name));
  const { json } = openDocument(parsed.get(text), name);
  const version = (json.info as Json | undefined)?.version;
  return { name, file, text, json, version: version === undefined ? '' : String(version) };
}

/** A change of the contract, with its places in both editions and its acknowledgement. */
export interface JudgedChange extends Change {
  /** The pointer with names in place of list positions, as `spec/accepted-changes.yaml` has it. */
  name: string;
  place: Place;
  basePlace?: Place;
  accepted?: Acceptance;
  /** An entry of this rule and place that acknowledged an earlier change. */
  landed?: Acceptance;
}

export interface JudgedChanges extends Omit<DiffResult, 'changes'> {
  changes: JudgedChange[];
  /** Entries that are new in this change and match nothing. */
  unmatched: Acknowledgements['fresh'];
}

export async function judgeChanges(
  base: Edition,
  revision: Edition,
  entries: Acknowledgements,
): Promise<JudgedChanges> {
  const isEqual = base.text === revision.text;
  const { changes: found, ...result }: DiffResult = isEqual
    ? { verdict: 'safe', changes: [], requiredVersion: base.version }
    : await diffDocuments(base.json, revision.json);
  const changes = found.length === 0 ? [] : placed(found, base, revision);
  const breaking = changes.filter(({ level }) => level === 'breaking');
  const { acceptedBy, landedFor, unmatched } = matchAccepted(breaking, entries);
  const withEntries = changes.map((change) => {
    const [by, earlier] = [acceptedBy(change), landedFor(change)];
    return { ...change, ...(by && { accepted: bare(by) }), ...(earlier && { landed: bare(earlier) }) };
  });
  return { ...result, changes: withEntries, unmatched: unmatched.filter(({ rule }) => rule !== consumerRule) };
}

function placed(changes: readonly Change[], base: Edition, revision: Edition): JudgedChange[] {
  const [before, now] = [base, revision].map(({ file, text }) => new Locator(file, text)) as [Locator, Locator];
  return changes.map((change) => {
    const { pointer, basePointer } = change;
    const basePlace = basePointer === undefined ? {} : { basePlace: before.at(basePointer) };
    return { ...change, name: nameOf(base, revision, change), place: now.at(pointer), ...basePlace };
  });
}

/** A part of the base has its name there; a new part, whose pointer is longer, has its name in the revision. */
function nameOf(base: Edition, revision: Edition, { pointer, basePointer }: Change): string {
  const depth = (text: string) => text.split('/').length;
  const isNew = basePointer === undefined || depth(pointer) > depth(basePointer);
  return isNew ? namedPointer(revision.json, pointer) : namedPointer(base.json, basePointer);
}

function bare({ rule, pointer, reason, owner }: Acceptance): Acceptance {
  return { rule, pointer, reason, owner };
}

/**
 * Writes a JSON pointer with names in place of list positions: a parameter by place and name (`query:page[size]`), a branch
 * by what it refers to, a value by itself. So it stays the same when a list is put in another order.
 */
export function namedPointer(document: Json, pointer: string): string {
  let node: unknown = document;
  let named = '';
  for (const step of pointerSteps(pointer)) {
    const list = Array.isArray(node) ? node : undefined;
    const next: unknown = (node as Json | undefined)?.[step];
    named += `/${pointerStep(list ? nameAmong(document, list, Number(step)) : step)}`;
    node = next;
  }
  return named;
}

/** The name of an entry, or its position when it has none of its own. */
function nameAmong(document: Json, list: readonly unknown[], index: number): string {
  const names = list.map((item) => entryName(document, item));
  const name = names[index];
  return name !== undefined && names.filter((entry) => entry === name).length === 1 ? name : String(index);
}

function entryName(document: Json, item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return item === undefined ? undefined : String(item);
  const { $ref } = item as Json;
  const target = typeof $ref === 'string' && $ref.startsWith('#/') ? atPointer(document, $ref) : item;
  const { in: place, name, url, title } = (target ?? {}) as Json;
  if (typeof place === 'string' && typeof name === 'string') return `${place}:${name}`;
  if (typeof $ref === 'string') return $ref.startsWith('#/') ? pointerSteps($ref).at(-1) : undefined;
  const own = [name, url, title].find((word) => typeof word === 'string');
  if (own !== undefined) return own as string;
  // A security requirement is a map from schemes to lists of scopes.
  const isRequirement = Object.values(item).every(Array.isArray);
  return isRequirement ? Object.keys(item).sort().join('+') || 'none' : undefined;
}
