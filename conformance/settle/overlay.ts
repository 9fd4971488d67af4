import type { Action } from '../../spec/deployment/deployment.ts';
import { listPlaces } from '../../spec/deployment/members.ts';
import { createMerge, createRemoval } from '../../spec/deployment/overlay.ts';
import type { ContractDocument } from '../../spec/document.ts';
import { groupBy } from '../../spec/group-by.ts';
import { escapeStep, findNode, isObject, type Json, resolvePointer } from '../../spec/json.ts';
import type { Seen, SeenSuccess, SeenVariant } from '../suite/outcome/seen.ts';
import type { fillWireNames } from '../suite/target/target.ts';

type Names = ReturnType<typeof fillWireNames>;

/** Overlay actions for parameters that have other names than in the contract. */
export function makeRenames(names: Names): Action[] {
  const query = (path: string, name: string) => `$.paths['${path}'].get.parameters[?@.name=='${name}']`;
  const parameters = [
    [query('/ai/missions/runs', 'page[number]'), 'page[number]', names.pageNumber],
    [query('/ai/missions/runs', 'page[size]'), 'page[size]', names.pageSize],
    [query('/dir/document_types', 'page[number]'), 'page[number]', names.documentTypesPageNumber],
    ['$.components.parameters.IdempotencyKey', 'Idempotency-Key', names.idempotencyHeader],
  ] as const;
  return parameters.flatMap(([target, own, name]) => (name === own ? [] : [{ target, update: { name } }]));
}

/**
 * Overlay actions for request keywords that a target does not enforce, members that it ignores, and null, words,
 * unknown and read-only members that it refuses. Required members stay.
 */
export function makeRelaxations(variants: readonly SeenVariant[], { json }: ContractDocument): Action[] {
  const isFree = ({ path, about }: SeenVariant) =>
    path.includes('/parameters/') ? about !== 'required' : !['required', 'value'].includes(about);
  // The read-only members of a body are one entry.
  const locateVariant = ({ path, about }: SeenVariant) =>
    about === 'sent' ? splitPath(path)?.body : resolvePointer(json, path);
  const groups = groupBy(variants.filter(isFree), (variant) => `${locateVariant(variant)} ${variant.about}`);
  return [...groups.values()].flatMap((group) => {
    const [{ path, about }] = group as [SeenVariant];
    if (group.some(({ isAsContract }) => isAsContract)) return [];
    const { body } = splitPath(path) ?? {};
    if (about !== 'sent' || body === undefined) return makeAction(json, path, about);
    const forbidden = group.map((variant) => [splitPath(variant.path)?.name, { not: {} }]);
    return [createMerge(resolvePointer(json, body), { type: 'object', properties: Object.fromEntries(forbidden) })];
  });
}

/** Overlay actions for words of an enum for which the target has other words. */
export function makeRewordings(choices: Seen['choices'], { json }: ContractDocument): Action[] {
  const words = Object.entries(choices).flatMap(([name, word]) => {
    const [, place, own] = /^(.+)\.(\w+)$/.exec(name) ?? [];
    return place === undefined || own === word ? [] : [{ at: `/components/schemas/${place}`, own, word }];
  });
  return [...groupBy(words, ({ at }) => at)].flatMap(([at, renamed]) => {
    const { $ref } = findNode(json, at) as Json;
    if (typeof $ref !== 'string')
      return renamed.map(({ own, word }) => ({
        target: `${createRemoval(`${at}/enum`).target}[?@=='${own}']`,
        update: word,
      }));
    // References to the same schema have its words.
    const { enum: list } = findNode(json, $ref.slice(1)) as { enum: string[] };
    const changed = list.map((own) => renamed.find((entry) => entry.own === own)?.word ?? own);
    return [createRemoval(`${at}/$ref`), createMerge(at, { type: 'string', enum: changed })];
  });
}

/** Overlay actions for members that are texts at the target, in the place of objects with a first member of the same form. */
export function makeTextMembers(successes: readonly SeenSuccess[], document: ContractDocument): Action[] {
  const actions = successes.flatMap(({ operation, members }) => {
    const spec = document.operations.find(({ id }) => id === operation);
    const places = spec ? listPlaces(document, spec) : [];
    return places.flatMap(({ path, name, parent, schemas }) => {
      const [first] = schemas.flatMap(({ properties = {} }) => Object.values(properties as Json).filter(isObject));
      const isText = typeof members[path]?.values[0] === 'string';
      const at = name === '*' ? `${parent}/items` : `${parent}/properties/${escapeStep(name)}`;
      return isText && typeof first?.$ref === 'string' ? [createMerge(at, { $ref: first.$ref })] : [];
    });
  });
  return [...new Map(actions.map((action) => [action.target, action])).values()];
}

/** Keywords that the file's overlay takes out, and by which the target refuses. */
export function compareOverlay(
  variants: readonly SeenVariant[],
  overlay: readonly Action[],
  { json }: ContractDocument,
) {
  const kept = variants.filter(({ isAsContract }) => isAsContract);
  const targets = new Set(kept.flatMap(({ path, about }) => makeAction(json, path, about)).map(({ target }) => target));
  return overlay.flatMap(({ target, remove }, index) =>
    remove && targets.has(target) ? { index, field: target, was: 'removed', is: 'enforced' } : [],
  );
}

function makeAction(json: Json, path: string, about: string): Action[] {
  const member = splitPath(path)?.member;
  if (about === 'name') return member === undefined ? [] : [createRemoval(resolvePointer(json, member))];
  const place = resolvePointer(json, path);
  if (about === 'unknown') return [createMerge(place, { additionalProperties: false })];
  if (about === 'null') return [{ target: `${createRemoval(`${place}/type`).target}[?@=='null']`, remove: true }];
  if (about === 'value')
    return path.includes('~1runs/') ? [createMerge(place, { $ref: '#/components/schemas/MissionRunStatus' })] : [];
  const schema = (findNode(json, place) ?? {}) as Json;
  const isParameter = path.includes('/parameters/');
  if (isParameter && about === 'type') return [createMerge(place, { type: [schema.type, 'string'].flat() })];
  if (isParameter && about === 'minimum') return [createMerge(place, { minimum: Number(schema.minimum) - 1 })];
  // A value without a matching schema breaks no keyword of those schemas.
  return about in schema && about !== 'oneOf' ? [createRemoval(`${place}/${escapeStep(about)}`)] : [];
}

/** The member of a whole body that a path leads to or through. */
function splitPath(path: string): { member: string; body: string; name: string } | undefined {
  const [member, body = '', name = ''] = /^(.*?\/schema)(?:\/\$ref)*\/properties\/([^/]+)/.exec(path) ?? [];
  return member === undefined ? undefined : { member, body, name };
}
