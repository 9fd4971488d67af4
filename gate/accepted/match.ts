import { acceptedPath } from '../contract.ts';
import { type Acceptance, fields, type PlacedAcceptance, readAccepted } from './read.ts';

/** The text of `spec/accepted-changes.yaml` today and at the base; undefined where there is none. */
export interface AcceptedTexts {
  today: string | undefined;
  before: string | undefined;
  /** Whether the base is a commit; of a base that is a file nobody knows which entries landed before it. */
  knowsBefore: boolean;
}

/** What became of the acknowledgements in a change. */
interface Matched<Change> {
  /** The entry that acknowledges each change. */
  accepted: ReadonlyMap<Change, Acceptance>;
  /** For a change that only an entry of an earlier change speaks of, that entry: it acknowledges nothing any more. */
  landed: ReadonlyMap<Change, Acceptance>;
  /** Entries that are new in this change and match none of it. */
  unmatched: PlacedAcceptance[];
}

/**
 * Finds the entry for each change. An entry that is at the base in the same words has landed with an earlier change: it
 * speaks for that one alone, so that the next change of the same place is looked at again. `concerns` says which entries are
 * about changes of this kind.
 */
export function matchAccepted<Change extends { rule: string; name: string }>(
  changes: readonly Change[],
  texts: AcceptedTexts,
  concerns: (entry: Acceptance) => boolean,
): Matched<Change> {
  const entries = entriesToday(texts).filter(concerns);
  const earlier = landedEntries(texts);
  const fresh = entries.filter((entry) => !earlier.some((old) => isSame(old, entry)));
  const speaksOf = (change: Change) => (entry: Acceptance) =>
    entry.rule === change.rule && entry.pointer === change.name;
  const accepted = new Map<Change, Acceptance>();
  const landed = new Map<Change, Acceptance>();
  for (const change of changes) {
    const entry = fresh.find(speaksOf(change));
    const old = earlier.find(speaksOf(change));
    if (entry) accepted.set(change, entry);
    else if (old) landed.set(change, old);
  }
  const used = new Set(accepted.values());
  const unmatched = texts.knowsBefore ? fresh.filter((entry) => !used.has(entry)) : [];
  return { accepted, landed, unmatched };
}

/** The entries of today. Throws an InputError when the file can't be used. */
function entriesToday({ today }: AcceptedTexts): PlacedAcceptance[] {
  return today === undefined ? [] : readAccepted(today, acceptedPath);
}

/** The entries of today that stand at the base in the same words. */
export function landedEntries(texts: AcceptedTexts): PlacedAcceptance[] {
  const before = entriesBefore(texts);
  return entriesToday(texts).filter((entry) => before.some((old) => isSame(old, entry)));
}

/** Nobody can mend the file of the base any more, so a broken one has no entries. */
function entriesBefore({ before }: AcceptedTexts): Acceptance[] {
  try {
    return before === undefined ? [] : readAccepted(before, acceptedPath);
  } catch {
    return [];
  }
}

/** Whether two entries have the same words. */
export function isSame(one: Acceptance, other: Acceptance): boolean {
  return fields.every((field) => one[field] === other[field]);
}
