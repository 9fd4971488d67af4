import { isDeepStrictEqual } from 'node:util';
import type { RefusalForm } from '../../spec/deployment/deployment.ts';
import { addressAt } from '../../spec/deployment/request-place.ts';
import { pointerStep, pointerSteps } from '../../spec/pointer.ts';
import type { NotedExchange } from '../suite/run/noted-exchanges.ts';
import { parsed } from '../suite/wire/answer.ts';
import { bodyOf, type OurAnswer, type Pair } from './pair.ts';
import type { RefusalBody } from './refusal-body.ts';
import { Tally } from './tally.ts';

/** Whether a pointer leads to the same place whatever is wrong, so that it says nothing of other refusals. */
export const isAlways = (pointer: string): boolean =>
  pointer === '' || pointer.startsWith('/') || pointer === 'document';

/** In which way most pointers of the target lead to what ours lead to; undefined when neither have any. */
export function pointersOf(pairs: readonly Pair[]): Tally<unknown> | undefined {
  const met = pairs.flatMap(({ seen, ours }) => {
    const [theirs, own] = [seen, ours].map((one) => (bodyOf(one) as RefusalBody | undefined)?.errors?.[0]);
    const [pointer, ourPointer] = [theirs?.source?.pointer, own?.source?.pointer];
    if (!theirs || own?.source?.parameter !== undefined) return [];
    return [
      {
        ways: relations(pointer, ourPointer, parsed(seen.request.body ?? '')),
        points: pointer !== undefined || ourPointer !== undefined,
        seen,
      },
    ];
  });
  // One pointer may lead there in several ways: the one that most pointers share is meant.
  const counts = new Map<string, number>();
  for (const way of met.flatMap(({ ways }) => ways)) counts.set(way, (counts.get(way) ?? 0) + 1);
  const weight = (way: string) => counts.get(way) ?? 0;
  const tally = new Tally<unknown>();
  for (const { ways, seen } of met)
    tally.add(
      ways.reduce((best, way) => (weight(way) > weight(best) ? way : best)),
      seen,
    );
  return met.some(({ points }) => points) ? tally : undefined;
}

/** Whether the query parameter at fault is named, and where, in comparison with ours. */
export function placesOf(seen: NotedExchange, ours: OurAnswer): Pick<RefusalForm, 'parameter' | 'loc'> {
  const [theirs, own] = [seen, ours].map((one) => bodyOf(one) as RefusalBody | undefined);
  const parameter = theirs?.errors?.[0]?.source?.parameter;
  const isNamed = own?.errors?.[0]?.source?.parameter !== undefined;
  const loc = theirs?.detail?.[0]?.loc;
  return {
    ...(theirs?.errors?.[0] && isNamed && { parameter: parameter ? 'exact' : 'none' }),
    ...(loc && own?.detail?.[0] && { loc: locIn(loc, own.detail[0].loc) }),
  };
}

/** How a parameter is named in comparison with ours: behind the query, alone, or as it is. */
function locIn(loc: readonly string[], ours: readonly string[] = []): NonNullable<RefusalForm['loc']> {
  if (isDeepStrictEqual(loc, ours)) return 'query';
  return isDeepStrictEqual(loc, ours.slice(-1)) ? 'name' : loc;
}

/** In which ways a pointer leads to what ours leads to, the most telling first; where neither is there, in any. */
export function relations(pointer: string | undefined | null, ours: string | undefined, sent: unknown): string[] {
  if (typeof pointer !== 'string') return ours === undefined ? [...Object.keys(places), 'none'] : ['none'];
  if (ours === undefined) return [pointer];
  const steps = pointerSteps(ours).map((step) => `/${pointerStep(step)}`);
  const found = Object.entries(places).flatMap(([way, place]) => (place(steps, sent) === pointer ? [way] : []));
  return found.length > 0 && pointer !== '' ? found : [...found, pointer];
}

/** Where a pointer leads that goes so far as ours, by the steps of ours. */
const places: Readonly<Record<string, (steps: readonly string[], sent: unknown) => string>> = {
  exact: (steps) => steps.join(''),
  address: (steps, sent) => addressAt(steps.join(''), sent),
  top: (steps) => steps.slice(0, 1).join(''),
  parent: (steps) => steps.slice(0, -1).join(''),
  document: () => '',
};
