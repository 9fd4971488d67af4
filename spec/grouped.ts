/** Things by their key, each group in the order given; a thing with several keys stands under each of them, one with none (`[]`) nowhere. */
export function grouped<One, Key extends string>(
  all: Iterable<One>,
  keysOf: (one: One) => Key | readonly Key[],
): Map<Key, One[]> {
  const groups = new Map<Key, One[]>();
  for (const one of all) {
    for (const key of [keysOf(one)].flat() as Key[]) {
      const group = groups.get(key);
      if (group) group.push(one);
      else groups.set(key, [one]);
    }
  }
  return groups;
}
