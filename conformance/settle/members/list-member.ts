import { isDeepStrictEqual } from 'node:util';
import type { MemberChanges } from '../../../spec/deployment/deployment.ts';
import { isObject, type Json } from '../../../spec/json.ts';
import type { Met } from '../asked/compared-members.ts';
import { Tallies } from '../asked/tally.ts';

/** The list of ours that another list may be made of: recipients who were taken out (EMAIL-SUPP-12). */
const LIST = 'suppressed';

/** So many lists show what they are made of. */
const ENOUGH = 2;

/** The form of a list that has an entry for each of our suppressed recipients, with members of its own names; undefined for any other. */
export function listForm(all: readonly Met[]): Pick<MemberChanges, 'list' | 'items' | 'words'> | undefined {
  const entries = entriesOf(all);
  if (new Set(entries.map(({ seen }) => seen)).size < ENOUGH) return undefined;
  const items: Record<string, string> = {};
  const words = new Tallies<string, string>();
  for (const name of Object.keys(entries[0]?.entry ?? {})) {
    const from = nameOf(entries, name);
    if (from === undefined) continue;
    items[name] = from;
    for (const { entry, own, seen } of entries) {
      const [theirs, ours] = [entry[name], own[from]];
      if (from !== 'to' && typeof theirs === 'string' && typeof ours === 'string') words.note(ours, theirs, seen);
    }
  }
  const other = words.clearValues.filter(([ours, theirs]) => theirs !== ours);
  if (!Object.values(items).includes('to')) return undefined;
  return { list: `/${LIST}`, items, ...(other.length > 0 && { words: Object.fromEntries(other) }) };
}

/** The entries of lists that are as long as ours, each beside ours. */
export function entriesOf(all: readonly Met[]): (Met & Both)[] {
  return all.flatMap((one) => {
    const [entries, own] = [entriesIn(one.theirs), ownIn(one.whole)];
    return entries.length === own.length ? entries.map((entry, at) => ({ ...one, entry, own: own[at] as Json })) : [];
  });
}

interface Both {
  entry: Json;
  own: Json;
}

/** The member of our entries that one of theirs says the same as; undefined where none does. */
function nameOf(entries: readonly Both[], name: string): string | undefined {
  if (entries.every(({ entry }) => String(entry[name]).includes('@'))) return 'to';
  const names = Object.keys(entries[0]?.own ?? {}).sort((one) => (one === name ? -1 : 1));
  const same = names.find((own) => entries.every((both) => isDeepStrictEqual(both.entry[name], both.own[own])));
  return same ?? (name === 'reason' ? name : undefined);
}

const entriesIn = (value: unknown): Json[] => (Array.isArray(value) && value.every(isObject) ? value : []);
const ownIn = (whole: unknown): Json[] => entriesIn((whole as Json | undefined)?.[LIST]);
