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

/** An action, and the entry of the deployment file that wants it, as a JSON pointer. */
interface PlacedAction {
  entry: string;
  action: Action;
}

/** The actions that make the contract of a deployment: those that its file lists, then those that its other entries imply. */
export function actionsOf(deployment: Deployment, document: ContractDocument): PlacedAction[] {
  const inPlace = [
    ...deployment.overlay.map((action, index) => ({ entry: `/overlay/${index}`, action })),
    ...document.operations.flatMap((spec) => [
      ...answerActions(deployment, document, spec),
      ...refusalActions(deployment, document, spec),
    ]),
    ...pageSizeActions(deployment, document),
  ];
  return [...inPlace, ...moveOfEmailPath(deployment, document, inPlace)];
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

/** The parameters that stand in a document itself, not by reference. */
function parametersIn(json: Json): Json[] {
  const { parameters = {} } = (json.components ?? {}) as { parameters?: Json };
  const operations = Object.values((json.paths ?? {}) as Json).flatMap((item) => Object.values(item as Json));
  const listed = operations.flatMap((operation) => (isObject(operation) ? [operation.parameters ?? []].flat() : []));
  return [...Object.values(parameters), ...listed].filter((node): node is Json => isObject(node) && 'name' in node);
}

function answerActions(deployment: Deployment, document: ContractDocument, spec: OperationSpec): PlacedAction[] {
  const form = answerFormOf(deployment, spec);
  if (!form) return [];
  const { status, omit = [], nulls, add = {} } = form;
  const entry = `/answers/${spec.id in deployment.answers ? spec.id : spec.aliasOf}`;
  const placed = (field: string, actions: readonly Action[]) =>
    actions.map((action) => ({ entry: `${entry}/${field}`, action }));
  const [success, responses, members] = [successOf(spec), responsesOf(spec), membersOf(document, spec)];
  const described = spec.responses.get(success) ?? '';
  const examples = described.replace(/schema$/, 'examples');
  const left = members.filter((member) => omit.includes(member.path) || (nulls && isNullable(member)));
  const added = Object.entries(add).flatMap(([path, value]) => {
    const name = path.slice(parentPath(path).length + 1);
    const own = members.filter((member) => member.path === path);
    const sibling = members.find((member) => parentPath(member.path) === parentPath(path));
    return [
      ...own.map(({ parent }) => drop(`${parent}/properties/${pointerStep(name)}`)),
      merge(own[0]?.parent ?? sibling?.parent ?? described, { properties: { [name]: schemaOf(value) } }),
    ];
  });
  return [
    // Examples show the contract's form.
    ...(nodeAt(document.json, examples) === undefined ? [] : placed('', [drop(examples)])),
    ...placed(
      'omit',
      left.map(({ parent, name }) => makeOptional(parent, name)),
    ),
    ...placed('add', added),
    ...(status === undefined || String(status) === success
      ? []
      : placed('status', [
          merge(responses, { [status]: (nodeAt(document.json, responses) as Json)[success] }),
          drop(`${responses}/${success}`),
        ])),
  ];
}

const responsesOf = ({ path, method }: OperationSpec) => `/paths/${pointerStep(path)}/${method}/responses`;
const parentPath = (path: string) => path.slice(0, path.lastIndexOf('/'));

function schemaOf(value: unknown): Json {
  return { type: value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value };
}

/** Declares the statuses of refusals that the contract does not name. */
function refusalActions({ refusals }: Deployment, { json }: ContractDocument, spec: OperationSpec): PlacedAction[] {
  const responses = responsesOf(spec);
  const declared = nodeAt(json, responses) as Json;
  return Object.entries(refusals).flatMap(([key, { status }]) => {
    const [rule = '', operation = loadRegister().get(rule as never)?.operation ?? 'all'] = key.split('@');
    const isAbout = [operation].flat().some((name) => ['all', spec.id, spec.aliasOf].includes(name as never));
    if (status === undefined || String(status) in declared || !isAbout) return [];
    return [
      { entry: `/refusals/${pointerStep(key)}/status`, action: merge(responses, { [status]: declared.default }) },
    ];
  });
}

function pageSizeActions({ choices }: Deployment, { operations }: ContractDocument): PlacedAction[] {
  const { defaultPageSize, largestPageSize } = choices;
  const sizes = operations.flatMap(({ id, parameters }) =>
    parameters.filter(({ name }) => name === 'page[size]').map(({ pointer }) => ({ id, pointer })),
  );
  const placed = (choice: string, action: Action) => ({ entry: `/choices/${choice}`, action });
  return sizes.flatMap(({ id, pointer }) => [
    ...(defaultPageSize === undefined ? [] : [placed('defaultPageSize', merge(pointer, { default: defaultPageSize }))]),
    ...(largestPageSize === undefined || id !== 'listDirDocumentTypes'
      ? []
      : [placed('largestPageSize', merge(pointer, { maximum: largestPageSize }))]),
  ]);
}

/** Moves the route of sending, with all that other actions have changed in it. */
function moveOfEmailPath(
  { choices: { emailPath = ours.emailPath } }: Deployment,
  { json }: ContractDocument,
  others: readonly PlacedAction[],
): PlacedAction[] {
  if (emailPath === ours.emailPath) return [];
  const changed = structuredClone(json);
  for (const { action } of others) {
    try {
      applyAction(changed, action);
    } catch (error) {
      // A target that is no JSONPath is reported with its place when the contract is made.
      if (!(error instanceof JSONPathError)) throw error;
    }
  }
  const path = `/paths/${pointerStep(ours.emailPath)}`;
  return [merge('/paths', { [emailPath]: nodeAt(changed, path) }), drop(path)].map((action) => ({
    entry: '/choices/emailPath',
    action,
  }));
}
