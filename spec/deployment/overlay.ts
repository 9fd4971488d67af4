import { compile, type JSONValue, query } from 'json-p3';
import { type ContractDocument, createDocument, type OperationSpec } from '../document.ts';
import { defaultChoices } from '../generated/choices.ts';
import { escapeStep, findNode, isObject, type Json, parsePointer, toParentPointer } from '../json.ts';
import { ContractError } from '../yaml.ts';
import { type Action, type Deployment, findAnswerForm } from './deployment.ts';
import { findSuccessStatus, isNullable, listMembers, listTimes } from './members.ts';

interface PlacedAction {
  /** A JSON pointer to the entry of the file that causes the action. */
  entry: string;
  action: Action;
}

export function createMerge(pointer: string, update: Json): Action {
  return { target: toJsonPath(pointer), update };
}

export function createRemoval(pointer: string): Action {
  return { target: toJsonPath(pointer), remove: true };
}

/** A JSON pointer as a JSONPath. A number of three digits is a status, not an index. */
function toJsonPath(pointer: string): string {
  const steps = parsePointer(pointer).map((step) => {
    if (/^[a-z_]\w*$/i.test(step)) return `.${step}`;
    return /^\d{1,2}$/.test(step) ? `[${step}]` : `['${step.replaceAll("'", "\\'")}']`;
  });
  return `$${steps.join('')}`;
}

/** True for JSONPaths (RFC 9535). */
export function isTarget(text: string): boolean {
  try {
    return compile(text) !== undefined;
  } catch {
    return false;
  }
}

function applyAction(document: Json, { target, update, remove }: Action): boolean {
  const { nodes } = query(target, document as JSONValue);
  // The last items of a list first, so that the places of earlier items stay.
  for (const { location, value } of nodes.toReversed()) {
    const holder = location.slice(0, -1).reduce<unknown>((node, step) => (node as Json)[step], document);
    const name = location.at(-1) as string;
    if (remove && Array.isArray(holder)) holder.splice(Number(name), 1);
    else if (remove) delete (holder as Json)[name];
    else if (Array.isArray(value)) value.push(...(structuredClone([update].flat()) as JSONValue[]));
    else if (isObject(value)) mergeInto(value, update as Json);
    else (holder as Json)[name] = update;
  }
  return nodes.length > 0;
}

/** Merges objects at any depth and appends to lists; other values are replaced. */
function mergeInto(target: Json, update: Json): void {
  for (const [name, value] of Object.entries(update)) {
    const current = target[name];
    if (isObject(current) && isObject(value)) mergeInto(current, value);
    else if (Array.isArray(current) && Array.isArray(value)) current.push(...structuredClone(value));
    else target[name] = structuredClone(value);
  }
}

/** The actions that make the contract of a deployment: its file's overlay, then the actions that further entries imply. */
export function listActions(deployment: Deployment, document: ContractDocument): PlacedAction[] {
  const { overlay, refusals, choices } = deployment;
  const placed = overlay.map((action, index) => ({ entry: `/overlay/${index}`, action }));
  for (const [key, { body }] of Object.entries(refusals))
    if (body && body.errors?.length === 0)
      placed.push({
        entry: `/refusals/${escapeStep(key)}`,
        action: createRemoval('/components/schemas/ErrorBody/properties/errors/minItems'),
      });
  for (const spec of document.operations) {
    placed.push(...listAnswerActions(deployment, document, spec));
    const { pointer: size } = spec.parameters.find(({ name }) => name === 'page[size]') ?? {};
    for (const [choice, keyword] of [
      ['defaultPageSize', 'default'],
      ['largestPageSize', 'maximum'],
    ] as const) {
      // The source fixes the largest page of mission runs.
      const isChosen = choice === 'defaultPageSize' || spec.id === 'listDirDocumentTypes';
      if (size !== undefined && choices[choice] !== undefined && isChosen)
        placed.push({ entry: `/choices/${choice}`, action: createMerge(size, { [keyword]: choices[choice] }) });
    }
  }
  const { emailPath = defaultChoices.emailPath } = choices;
  if (emailPath === defaultChoices.emailPath) return placed;
  // The moved route includes the changes of other actions.
  const json = structuredClone(document.json);
  for (const { action } of placed) applyAction(json, action);
  const path = `/paths/${escapeStep(defaultChoices.emailPath)}`;
  const moved = [createMerge('/paths', { [emailPath]: findNode(json, path) }), createRemoval(path)];
  return [...placed, ...moved.map((action) => ({ entry: '/choices/emailPath', action }))];
}

/**
 * The contract after some actions. A renamed parameter has its contract name in `x-contract-name`. Throws a ContractError
 * when an action that a file lists has no target, or when the result isn't a contract of the same operations.
 */
export function applyActions(document: ContractDocument, actions: readonly PlacedAction[]): ContractDocument {
  const json = structuredClone(document.json);
  for (const parameter of findParameters(json)) parameter['x-contract-name'] = parameter.name;
  for (const { entry, action } of actions)
    if (!applyAction(json, action) && entry.startsWith('/overlay/'))
      throw new ContractError(`${action.target} leads nowhere in the contract`);
  for (const parameter of findParameters(json))
    if (parameter['x-contract-name'] === parameter.name) delete parameter['x-contract-name'];
  const changed = createDocument(json, document.file, JSON.stringify(json));
  const listIds = ({ operations }: ContractDocument) => operations.map(({ id, method }) => `${id} ${method}`).sort();
  if (`${listIds(changed)}` !== `${listIds(document)}`)
    throw new ContractError('an overlay can not add, remove or rename operations');
  return changed;
}

const findParameters = (json: Json) =>
  query('$..[?@.in && @.name && @.schema]', json as JSONValue).nodes.map(({ value }) => value as Json);

function listAnswerActions(deployment: Deployment, document: ContractDocument, spec: OperationSpec): PlacedAction[] {
  const form = findAnswerForm(deployment, spec);
  if (!form) return [];
  const { status, omit = [], nulls, times, add = {} } = form;
  const placed: PlacedAction[] = [];
  const addActions = (field: string, ...actions: readonly Action[]) => {
    const entry = `/answers/${spec.id in deployment.answers ? spec.id : spec.aliasOf}/${field}`;
    placed.push(...actions.map((action) => ({ entry, action })));
  };
  const success = findSuccessStatus(spec);
  const responses = toResponsesPointer(spec);
  const members = listMembers(document, spec);
  const described = spec.responses.get(success) ?? '';
  // Examples show the contract's form.
  addActions('', createRemoval(described.replace(/schema$/, 'examples')));
  for (const { path, parent, name, ...member } of members)
    if (omit.includes(path) || (nulls && isNullable(member)))
      addActions('omit', { target: `${toJsonPath(parent)}.required[?(@ == '${name}')]`, remove: true });
  for (const { parent, name } of times ? listTimes(document, spec, times) : [])
    addActions('times', createRemoval(`${parent}/properties/${escapeStep(name)}/pattern`));
  for (const [path, value] of Object.entries(add)) {
    const [holder = '', name = ''] = [toParentPointer(path), parsePointer(path).at(-1)];
    const existing = members.filter((member) => member.path === path);
    const sibling = members.find((member) => toParentPointer(member.path) === holder);
    const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    addActions(
      `add/${escapeStep(path)}`,
      ...existing.map(({ parent }) => createRemoval(`${parent}/properties/${escapeStep(name)}`)),
      createMerge(existing[0]?.parent ?? sibling?.parent ?? described, { properties: { [name]: { type } } }),
    );
  }
  if (status === undefined || String(status) === success) return placed;
  const response = (findNode(document.json, responses) as Json)[success];
  addActions('status', createMerge(responses, { [status]: response }), createRemoval(`${responses}/${success}`));
  return placed;
}

const toResponsesPointer = ({ path, method }: OperationSpec) => `/paths/${escapeStep(path)}/${method}/responses`;
