import type { Action } from '../../spec/deployment/deployment.ts';
import { membersOf } from '../../spec/deployment/members.ts';
import { drop, merge } from '../../spec/deployment/overlay.ts';
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
    const spec = operations.find((operation) => operation.id === id);
    const target = `$.paths['${spec?.path}'].get.parameters[?@.name=='${own}']`;
    return name === own ? [] : [{ target, update: { name } }];
  });
  const key = { target: '$.components.parameters.IdempotencyKey', update: { name: names.idempotencyHeader } };
  return names.idempotencyHeader === 'Idempotency-Key' ? actions : [...actions, key];
}

/**
 * Overlay actions for keywords of request bodies and largest values of parameters by which a target never refuses, and for null and unknown
 * members that it never takes.
 * The mock itself needs required members, and the types of what it shows in answers.
 */
export function relaxed(variants: readonly SeenVariant[], document: ContractDocument): Action[] {
  const isFree = ({ path, about }: SeenVariant) =>
    path.includes('/requestBody/')
      ? about !== 'required' && !(about === 'type' && isShown(path, document))
      : about === 'maximum';
  const groups = grouped(variants.filter(isFree), ({ path, about }) => `${placeOf(document.json, path)} ${about}`);
  return [...groups.values()].flatMap((group) => {
    const [{ path, about }] = group as [SeenVariant];
    return group.some(({ isAsContract }) => isAsContract)
      ? []
      : actionFor(document.json, placeOf(document.json, path), about);
  });
}

/** Keywords that the file's overlay takes out, and by which the target refuses. */
export function overlayDrift(variants: readonly SeenVariant[], overlay: readonly Action[], { json }: ContractDocument) {
  const kept = variants.filter(({ isAsContract }) => isAsContract);
  const targets = new Set(
    kept.flatMap(({ path, about }) => actionFor(json, placeOf(json, path), about)).map(({ target }) => target),
  );
  return overlay.flatMap(({ target, remove }, index) =>
    remove && targets.has(target) ? { index, field: target, was: 'removed', is: 'enforced' } : [],
  );
}

/** True if the member of a request body is a member of the operation's success as well. */
function isShown(path: string, document: ContractDocument): boolean {
  const operation = document.operations.find((spec) =>
    path.startsWith(`/paths/${pointerStep(spec.path)}/${spec.method}/`),
  );
  const steps = [...path.matchAll(/\/properties\/([^/]+)|\/items/g)].map(([, name = '*']) => `/${name}`);
  return (
    operation !== undefined && membersOf(document, operation).some((member) => member.path === `/data${steps.join('')}`)
  );
}

function actionFor(json: Json, place: string, about: string): Action[] {
  if (about === 'unknown') return [merge(place, { additionalProperties: false })];
  if (about === 'null') return [{ target: `${drop(`${place}/type`).target}[?@=='null']`, remove: true }];
  const schema = nodeAt(json, place);
  // A value that matches none of several schemas breaks no keyword of its own.
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
