/** Entries that are sorted, or put together, in one step. */
const STEP = 1_000;

/** Sorts a list in steps, without changing it; what is equal stays in its order. */
export function* sorted<Entry>(
  list: readonly Entry[],
  compare: (one: Entry, other: Entry) => number,
): Generator<void, Entry[]> {
  let parts: Entry[][] = [];
  for (let at = 0; at < list.length; at += STEP) {
    parts.push(list.slice(at, at + STEP).sort(compare));
    yield;
  }
  while (parts.length > 1) {
    const next: Entry[][] = [];
    for (let at = 0; at < parts.length; at += 2)
      next.push(yield* merged(parts[at] as Entry[], parts[at + 1] ?? [], compare));
    parts = next;
  }
  return parts[0] ?? [];
}

function* merged<Entry>(
  first: readonly Entry[],
  second: readonly Entry[],
  compare: (one: Entry, other: Entry) => number,
): Generator<void, Entry[]> {
  const all: Entry[] = [];
  for (let [one, other] = [0, 0]; one < first.length || other < second.length; ) {
    const isSecond =
      one === first.length || (other < second.length && compare(second[other] as Entry, first[one] as Entry) < 0);
    all.push((isSecond ? second[other++] : first[one++]) as Entry);
    if (all.length % STEP === 0) yield;
  }
  return all;
}
