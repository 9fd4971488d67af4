import { parseDocument } from 'yaml';
import { Locator, type Place, placeText } from '../spec/pointer.ts';
import { parseYaml } from '../spec/yaml.ts';
import { InputError } from './diff/index.ts';

export const acceptedPath = 'spec/accepted-changes.yaml';

/** An acknowledged change of the contract, as an entry of `spec/accepted-changes.yaml`. */
export interface Acceptance {
  rule: string;
  /** The place of the finding, with names in place of list positions. */
  pointer: string;
  reason: string;
  owner: string;
}

interface PlacedAcceptance extends Acceptance {
  place: Place;
  index: number;
}

export const consumerRule = 'consumer-calls';

/** The entries of today. An entry that is at the base in the same words landed with an earlier change and holds for that one alone. */
export interface Acknowledgements {
  text: string;
  fresh: PlacedAcceptance[];
  landed: PlacedAcceptance[];
  /** True if the base is a commit; the entries that landed before a file are unknown. */
  knowsBefore: boolean;
}

const fields = ['rule', 'pointer', 'reason', 'owner'] as const;

/** The words of a proposed entry that its author replaces. */
export const placeholders = { reason: 'WHY CLIENTS HAVE TO BEAR IT', owner: 'WHO ANSWERS FOR IT' };

/** Reads the text of `spec/accepted-changes.yaml` today and at the base. Throws an InputError when the text of today can't be used. */
export function readAcknowledgements(today: string | undefined, before: string | undefined, knowsBefore: boolean) {
  const entries = today === undefined ? [] : readAccepted(today, acceptedPath);
  const earlier = before === undefined ? [] : readableAt(before);
  const isLanded = (entry: Acceptance) => earlier.some((old) => isSame(old, entry));
  const [fresh, landed] = [entries.filter((entry) => !isLanded(entry)), entries.filter(isLanded)];
  return { text: today ?? '', fresh, landed, knowsBefore } satisfies Acknowledgements;
}

/** A broken file at the base has no entries: nothing can mend it any more. */
function readableAt(before: string): Acceptance[] {
  try {
    return readAccepted(before, acceptedPath);
  } catch {
    return [];
  }
}

/** Reads the entries of a text. Throws an InputError with the line of a mistake. */
export function readAccepted(text: string, file: string): PlacedAcceptance[] {
  const { changes } = (parseYaml(text, file) as { changes?: unknown } | null) ?? {};
  const locator = new Locator(file, text);
  const refuse = (pointer: string, message: string): never => {
    throw new InputError(`${placeText(locator.at(pointer))}: ${message}`);
  };
  if (!Array.isArray(changes)) return refuse('', 'has no list `changes`');
  return changes.map((entry: unknown, index) => {
    const at = `/changes/${index}`;
    if (typeof entry !== 'object' || entry === null) return refuse(at, `an entry has ${fields.join(', ')}`);
    const acceptance = entry as Acceptance;
    for (const field of fields) {
      const value: unknown = acceptance[field];
      if (typeof value !== 'string' || value.trim() === '') return refuse(at, `the entry has no ${field}`);
      if (Object.values(placeholders).includes(value)) return refuse(`${at}/${field}`, `replace ${value}`);
    }
    const unknown = Object.keys(entry).find((key) => !fields.includes(key as keyof Acceptance));
    if (unknown) return refuse(`${at}/${unknown}`, `an entry has no ${unknown}, only ${fields.join(', ')}`);
    return { ...acceptance, place: locator.at(at), index };
  });
}

function isSame(entry: Acceptance, old: Acceptance): boolean {
  return fields.every((field) => entry[field] === old[field]);
}

/** Finds the entry of each change: a fresh one acknowledges it, one that landed has to be renewed. */
export function matchAccepted<Change extends { rule: string; name: string }>(
  changes: readonly Change[],
  { fresh, landed, knowsBefore }: Acknowledgements,
) {
  const entryOf = (entries: PlacedAcceptance[], { rule, name }: Change) =>
    entries.find((entry) => entry.rule === rule && entry.pointer === name);
  const accepted = new Map(changes.map((change) => [change, entryOf(fresh, change)]));
  const used = new Set(accepted.values());
  return {
    acceptedBy: (change: Change) => accepted.get(change),
    landedFor: (change: Change) => (accepted.get(change) ? undefined : entryOf(landed, change)),
    unmatched: knowsBefore ? fresh.filter((entry) => !used.has(entry)) : [],
  };
}

/** The entries that landed and that no comparison since the last release needs: `needed` are the entries that still apply. */
export function spentEntries({ landed }: Acknowledgements, needed: readonly Acceptance[]): PlacedAcceptance[] {
  return landed.filter((entry) => !needed.some((acceptance) => isSame(acceptance, entry)));
}

export function pruned(text: string, spent: readonly PlacedAcceptance[]): string {
  const document = parseDocument(text);
  for (const { index } of spent.toReversed()) document.deleteIn(['changes', index]);
  return document.toString({ lineWidth: 0 });
}
