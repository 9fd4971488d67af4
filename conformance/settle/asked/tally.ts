import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { bodyOf } from './pair.ts';
import type { RefusalBody } from './refusal-body.ts';

/** What was seen of one thing: each value, with an exchange that showed it. */
export class Tally<Value> {
  private readonly seen = new Map<string, { value: Value; by: NotedExchange; count: number }>();

  add(value: Value, by: NotedExchange): void {
    const key = JSON.stringify(value);
    const known = this.seen.get(key);
    if (known) known.count += 1;
    else this.seen.set(key, { value, by, count: 1 });
  }

  /** Each value with one of the exchanges that showed it. */
  get all(): readonly { value: Value; by: NotedExchange }[] {
    return [...this.seen.values()];
  }

  /** How many exchanges showed a value. */
  get count(): number {
    return [...this.seen.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** Whether nearly every exchange shows another value, such as an id. */
  get isVaried(): boolean {
    return this.seen.size > this.count / 2 && this.seen.size > 2;
  }

  /** The value that most exchanges show; none when none shows any. */
  get commonest(): { value: Value; by: NotedExchange } | undefined {
    return [...this.seen.values()].sort((one, other) => other.count - one.count)[0];
  }

  /** The value that more exchanges show than all others together. */
  get clear(): { value: Value; by: NotedExchange } | undefined {
    const most = Math.max(...[...this.seen.values()].map(({ count }) => count));
    return most > this.count - most ? this.commonest : undefined;
  }

  /** Two exchanges that contradict each other, the commonest first; none when nothing does. */
  get contradiction(): [NotedExchange, NotedExchange] | undefined {
    const [first, second] = [...this.seen.values()].sort((one, other) => other.count - one.count);
    return first && second ? [first.by, second.by] : undefined;
  }
}

/** Tallies by what they are about. */
export class Tallies<Key, Value> extends Map<Key, Tally<Value>> {
  note(key: Key, value: Value, by: NotedExchange): void {
    const tally = this.get(key) ?? new Tally<Value>();
    tally.add(value, by);
    this.set(key, tally);
  }

  /** The value that is clear of each, where there is one. */
  get clearValues(): [Key, Value][] {
    return [...this].flatMap(([key, { clear }]): [Key, Value][] => (clear ? [[key, clear.value]] : []));
  }
}

/** Characters of an answer that are shown, and rules of its case. */
const SHOWN = 120;
const RULES = 2;

/** An exchange in a line, as it stands in a deployment file. */
export function exchangeLine({ case: title, rules, request, status, text }: NotedExchange): string {
  const path = request.url.replace(/^[a-z]+:\/\/[^/]+/i, '');
  const ids = `${rules.join(', ')}: `;
  const about = title.startsWith(ids)
    ? `${rules.slice(0, RULES).join(', ')}${rules.length > RULES ? ' and others' : ''}: ${title.slice(ids.length)}`
    : title;
  const said = refusalText(text) ?? text.slice(0, SHOWN).trim();
  return `${request.method} ${path} was ${status}${said && ` ${said}`} (${about})`;
}

/** What refusals differ in: the code of each error and where it is; undefined for what tells no errors. */
function refusalText(text: string): string | undefined {
  const { errors, detail } = (bodyOf({ text }) ?? {}) as RefusalBody;
  if (Array.isArray(errors))
    return errors
      .map(({ code, title, source = {} }) => [code ?? title, source.pointer, source.parameter])
      .map((said) => said.filter((one) => one !== undefined).join(' '))
      .join(', ');
  if (Array.isArray(detail)) return detail.map(({ type, loc }) => [type, loc?.join('.')].join(' ')).join(', ');
  return undefined;
}

/** Something that differs, in a line. */
export function tallyLine({ what, times }: { what: string; times: number }): string {
  return times === 1 ? what : `${what} (${times} times)`;
}
