import { isObject } from '../../../spec/json.ts';
import { propertyPath } from '../../../spec/pointer.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { bodyOf, errorsIn, type Pair } from '../asked/pair.ts';
import type { ErrorEntry, RefusalBody } from '../asked/refusal-body.ts';
import { Tallies } from '../asked/tally.ts';

/**
 * The refusals with `{path}`, `{code}` and `{place}` where a `meta` repeats its request or error, and with an example in place of each of its
 * members that is another one each time, such as the id of a trace.
 */
export function withSteadyMetas(pairs: readonly Pair[]): readonly Pair[] {
  return withExamples(pairs.map(withPlaceholders));
}

/** A refusal whose `meta` names the path, the code and the place that it repeats. */
function withPlaceholders(pair: Pair): Pair {
  const { pathname } = new URL(pair.seen.request.url, 'http://target');
  const place = propertyPath(errorsIn(bodyOf(pair.ours))[0]?.pointer as string | undefined);
  return withMetas(pair, (_, value, code) => {
    if (typeof value !== 'string') return value;
    if (value === pathname) return '{path}';
    if (value === place) return '{place}';
    return String(code).length > 2 ? value.replace(String(code), '{code}') : value;
  });
}

function withExamples(pairs: readonly Pair[]): readonly Pair[] {
  const tallies = new Tallies<string, unknown>();
  for (const { seen } of pairs)
    for (const [name, value] of Object.entries(metaOf(seen) ?? {})) tallies.note(name, value, seen);
  const varied = [...tallies].filter(([, { isVaried }]) => isVaried);
  const examples = Object.fromEntries(varied.map(([name, { all }]) => [name, all[0]?.value]));
  if (varied.length === 0) return pairs;
  return pairs.map((pair) => withMetas(pair, (name, value) => (name in examples ? examples[name] : value)));
}

/** A refusal with another value of each member of each `meta`. */
function withMetas(pair: Pair, told: (name: string, value: unknown, code: unknown) => unknown): Pair {
  const body = bodyOf(pair.seen) as RefusalBody | undefined;
  if (!Array.isArray(body?.errors) || !metaOf(pair.seen)) return pair;
  const errors = body.errors.map((error) => {
    if (!isObject(error.meta)) return error;
    const entries = Object.entries(error.meta).map(([name, value]) => [name, told(name, value, error.code)]);
    return { ...error, meta: Object.fromEntries(entries) };
  });
  return { ...pair, seen: { ...pair.seen, text: JSON.stringify({ ...body, errors }) } };
}

/** The `meta` of the first error of a refusal. */
export function metaOf(seen: NotedExchange): object | undefined {
  const { errors } = (bodyOf(seen) ?? {}) as { errors?: ErrorEntry[] };
  const meta = Array.isArray(errors) ? errors[0]?.meta : undefined;
  return typeof meta === 'object' ? (meta ?? undefined) : undefined;
}

/** The names that a `meta` has. */
export const namesOf = (meta: object | undefined) => meta && Object.keys(meta).sort();

/** Whether metas say in words what kind of fault it is, or are there for some: what else differs speaks of what was sent. */
export function sayKinds(metas: readonly { value: unknown }[]): boolean {
  return new Set(metas.map(({ value }) => JSON.stringify(wordsIn(value)))).size > 1;
}

/** The texts of a `meta` that are a word each; `none` is one. */
function wordsIn(meta: unknown): unknown {
  if (!isObject(meta)) return meta;
  return Object.fromEntries(Object.entries(meta).filter(([, value]) => typeof value === 'string' && WORD.test(value)));
}

const WORD = /^[a-z][\w.:-]*$/i;
