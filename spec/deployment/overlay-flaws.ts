import diff from 'microdiff';
import type { ContractDocument, OperationSpec } from '../document.ts';
import { isObject, type Json, nodeAt, parentPointer, placeOf, pointerStep, spellOut } from '../json.ts';
import { ownerOf, refusalOwner, statusOwner } from '../ownership.ts';
import { loadRegister } from '../register.ts';

/** Keywords that no request or answer is checked by. */
const silent = /^(description|summary|title|tags|examples?|deprecated|operationId|readOnly|x-.*)$/;

/** Finds the losses of a changed contract that break a rule of the source. Additions are no flaw. */
export function overlayFlaws(contract: ContractDocument, changed: ContractDocument): string[] {
  return contract.operations.flatMap((spec) => {
    const own = changed.operations.find(({ id }) => id === spec.id) as OperationSpec;
    const before = unfolded(contract.json, nodeAt(contract.json, placeIn(spec))) as Json;
    const losses = lossesIn(before, unfolded(changed.json, nodeAt(changed.json, placeIn(own))) as Json);
    return losses.flatMap((loss) => breachOf(loss, contract, spec) ?? []);
  });
}

const placeIn = ({ path, method }: OperationSpec) => `/paths/${pointerStep(path)}/${method}`;

/** A node with references followed, each list of words as one text, and `null` as a separate keyword. */
function unfolded(json: Json, node: unknown, followed: readonly unknown[] = []): unknown {
  if (Array.isArray(node)) return node.map((item) => unfolded(json, item, followed));
  if (!isObject(node)) return node;
  const { $ref, properties, ...others } = node;
  if (typeof $ref === 'string' && !followed.includes($ref))
    return unfolded(json, { ...(nodeAt(json, $ref.slice(1)) as Json), ...others }, [...followed, $ref]);
  const { type, required } = node;
  const below = (children: Json) => mapValues(children, (child) => unfolded(json, child, followed));
  return {
    ...mapValues(below(others), (value) => (Array.isArray(value) && !value.some(isObject) ? `${value}` : value)),
    ...(isObject(properties) && { properties: below(properties), required: {} }),
    ...(Array.isArray(required) && { required: Object.fromEntries(required.map((name) => [name, true])) }),
    ...(type !== undefined && !isObject(type) && { type: typesOf(type), null: [type].flat().includes('null') }),
  };
}

function mapValues(node: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, change(value)]));
}

const typesOf = (type: unknown) => `${[type].flat().filter((name) => name !== 'null')}`;

/** A node or keyword of an operation that a changed contract lacks, or a keyword with another value, by its way from the operation. */
interface Loss {
  steps: readonly string[];
  isNode: boolean;
}

function lossesIn(before: Json, after: Json): Loss[] {
  // A parameter stays the same under another name and at another index.
  const ownName = (parameter: Json) => parameter['x-contract-name'] ?? parameter.name;
  const found = (after.parameters ?? []) as Json[];
  const parameters = ((before.parameters ?? []) as Json[]).map(({ name }) =>
    found.find((parameter) => ownName(parameter) === name),
  );
  return diff(before, { ...after, parameters }).flatMap((change): Loss[] => {
    const path = change.path.map(String);
    const isName = (index: number) => /^(properties|required)$/.test(path[index - 1] ?? '');
    const isSilent = path.some((step, index) => silent.test(step) && !isName(index));
    if (change.type === 'CREATE' || isSilent || isLenient(before, path)) return [];
    // The schema `false` refuses every value.
    if (change.type === 'CHANGE' && change.value === false && path.at(-1) !== 'required') return [];
    const was: unknown = change.oldValue;
    const lost = isObject(was) && isName(path.length) ? Object.keys(was).map((name) => [...path, name]) : [path];
    return lost.map((steps) => ({ steps, isNode: isObject(was) && steps.at(-2) !== 'required' }));
  });
}

/** True for members that the source itself reads leniently. */
function isLenient(node: unknown, [step = '', ...rest]: readonly string[]): boolean {
  return isObject(node) && (node['x-lenient'] === true || isLenient(node[step], rest));
}

/** The rule of the source that a loss breaks, in words. */
function breachOf({ steps, isNode }: Loss, contract: ContractDocument, spec: OperationSpec): string | undefined {
  const missing = steps.at(-2) === 'required' ? steps.at(-1) : undefined;
  const keyword = isNode ? '' : missing === undefined ? (steps.at(-1) ?? '') : 'required';
  const at = steps.slice(0, missing === undefined ? undefined : -1).map((step) => (step === 'null' ? 'type' : step));
  const spelled = spellOut(contract.json, placeIn(spec) + at.map((step) => `/${pointerStep(step)}`).join(''));
  const way = isNode ? spelled : parentPointer(spelled);
  const [, status] = /\/responses\/(\d+)$/.exec(way) ?? [];
  const find = way.includes('/responses/') ? ownerOf : refusalOwner;
  const owner =
    status !== undefined && isNode
      ? statusOwner(contract, spec.id, Number(status))
      : find(contract, way, keyword, missing);
  if (owner === undefined || loadRegister().get(owner)?.basis !== 'source') return undefined;
  return `changes ${placeOf(contract.json, way)}${keyword && `/${missing ?? keyword}`} (${owner}, source)`;
}
