import type { Seen } from '../suite/run/seen.ts';

/** What was seen of one thing: each value, with an exchange that showed it. */
export class Tally<Value> {
  private readonly seen = new Map<string, { value: Value; by: Seen; count: number }>();

  add(value: Value, by: Seen): void {
    const key = JSON.stringify(value);
    const known = this.seen.get(key);
    if (known) known.count += 1;
    else this.seen.set(key, { value, by, count: 1 });
  }

  /** The value, if there is only one. */
  get only(): { value: Value } | undefined {
    const [first] = this.seen.values();
    return this.seen.size === 1 && first ? { value: first.value } : undefined;
  }

  /** The value, if there is only one, or four times as many exchanges show it as all others. */
  get clear(): { value: Value } | undefined {
    const all = [...this.seen.values()].sort((one, other) => other.count - one.count);
    const others = all.slice(1).reduce((sum, { count }) => sum + count, 0);
    const [first] = all;
    return first && first.count >= 4 * others ? { value: first.value } : undefined;
  }

  /** Two exchanges that contradict each other, the commonest first; none when nothing does. */
  get contradiction(): [Seen, Seen] | undefined {
    const [first, second] = [...this.seen.values()].sort((one, other) => other.count - one.count);
    return first && second ? [first.by, second.by] : undefined;
  }
}

/** An exchange in a line, as it stands in a deployment file. */
export function exchangeLine({ case: title, request, status, text }: Seen): string {
  const path = request.url.replace(/^[a-z]+:\/\/[^/]+/i, '');
  return `${request.method} ${path} was ${status} ${text.slice(0, 120).trim()} (${title})`;
}

/** Something that differs, in a line. */
export function tallyLine({ what, times }: { what: string; times: number }): string {
  return times === 1 ? what : `${what} (${times} times)`;
}
