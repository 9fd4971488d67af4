import { matches } from '../../conformance/suite/run/cases.ts';
import type { Fault } from './fault.ts';

/** Kinds of wrongness by the words of a fault's title; without any of them the body is wrong. */
const kinds = {
  code: /\b(another code|codes? of|codes are|no code|the code)\b/,
  title: /\btitle\b/,
  status: /\b(answered|refused) with [1-5]\d\d\b|\bstatus \d{3}\b/,
  header: /\bheaders?\b/i,
} as const;

function getKind({ title }: Fault): string {
  return Object.entries(kinds).find(([, words]) => words.test(title))?.[0] ?? 'body';
}

/** The faults of some rules, or all of them. */
export function selectFaults(faults: readonly Fault[], rules: readonly string[]): readonly Fault[] {
  return faults.filter(({ rule }) => rules.length === 0 || rules.some((glob) => matches(glob, rule)));
}

/** The first fault of each kind of wrongness, for each rule. */
export function firstOfEachKind(faults: readonly Fault[]): readonly Fault[] {
  const seen = new Set<string>();
  return faults.filter((fault) => {
    const kind = `${fault.rule} ${getKind(fault)}`;
    return !seen.has(kind) && seen.add(kind);
  });
}

/** A number of entries of a list, evenly spread. */
export function spread<T>(list: readonly T[], count: number): readonly T[] {
  const share = Math.min(1, count / list.length);
  return list.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));
}
