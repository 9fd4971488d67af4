import { Locator, type Place } from '../spec/locator.ts';
import { type AcceptedTexts, matchAccepted } from './accepted/match.ts';
import { type Acceptance, consumerRule, type PlacedAcceptance } from './accepted/read.ts';
import type { Edition } from './contract.ts';
import { type Change, type DiffResult, diffDocuments } from './diff/index.ts';
import { namedPointer } from './pointer-names.ts';

/** A change of the contract, with its places in both editions and what the repository says of it. */
export interface JudgedChange extends Change {
  /** The pointer with names in place of list positions, as `spec/accepted-changes.yaml` has it. */
  name: string;
  place: Place;
  basePlace?: Place;
  /** Who acknowledged it, and why. */
  accepted?: Acceptance;
  /** An entry that speaks of this rule and place, but acknowledged an earlier change. */
  landed?: Acceptance;
}

/** What the comparison says, after `spec/accepted-changes.yaml` was read. */
export interface JudgedChanges {
  verdict: DiffResult['verdict'];
  requiredVersion: string;
  changes: JudgedChange[];
  /** Entries that are new in this change and match nothing. */
  unmatched: PlacedAcceptance[];
}

/** Compares two editions and applies the acknowledgements. */
export function judgeChanges(base: Edition, revision: Edition, texts: AcceptedTexts): JudgedChanges {
  const { verdict, changes: found, requiredVersion } = diffDocuments(base.json, revision.json);
  const places = { base: new Locator(base.file, base.text), revision: new Locator(revision.file, revision.text) };
  const changes = found.map((change): JudgedChange => {
    const { pointer, basePointer } = change;
    return {
      ...change,
      name: nameOf(base, revision, change),
      place: places.revision.at(pointer),
      ...(basePointer !== undefined && { basePlace: places.base.at(basePointer) }),
    };
  });
  const breaking = changes.filter(({ level }) => level === 'breaking');
  const { accepted, landed, unmatched } = matchAccepted(breaking, texts, ({ rule }) => rule !== consumerRule);
  return {
    verdict,
    requiredVersion,
    changes: changes.map((change) => {
      const [by, earlier] = [accepted.get(change), landed.get(change)];
      return { ...change, ...(by && { accepted: bare(by) }), ...(earlier && { landed: bare(earlier) }) };
    }),
    unmatched,
  };
}

/** What was there goes by its name at the base, what is new by its name in the revision: that pointer leads further. */
function nameOf(base: Edition, revision: Edition, { pointer, basePointer }: Change): string {
  const isNew = basePointer === undefined || depth(pointer) > depth(basePointer);
  return isNew ? namedPointer(revision.json, pointer) : namedPointer(base.json, basePointer);
}

function depth(pointer: string): number {
  return pointer.split('/').length;
}

function bare({ rule, pointer, reason, owner }: Acceptance): Acceptance {
  return { rule, pointer, reason, owner };
}
