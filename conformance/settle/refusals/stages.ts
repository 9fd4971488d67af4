import type { Deployment } from '../../../spec/deployment/deployment.ts';
import { generalRulesIn } from '../../../spec/deployment/form-of.ts';
import { grouped } from '../../../spec/grouped.ts';
import type { Json } from '../../../spec/json.ts';
import { bodyOf, errorsIn, isRefusal, type Pair } from '../asked/pair.ts';
import type { RefusalBody } from '../asked/refusal-body.ts';

/**
 * The operations on which a target tells a wrong path or type alone where it usually does not, or the other way round (ERR-14), as what
 * goes for all refusals there. Our answers must tell all faults.
 */
export function stagedApart(pairs: readonly Pair[], isUsual: boolean): Deployment['refusals'] {
  const refused = pairs.filter(({ seen }) => isRefusal(seen));
  const found = [...grouped(refused, ({ operation }) => operation ?? [])].flatMap(([id, own]) => {
    const staged = areStaged(own);
    const about = own.find(({ ours }) => ours.faults);
    const [rule] = about ? generalRulesIn(bodyOf(about.ours)) : [];
    return staged === undefined || staged === isUsual || !rule ? [] : [{ rule, on: [id, { staged }] as const }];
  });
  const ofRules = [...grouped(found, ({ rule }) => rule)];
  return Object.fromEntries(ofRules.map(([rule, own]) => [rule, { on: Object.fromEntries(own.map(({ on }) => on)) }]));
}

/** Whether wrong types are told alone where other faults are told together; undefined where that was not seen. */
function areStaged(pairs: readonly Pair[]): boolean | undefined {
  const ofTypes = pairs.filter(({ ours: { faults = [] } }) => faults.length > 1 && faults.some(isOfType));
  // Some take a wrong type for a right one: they tell other faults together.
  const others = ({ ours: { faults = [] } }: Pair) => faults.filter((fault) => !isOfType(fault)).length;
  if (ofTypes.some((pair) => countPlaces(bodyOf(pair.seen)) > Math.max(1, others(pair)))) return false;
  const isAlone = ofTypes.some(({ seen }) => countPlaces(bodyOf(seen)) === 1);
  return isAlone && pairs.some(({ seen }) => countPlaces(bodyOf(seen)) > 1) ? true : undefined;
}

const isOfType = (fault: string): boolean => fault === 'type' || fault === 'null';

/** In how many places a refusal tells faults, or in how many ways where it names none. */
function countPlaces(body: Json | undefined): number {
  const { detail } = (body ?? {}) as RefusalBody;
  const places = Array.isArray(detail)
    ? detail.map(({ loc }) => JSON.stringify(loc))
    : errorsIn(body).map(({ pointer, parameter, detail: said }) => pointer ?? parameter ?? said);
  return new Set(places).size;
}
