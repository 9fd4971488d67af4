import { Locator, type Place } from '../spec/locator.ts';
import { type Acceptance, type Acknowledgements, consumerRule, matchAccepted } from './accepted.ts';
import type { Edition } from './contract.ts';
import { type Change, type DiffResult, diffDocuments } from './diff/index.ts';
import { namedPointer } from './pointer-names.ts';

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
