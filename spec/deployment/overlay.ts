import { compile, type JSONValue, query } from 'json-p3';
import { type ContractDocument, documentOf, type OperationSpec } from '../document.ts';
import { ours } from '../generated/choices.ts';
import { isObject, type Json, nodeAt, parentPointer, pointerStep, pointerSteps } from '../json.ts';
import { ContractError } from '../yaml.ts';
import { type Action, answerFormOf, type Deployment } from './deployment.ts';
import { isNullable, membersOf, successOf, timesIn } from './members.ts';

interface PlacedAction {
  /** A JSON pointer to the entry of the file that causes the action. */
  entry: string;
  action: Action;
}

export function merge(pointer: string, update: Json): Action {
  return { target: jsonPath(pointer), update };
}

export function drop(pointer: string): Action {
  return { target: jsonPath(pointer), remove: true };
}

/** A JSON pointer as a JSONPath. A number of three digits is a status, not an index. */
function jsonPath(pointer: string): string {
  const steps = pointerSteps(pointer).map((step) => {
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
  // The last items of a list first, so that the places of the others stay.
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
    const own = target[name];
    if (isObject(own) && isObject(value)) mergeInto(own, value);
    else if (Array.isArray(own) && Array.isArray(value)) own.push(...structuredClone(value));
    else target[name] = structuredClone(value);
  }
}

/** The actions that make the contract of a deployment: those that its file lists, then those that its other entries imply. */
export function actionsOf(deployment: Deployment, document: ContractDocument): PlacedAction[] {
  const { overlay, refusals, choices } = deployment;
  const placed = overlay.map((action, index) => ({ entry: `/overlay/${index}`, action }));
  for (const [key, { body }] of Object.entries(refusals))
    if (body && body.errors?.length === 0)
      placed.push({
        entry: `/refusals/${pointerStep(key)}`,
        action: drop('/components/schemas/ErrorBody/properties/errors/minItems'),
      });
  for (const spec of document.operations) {
    placed.push(...answerActions(deployment, document, spec));
    const { pointer: size } = spec.parameters.find(({ name }) => name === 'page[size]') ?? {};
    for (const [choice, keyword] of [
      ['defaultPageSize', 'default'],
      ['largestPageSize', 'maximum'],
    ] as const) {
      // The source fixes the largest page of mission runs.
      const isChosen = choice === 'defaultPageSize' || spec.id === 'listDirDocumentTypes';
      if (size !== undefined && choices[choice] !== undefined && isChosen)
        placed.push({ entry: `/choices/${choice}`, action: merge(size, { [keyword]: choices[choice] }) });
    }
  }
  const { emailPath = ours.emailPath } = choices;
  if (emailPath === ours.emailPath) return placed;
  // The moved route includes the changes of other actions.
  const json = structuredClone(document.json);
  for (const { action } of placed) applyAction(json, action);
  const path = `/paths/${pointerStep(ours.emailPath)}`;
  const moved = [merge('/paths', { [emailPath]: nodeAt(json, path) }), drop(path)];
  return [...placed, ...moved.map((action) => ({ entry: '/choices/emailPath', action }))];
}

/**
 * The contract after some actions. A renamed parameter has its contract name in `x-contract-name`. Throws a ContractError
 * when an action that a file lists has no target, or when the result is no contract of the same operations.
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
  const idsIn = ({ operations }: ContractDocument) => operations.map(({ id, method }) => `${id} ${method}`).sort();
  if (`${idsIn(changed)}` !== `${idsIn(document)}`)
    throw new ContractError('an overlay can not add, remove or rename operations');
  return changed;
}

const parametersIn = (json: Json) =>
  query('$..[?@.in && @.name && @.schema]', json as JSONValue).nodes.map(({ value }) => value as Json);

function answerActions(deployment: Deployment, document: ContractDocument, spec: OperationSpec): PlacedAction[] {
  const form = answerFormOf(deployment, spec);
  if (!form) return [];
  const { status, omit = [], nulls, times, add = {} } = form;
  const placed: PlacedAction[] = [];
  const place = (field: string, ...actions: readonly Action[]) => {
    const entry = `/answers/${spec.id in deployment.answers ? spec.id : spec.aliasOf}/${field}`;
    placed.push(...actions.map((action) => ({ entry, action })));
  };
  const [success, responses, members] = [successOf(spec), responsesOf(spec), membersOf(document, spec)];
  const described = spec.responses.get(success) ?? '';
  // Examples show the contract's form.
  place('', drop(described.replace(/schema$/, 'examples')));
  for (const { path, parent, name, ...member } of members)
    if (omit.includes(path) || (nulls && isNullable(member)))
      place('omit', { target: `${jsonPath(parent)}.required[?(@ == '${name}')]`, remove: true });
  for (const { parent, name } of times ? timesIn(document, spec, times) : [])
    place('times', drop(`${parent}/properties/${pointerStep(name)}/pattern`));
  for (const [path, value] of Object.entries(add)) {
    const [holder = '', name = ''] = [parentPointer(path), pointerSteps(path).at(-1)];
    const own = members.filter((member) => member.path === path);
    const sibling = members.find((member) => parentPointer(member.path) === holder);
    const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    place(
      `add/${pointerStep(path)}`,
      ...own.map(({ parent }) => drop(`${parent}/properties/${pointerStep(name)}`)),
      merge(own[0]?.parent ?? sibling?.parent ?? described, { properties: { [name]: { type } } }),
    );
  }
  if (status === undefined || String(status) === success) return placed;
  const response = (nodeAt(document.json, responses) as Json)[success];
  place('status', merge(responses, { [status]: response }), drop(`${responses}/${success}`));
  return placed;
}

const responsesOf = ({ path, method }: OperationSpec) => `/paths/${pointerStep(path)}/${method}/responses`;
