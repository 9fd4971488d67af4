import { isDeepStrictEqual } from 'node:util';
import type { RefusalForm } from '../../../spec/deployment/deployment.ts';
import { parameterForm } from '../../../spec/deployment/parameter-form.ts';
import { pointerForms } from '../../../spec/deployment/pointer-form.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { parsed } from '../../suite/wire/answer.ts';
import { bodyOf, type OurAnswer, type Pair } from '../asked/pair.ts';
import type { RefusalBody } from '../asked/refusal-body.ts';
import { Tally } from '../asked/tally.ts';

/** In which way most pointers of the target lead to what ours lead to; undefined when neither have any. */
export function pointersOf(pairs: readonly Pair[]): Tally<unknown> | undefined {
  const met = pairs.flatMap(({ seen, ours }) => {
    const [theirs, own] = [seen, ours].map((one) => (bodyOf(one) as RefusalBody | undefined)?.errors?.[0]);
    const [pointer, ourPointer] = [theirs?.source?.pointer, own?.source?.pointer];
    if (!theirs || own?.source?.parameter !== undefined) return [];
    return [
      {
        ways: pointerForms(pointer, ourPointer, parsed(seen.request.body ?? '')),
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
  const [said, ourSaid] = [theirs, own].map((one) => one?.errors?.[0]?.source ?? {});
  const isElsewhere = ourSaid?.pointer !== undefined || !own?.errors?.[0];
  const parameter = isElsewhere ? undefined : parameterForm(said ?? {}, ourSaid?.parameter);
  const loc = theirs?.detail?.[0]?.loc;
  return {
    ...(theirs?.errors?.[0] && parameter !== undefined && { parameter }),
    ...(loc && own?.detail?.[0] && { loc: locIn(loc, own.detail[0].loc) }),
  };
}

/** How a parameter is named in comparison with ours: behind the query, alone, or as it is. */
function locIn(loc: readonly string[], ours: readonly string[] = []): NonNullable<RefusalForm['loc']> {
  if (isDeepStrictEqual(loc, ours)) return 'query';
  return isDeepStrictEqual(loc, ours.slice(-1)) ? 'name' : loc;
}
