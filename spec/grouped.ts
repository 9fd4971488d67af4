/** Groups items by key in their order. An item with several keys is in each of their groups, an item without keys (`[]`) in none. */
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
