/** The key that names the layout of the others, and the name of this one. */
export const LAYOUT = 'layout';
/** The number of the layout that this version writes and reads. */
export const THIS_LAYOUT = '5';

/** Before the name of a partition, where its world's number stands. */
export const PARTITION = 'partition!';

/** Where the keys of worlds lie. */
export const WORLDS = { gte: '0', lt: ':' };
const DIGITS = 10;

/** Before the keys of a world: its number, in digits that sort as the numbers do. */
export function worldPrefix(world: number): string {
  return `${String(world).padStart(DIGITS, '0')}!`;
}

/** The prefix of the world that a key belongs to. */
export function worldOf(key: string): string {
  return key.slice(0, DIGITS + 1);
}

/** The keys that begin with a prefix, whose end is a `!`. */
export function between(prefix: string): { gte: string; lt: string } {
  return { gte: prefix, lt: `${prefix.slice(0, -1)}"` };
}
