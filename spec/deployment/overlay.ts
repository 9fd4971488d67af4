import { JSONPathError } from 'json-p3';
import { type ContractDocument, ContractError, documentOf, type OperationSpec } from '../document.ts';
import { ours } from '../generated/choices.ts';
import { isObject, type Json } from '../json.ts';
import { pointerStep } from '../pointer.ts';
import { loadRegister } from '../register.ts';
import { nodeAt } from '../trace.ts';
import { type Action, applyAction, drop, makeOptional, merge } from './action.ts';
import { answerFormOf, type Deployment } from './deployment.ts';
import { isNullable, membersOf, successOf } from './members.ts';

interface PlacedAction {
  entry: string;
  action: Action;
}

type Place = (entry: string, ...actions: readonly Action[]) => void;

/** The actions that make the contract of a deployment: those that its file lists, then those that its other entries imply. */
export function actionsOf(deployment: Deployment, document: ContractDocument): PlacedAction[] {
  const placed: PlacedAction[] = [];
  const place: Place = (entry, ...actions) => placed.push(...actions.map((action) => ({ entry, action })));
  for (const [index, action] of deployment.overlay.entries()) place(`/overlay/${index}`, action);
  for (const spec of document.operations) {
    placeAnswer(deployment, document, spec, place);
    placeStatuses(deployment, document, spec, place);
  }
  const { defaultPageSize, largestPageSize, emailPath = ours.emailPath } = deployment.choices;
  for (const { id, parameters } of document.operations)
    for (const { pointer } of parameters.filter(({ name }) => name === 'page[size]')) {
      if (defaultPageSize !== undefined)
        place('/choices/defaultPageSize', merge(pointer, { default: defaultPageSize }));
      if (largestPageSize !== undefined && id === 'listDirDocumentTypes')
        place('/choices/largestPageSize', merge(pointer, { maximum: largestPageSize }));
    }
  if (emailPath !== ours.emailPath) {
    // The route moves with all that other actions have changed in it.
    const path = `/paths/${pointerStep(ours.emailPath)}`;
    const route = nodeAt(changedBy(placed, document.json), path);
    place('/choices/emailPath', merge('/paths', { [emailPath]: route }), drop(path));
  }
  return placed;
}

function changedBy(placed: readonly PlacedAction[], json: Json): Json {
  const changed = structuredClone(json);
  for (const { action } of placed) {
    try {
      applyAction(changed, action);
    } catch (error) {
      // A target that is no JSONPath is reported with its place when the contract is made.
      if (!(error instanceof JSONPathError)) throw error;
    }
  }
  return changed;
}

/**
 * The contract after some actions. A parameter that they rename keeps its name in the contract as `x-contract-name`. Throws a
 * ContractError when an action that a file lists has no target, or when the result is no contract of the same operations.
 */
export function applyActions(document: ContractDocument, actions: readonly PlacedAction[]): ContractDocument {
  const json = structuredClone(document.json);
  for (const parameter of parametersIn(json)) parameter['x-contract-name'] = parameter.name;
  for (const { entry, action } of actions)
    if (!applyAction(json, action) && entry.startsWith('/overlay/'))
      throw new ContractError(`${action.target} leads nowhere in the contract`);
  for (const parameter of parametersIn(json))
    if (parameter['x-contract-name'] === parameter.name) delete parameter['x-contract-name'];
  const changed = documentOf(json, document.file, JSON.stringify(json));
  const ids = (of: ContractDocument) =>
    of.operations
      .map(({ id, method }) => `${id} ${method}`)
      .sort()
      .join();
  if (ids(changed) !== ids(document)) throw new ContractError('an overlay can not add, remove or rename operations');
  return changed;
}

function parametersIn(json: Json): Json[] {
  const { parameters = {} } = (json.components ?? {}) as { parameters?: Json };
  const operations = Object.values((json.paths ?? {}) as Json).flatMap((item) => Object.values(item as Json));
  const listed = operations.flatMap((operation) => (isObject(operation) ? [operation.parameters ?? []].flat() : []));
  return [...Object.values(parameters), ...listed].filter((node): node is Json => isObject(node) && 'name' in node);
}

function placeAnswer(deployment: Deployment, document: ContractDocument, spec: OperationSpec, place: Place): void {
  const form = answerFormOf(deployment, spec);
  if (!form) return;
  const { status, omit = [], nulls, add = {} } = form;
  const entry = `/answers/${spec.id in deployment.answers ? spec.id : spec.aliasOf}`;
  const [success, responses, members] = [successOf(spec), responsesOf(spec), membersOf(document, spec)];
  const described = spec.responses.get(success) ?? '';
  const examples = described.replace(/schema$/, 'examples');
  // Examples show the contract's form.
  if (nodeAt(document.json, examples) !== undefined) place(`${entry}/`, drop(examples));
  for (const member of members)
    if (omit.includes(member.path) || (nulls && isNullable(member)))
      place(`${entry}/omit`, makeOptional(member.parent, member.name));
  for (const [path, value] of Object.entries(add)) {
    const name = path.slice(parentPath(path).length + 1);
    const own = members.filter((member) => member.path === path);
    const sibling = members.find((member) => parentPath(member.path) === parentPath(path));
    place(`${entry}/add`, ...own.map(({ parent }) => drop(`${parent}/properties/${pointerStep(name)}`)));
    const parent = own[0]?.parent ?? sibling?.parent ?? described;
    place(`${entry}/add`, merge(parent, { properties: { [name]: schemaOf(value) } }));
  }
  if (status === undefined || String(status) === success) return;
  const response = (nodeAt(document.json, responses) as Json)[success];
  place(`${entry}/status`, merge(responses, { [status]: response }), drop(`${responses}/${success}`));
}

const responsesOf = ({ path, method }: OperationSpec) => `/paths/${pointerStep(path)}/${method}/responses`;
const parentPath = (path: string) => path.slice(0, path.lastIndexOf('/'));

function schemaOf(value: unknown): Json {
  return { type: value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value };
}

/** Declares the statuses of refusals that the contract does not name. */
function placeStatuses({ refusals }: Deployment, { json }: ContractDocument, spec: OperationSpec, place: Place): void {
  const responses = responsesOf(spec);
  const declared = nodeAt(json, responses) as Json;
  for (const [key, { status }] of Object.entries(refusals)) {
    const [rule = '', operation = loadRegister().get(rule as never)?.operation ?? 'all'] = key.split('@');
    const isAbout = [operation].flat().some((name) => ['all', spec.id, spec.aliasOf].includes(name as never));
    if (status !== undefined && !(status in declared) && isAbout)
      place(`/refusals/${pointerStep(key)}/status`, merge(responses, { [status]: declared.default }));
  }
}
