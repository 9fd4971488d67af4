import type { Json } from '../../../spec/json.ts';
import { bodyOf, isSuccess, type Pair } from './pair.ts';

/** An answer as one of a series: those before it in its case are known. */
interface Told {
  request: Json | undefined;
  status: number;
  text: string;
  /** Whether runs of one status were asked for. */
  isFiltered: boolean;
}

/**
 * What an answer decides, whatever its words and data are: two deployments that made the same choice have the same signature. It is made
 * of a case's answers, since some of it is a difference to the one before.
 */
class Signatures {
  private readonly ids: string[] = [];
  private last: Json | undefined;

  /** `words` are the statuses of the target that stand for ours; another one says nothing. Without them statuses are ours. */
  constructor(private readonly words?: ReadonlyMap<string, string>) {}

  of({ request, status, text, isFiltered }: Told): Record<string, unknown> {
    const body = bodyOf({ text });
    if (!isSuccess({ status })) return { accepted: status < 400 };
    const data = body?.data;
    if (Array.isArray(data)) return { accepted: true, ...this.list(data, isFiltered, body?.meta as Json | undefined) };
    if (typeof data !== 'object' || data === null) return { accepted: true };
    const shown = { ...this.resource(data as Json), ...this.notification(request, data as Json) };
    this.last = data as Json;
    return { accepted: true, ...shown };
  }

  private list(data: readonly Json[], isFiltered: boolean, meta: Json = {}) {
    const nothing = meta.total_results === 0 ? { pages: meta.total_pages } : {};
    const isAlike = new Set(data.map(({ status }) => status)).size < 2;
    const order = { started: orderOf(data, 'started_at'), updated: orderOf(data, 'updated_at') };
    return { items: Math.min(data.length, 2), ...order, ...nothing, ...(isFiltered && { isAlike }) };
  }

  private resource({ id, status, phone_numbers, to, cc, bcc }: Json) {
    const known = this.ids.indexOf(String(id).toLowerCase());
    if (id !== undefined && known < 0) this.ids.push(String(id).toLowerCase());
    return {
      // Which of the answers before it is repeated.
      again: id === undefined ? undefined : known,
      // Of a reservation, its numbers say more.
      status: phone_numbers === undefined ? (this.words ? this.words.get(String(status)) : status) : undefined,
      ...(Array.isArray(phone_numbers) && { numbers: phone_numbers.map((entry) => this.number(entry as Json)) }),
      ...Object.fromEntries(
        Object.entries({ to, cc, bcc }).flatMap(([name, list]) => (Array.isArray(list) ? [[name, list.length]] : [])),
      ),
    };
  }

  private number({ expired_at, created_at, errors }: Json) {
    const minutes = (Date.parse(String(expired_at)) - Date.parse(String(created_at))) / 60_000;
    const isHeld = !(typeof errors === 'string' && errors !== '');
    return { isHeld, expires: typeof expired_at === 'string', ...(isHeld && { minutes: Math.round(minutes) }) };
  }

  /** Of an update: what was asked for as it is shown, and what else changed. */
  private notification(request: Json | undefined, { threshold, updated_at }: Json) {
    if (typeof threshold !== 'object' || threshold === null) return {};
    const asked = request?.threshold as Json | undefined;
    const before = this.last?.threshold as Json | undefined;
    const { amount, unit } = threshold as Json;
    const kept = (name: string, value: unknown) => (before ? before[name] === value : undefined);
    return {
      amount: asked?.amount !== undefined ? amount : kept('amount', amount),
      unit: asked?.unit !== undefined ? unit : kept('unit', unit),
      isTouched:
        request && Object.keys(request).length === 0 && this.last ? this.last.updated_at !== updated_at : undefined,
    };
  }
}

/** How the times of a list follow each other; undefined where all are the same. */
function orderOf(data: readonly Json[], member: string): 'newestFirst' | 'oldestFirst' | 'neither' | undefined {
  const times = data.map((item) => Date.parse(String(item[member]))).filter((time) => !Number.isNaN(time));
  const steps = new Set(times.slice(1).map((time, index) => Math.sign(time - (times[index] as number))));
  if (steps.has(1) && steps.has(-1)) return 'neither';
  return steps.has(1) ? 'oldestFirst' : steps.has(-1) ? 'newestFirst' : undefined;
}

/** How many pairs decide alike. */
export function alike(pairs: readonly Pair[], words: ReadonlyMap<string, string>): number {
  const series = new Map<string, [theirs: Signatures, ours: Signatures]>();
  let count = 0;
  for (const { seen, ours: own } of pairs) {
    const [theirs, ours] = series.get(seen.case) ?? [new Signatures(words), new Signatures()];
    series.set(seen.case, [theirs, ours]);
    const request = bodyOf({ text: seen.request.body ?? '' });
    const asked = { request, isFiltered: new URL(seen.request.url, 'http://target').searchParams.has('status') };
    const one = theirs.of({ ...asked, status: seen.status, text: seen.text });
    const other = ours.of({ ...asked, status: own.status, text: own.text });
    if (agrees(one, other)) count += 1;
  }
  return count;
}

/** What only one side shows says nothing. */
function agrees(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  return Object.entries(one).every(
    ([name, value]) =>
      value === undefined || other[name] === undefined || JSON.stringify(value) === JSON.stringify(other[name]),
  );
}
