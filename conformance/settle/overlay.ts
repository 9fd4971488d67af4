import type { Action } from '../../spec/deployment/action.ts';
import { drop, makeOptional, merge } from '../../spec/deployment/action.ts';
import type { ContractDocument } from '../../spec/document.ts';
import { grouped } from '../../spec/grouped.ts';
import { isObject, type Json } from '../../spec/json.ts';
import { pointerStep, pointerSteps } from '../../spec/pointer.ts';
import { nodeAt } from '../../spec/trace.ts';
import type { SeenVariant } from '../suite/outcome/seen.ts';
import type { wireNames } from '../suite/target/wire-names.ts';

type Names = ReturnType<typeof wireNames>;

/** Overlay actions for parameters that have other names than in the contract. */
export function renamed(names: Names, { operations }: ContractDocument): Action[] {
  const queries = [
    ['listRecentAiMissionRuns', 'page[number]', names.pageNumber],
    ['listRecentAiMissionRuns', 'page[size]', names.pageSize],
    ['listDirDocumentTypes', 'page[number]', names.documentTypesPageNumber],
  ] as const;
  const actions = queries.flatMap(([id, own, name]): Action[] => {
    const spec = operations.find((one) => one.id === id);
    const target = `$.paths['${spec?.path}'].get.parameters[?@.name=='${own}']`;
    return name === own ? [] : [{ target, update: { name } }];
  });
  const key = { target: '$.components.parameters.IdempotencyKey', update: { name: names.idempotencyHeader } };
  return names.idempotencyHeader === 'Idempotency-Key' ? actions : [...actions, key];
}

/** Overlay actions for keywords of request bodies by which a target never refuses, and for what it never takes. */
export function relaxed(variants: readonly SeenVariant[], { json }: ContractDocument): Action[] {
  const bodies = variants.filter(({ path }) => path.includes('/requestBody/'));
  const groups = grouped(bodies, ({ path, about, missing = '' }) => [placeOf(json, path), about, missing].join(' '));
  const actions = [...groups.values()].flatMap((group) => {
    const [{ path, about, missing }] = group as [SeenVariant];
    return group.every(({ isAsContract }) => !isAsContract) ? actionFor(json, placeOf(json, path), about, missing) : [];
  });
  return [...new Map(actions.map((action) => [JSON.stringify(action), action])).values()];
}

function actionFor(json: Json, place: string, about: string, missing: string | undefined): Action[] {
  if (missing !== undefined) return [makeOptional(place, missing)];
  if (about === 'unknown') return [merge(place, { additionalProperties: false })];
  if (about === 'null') return [{ target: `${drop(`${place}/type`).target}[?@=='null']`, remove: true }];
  const schema = nodeAt(json, place);
  // A form of several is no keyword of its own, and a valid value that is refused has another limit, which nobody knows.
  return isObject(schema) && about in schema && about !== 'oneOf' ? [drop(`${place}/${pointerStep(about)}`)] : [];
}

/** A pointer into the document without the references that a path follows. */
function placeOf(json: Json, path: string): string {
  return pointerSteps(path).reduce((place, step) => {
    const node = nodeAt(json, place);
    if (step === '$ref' && isObject(node) && typeof node.$ref === 'string') return node.$ref.slice(1);
    return `${place}/${pointerStep(step)}`;
  }, '');
}
