/** Groups items by key in their order. An item with several keys is in each of their groups, an item without keys (`[]`) in none. */
export function groupBy<Item, Key extends string>(
  items: Iterable<Item>,
  keysOf: (item: Item) => Key | readonly Key[],
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    for (const key of [keysOf(item)].flat() as Key[]) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  }
  return groups;
}
