// gate/: decides if a change of the contract may land. `gate.ts` is the command, `steps/` has what it judges.
import { parseDocument } from 'yaml';
import { escapeStep, parsePointer, readPointer } from '../spec/json.ts';
import { formatPlace, Locator, type Place, parseYaml } from '../spec/yaml.ts';
import { type Change, type DiffResult, diffDocuments, InputError, type Json, openDocument } from './diff/index.ts';

/** The contract at one time: at the base or in the revision. */
export interface Edition {
  name: string;
  file: string;
  text: string;
  json: Json;
  version: string;
}

/** Reads an edition. Throws an error of one line when the text is no YAML or no OpenAPI 3.1 document. */
export function readEdition(text: string, file: string, name = file): Edition {
  const { json } = openDocument(parseYaml(text, name), name);
  const version = (json.info as Json | undefined)?.version;
  return { name, file, text, json, version: version === undefined ? '' : String(version) };
}

/** A change of the contract, with its places in both editions and its acknowledgement. */
export interface JudgedChange extends Change {
  /** The pointer with names in place of list positions, as `spec/accepted-changes.yaml` has it. */
  name: string;
  place: Place;
  basePlace?: Place;
  accepted?: Acknowledgement;
  /** An entry of this rule and place that acknowledged an earlier change. */
  landed?: Acknowledgement;
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
    : await diffDocuments(base.json, revision.json, (edition, at) => locate({ base, revision }[edition], at));
  const changes = found.length === 0 ? [] : addPlaces(found, base, revision);
  const breaking = changes.filter(({ level }) => level === 'breaking');
  const { acceptedBy, landedFor, unmatched } = matchEntries(breaking, entries);
  const withEntries = changes.map((change) => {
    const [by, earlier] = [acceptedBy(change), landedFor(change)];
    return { ...change, ...(by && { accepted: omitPlace(by) }), ...(earlier && { landed: omitPlace(earlier) }) };
  });
  return { ...result, changes: withEntries, unmatched: unmatched.filter(({ rule }) => rule !== consumerRule) };
}

function locate({ name, file, text }: Edition, pointer: string): string {
  return formatPlace(new Locator(name === file ? file : `${name}: ${file}`, text).at(pointer));
}

function addPlaces(changes: readonly Change[], base: Edition, revision: Edition): JudgedChange[] {
  const [before, now] = [base, revision].map(({ file, text }) => new Locator(file, text)) as [Locator, Locator];
  return changes.map((change) => {
    const { pointer, basePointer } = change;
    const basePlace = basePointer === undefined ? {} : { basePlace: before.at(basePointer) };
    return { ...change, name: nameChange(base, revision, change), place: now.at(pointer), ...basePlace };
  });
}

/** A part of the base has its name there; a new part, whose pointer is longer, has its name in the revision. */
function nameChange(base: Edition, revision: Edition, { pointer, basePointer }: Change): string {
  const depth = (text: string) => text.split('/').length;
  const isNew = basePointer === undefined || depth(pointer) > depth(basePointer);
  return isNew ? namePointer(revision.json, pointer) : namePointer(base.json, basePointer);
}

function omitPlace({ rule, pointer, reason, owner }: Acknowledgement): Acknowledgement {
  return { rule, pointer, reason, owner };
}

/**
 * Writes a JSON pointer with names in place of list positions: a parameter by place and name (`query:page[size]`), a branch
 * by its reference, a value by itself. The name stays the same when a list is reordered.
 */
export function namePointer(document: Json, pointer: string): string {
  let node: unknown = document;
  let named = '';
  for (const step of parsePointer(pointer)) {
    const list = Array.isArray(node) ? node : undefined;
    const next: unknown = (node as Json | undefined)?.[step];
    named += `/${escapeStep(list ? nameEntry(document, list, Number(step)) : step)}`;
    node = next;
  }
  return named;
}

/** The name of an entry, or its position when it has no name. */
function nameEntry(document: Json, list: readonly unknown[], index: number): string {
  const names = list.map((item) => findEntryName(document, item));
  const name = names[index];
  return name !== undefined && names.filter((entry) => entry === name).length === 1 ? name : String(index);
}

function findEntryName(document: Json, item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return item === undefined ? undefined : String(item);
  const { $ref } = item as Json;
  const target = typeof $ref === 'string' && $ref.startsWith('#/') ? readPointer(document, $ref) : item;
  const { in: place, name, url, title } = (target ?? {}) as Json;
  if (typeof place === 'string' && typeof name === 'string') return `${place}:${name}`;
  if (typeof $ref === 'string') return $ref.startsWith('#/') ? parsePointer($ref).at(-1) : undefined;
  const own = [name, url, title].find((word) => typeof word === 'string');
  if (own !== undefined) return own as string;
  // A security requirement is a map from schemes to lists of scopes.
  const isRequirement = Object.values(item).every(Array.isArray);
  return isRequirement ? Object.keys(item).sort().join('+') || 'none' : undefined;
}

export const acceptedPath = 'spec/accepted-changes.yaml';

/** An acknowledged change of the contract, as an entry of `spec/accepted-changes.yaml`. */
export interface Acknowledgement {
  rule: string;
  /** The place of the finding, with names in place of list positions. */
  pointer: string;
  reason: string;
  owner: string;
}

interface Entry extends Acknowledgement {
  place: Place;
  index: number;
}

export const consumerRule = 'consumer-calls';

/** All entries. One that the base has in the same words landed with an earlier change, and acknowledges that change only. */
export interface Acknowledgements {
  text: string;
  fresh: Entry[];
  landed: Entry[];
  /** True if the base is a commit; the entries that landed before a file are unknown. */
  knowsBefore: boolean;
}

const fields = ['rule', 'pointer', 'reason', 'owner'] as const;

/** The words of a proposed entry that its author replaces. */
export const placeholders = { reason: 'WHY CLIENTS HAVE TO BEAR IT', owner: 'WHO ANSWERS FOR IT' };

/** Reads the text of `spec/accepted-changes.yaml` today and at the base. Throws an InputError when the text of today can't be used. */
export function readAcknowledgements(today: string | undefined, before: string | undefined, knowsBefore: boolean) {
  const entries = today === undefined ? [] : readEntries(today, acceptedPath);
  const earlier = before === undefined ? [] : readEarlierEntries(before);
  const isLanded = (entry: Acknowledgement) => earlier.some((old) => isSame(old, entry));
  const [fresh, landed] = [entries.filter((entry) => !isLanded(entry)), entries.filter(isLanded)];
  return { text: today ?? '', fresh, landed, knowsBefore } satisfies Acknowledgements;
}

/** A broken file at the base has no entries: nothing can mend it any more. */
function readEarlierEntries(before: string): Acknowledgement[] {
  try {
    return readEntries(before, acceptedPath);
  } catch {
    return [];
  }
}

/** Reads the entries of a text. Throws an InputError with the line of a mistake. */
export function readEntries(text: string, file: string): Entry[] {
  const { changes } = (parseYaml(text, file) as { changes?: unknown } | null) ?? {};
  const locator = new Locator(file, text);
  const refuse = (pointer: string, message: string): never => {
    throw new InputError(`${formatPlace(locator.at(pointer))}: ${message}`);
  };
  if (!Array.isArray(changes)) return refuse('', 'has no list `changes`');
  return changes.map((entry: unknown, index) => {
    const at = `/changes/${index}`;
    if (typeof entry !== 'object' || entry === null) return refuse(at, `an entry has ${fields.join(', ')}`);
    const acceptance = entry as Acknowledgement;
    for (const field of fields) {
      const value: unknown = acceptance[field];
      if (typeof value !== 'string' || value.trim() === '') return refuse(at, `the entry has no ${field}`);
      if (Object.values(placeholders).includes(value)) return refuse(`${at}/${field}`, `replace ${value}`);
    }
    const unknown = Object.keys(entry).find((key) => !fields.includes(key as keyof Acknowledgement));
    if (unknown) return refuse(`${at}/${unknown}`, `an entry has no ${unknown}, only ${fields.join(', ')}`);
    return { ...acceptance, place: locator.at(at), index };
  });
}

function isSame(entry: Acknowledgement, old: Acknowledgement): boolean {
  return fields.every((field) => entry[field] === old[field]);
}

/** Finds the entry of each change: a fresh one acknowledges it, one that landed has to be renewed. */
export function matchEntries<Change extends { rule: string; name: string }>(
  changes: readonly Change[],
  { fresh, landed, knowsBefore }: Acknowledgements,
) {
  const findEntry = (entries: Entry[], { rule, name }: Change) =>
    entries.find((entry) => entry.rule === rule && entry.pointer === name);
  const accepted = new Map(changes.map((change) => [change, findEntry(fresh, change)]));
  const used = new Set(accepted.values());
  return {
    acceptedBy: (change: Change) => accepted.get(change),
    landedFor: (change: Change) => (accepted.get(change) ? undefined : findEntry(landed, change)),
    unmatched: knowsBefore ? fresh.filter((entry) => !used.has(entry)) : [],
  };
}

/** The entries that landed and that no comparison since the last release needs: `needed` are the entries that still apply. */
export function findSpentEntries({ landed }: Acknowledgements, needed: readonly Acknowledgement[]): Entry[] {
  return landed.filter((entry) => !needed.some((acceptance) => isSame(acceptance, entry)));
}

export function pruneEntries(text: string, spent: readonly Entry[]): string {
  const document = parseDocument(text);
  for (const { index } of spent.toReversed()) document.deleteIn(['changes', index]);
  return document.toString({ lineWidth: 0 });
}
