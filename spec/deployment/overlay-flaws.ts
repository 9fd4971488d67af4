import diff from 'microdiff';
import type { ContractDocument, OperationSpec } from '../document.ts';
import { escapeStep, findNode, isObject, type Json, resolvePointer, spellOut, toParentPointer } from '../json.ts';
import { findOwner, findRefusalOwner, findStatusOwner } from '../ownership.ts';
import { loadRegister } from '../register.ts';

/** Keywords that check no request or answer. */
const silentKeywords = /^(description|summary|title|tags|examples?|deprecated|operationId|readOnly|x-.*)$/;

/** Finds the losses of a changed contract that break a rule of the source. Additions are allowed. */
export function findOverlayFlaws(contract: ContractDocument, changed: ContractDocument): string[] {
  return contract.operations.flatMap((spec) => {
    const changedSpec = changed.operations.find(({ id }) => id === spec.id) as OperationSpec;
    const before = unfold(contract.json, findNode(contract.json, toPointer(spec))) as Json;
    const losses = findLosses(before, unfold(changed.json, findNode(changed.json, toPointer(changedSpec))) as Json);
    return losses.flatMap((loss) => explainLoss(loss, contract, spec) ?? []);
  });
}

const toPointer = ({ path, method }: OperationSpec) => `/paths/${escapeStep(path)}/${method}`;

/** A node with references followed, each list of words as one text, and `null` as a separate keyword. */
function unfold(json: Json, node: unknown, followed: readonly unknown[] = []): unknown {
  if (Array.isArray(node)) return node.map((item) => unfold(json, item, followed));
  if (!isObject(node)) return node;
  const { $ref, properties, ...others } = node;
  if (typeof $ref === 'string' && !followed.includes($ref))
    return unfold(json, { ...(findNode(json, $ref.slice(1)) as Json), ...others }, [...followed, $ref]);
  const { type, required } = node;
  const unfoldAll = (children: Json) => mapValues(children, (child) => unfold(json, child, followed));
  return {
    ...mapValues(unfoldAll(others), (value) => (Array.isArray(value) && !value.some(isObject) ? `${value}` : value)),
    ...(isObject(properties) && { properties: unfoldAll(properties), required: {} }),
    ...(Array.isArray(required) && { required: Object.fromEntries(required.map((name) => [name, true])) }),
    ...(type !== undefined && !isObject(type) && { type: joinTypes(type), null: [type].flat().includes('null') }),
  };
}

function mapValues(node: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, change(value)]));
}

const joinTypes = (type: unknown) => `${[type].flat().filter((name) => name !== 'null')}`;

/** A node or keyword that a changed contract lacks, or a keyword with another value, by its way from the operation. */
interface Loss {
  steps: readonly string[];
  isNode: boolean;
}

function findLosses(before: Json, after: Json): Loss[] {
  // A parameter stays the same under another name and at another index.
  const readContractName = (parameter: Json) => parameter['x-contract-name'] ?? parameter.name;
  const changed = (after.parameters ?? []) as Json[];
  const parameters = ((before.parameters ?? []) as Json[]).map(({ name }) =>
    changed.find((parameter) => readContractName(parameter) === name),
  );
  return diff(before, { ...after, parameters }).flatMap((change): Loss[] => {
    const path = change.path.map(String);
    const isName = (index: number) => /^(properties|required)$/.test(path[index - 1] ?? '');
    const isSilent = path.some((step, index) => silentKeywords.test(step) && !isName(index));
    if (change.type === 'CREATE' || isSilent || isLenient(before, path)) return [];
    // The schema `false` refuses every value.
    if (change.type === 'CHANGE' && change.value === false && path.at(-1) !== 'required') return [];
    const was: unknown = change.oldValue;
    const paths = isObject(was) && isName(path.length) ? Object.keys(was).map((name) => [...path, name]) : [path];
    return paths.map((steps) => ({ steps, isNode: isObject(was) && steps.at(-2) !== 'required' }));
  });
}

/** True for members that the source itself reads leniently. */
function isLenient(node: unknown, [step = '', ...rest]: readonly string[]): boolean {
  return isObject(node) && (node['x-lenient'] === true || isLenient(node[step], rest));
}

/** The rule of the source that a loss breaks, in words. */
function explainLoss({ steps, isNode }: Loss, contract: ContractDocument, spec: OperationSpec): string | undefined {
  const missing = steps.at(-2) === 'required' ? steps.at(-1) : undefined;
  const keyword = isNode ? '' : missing === undefined ? (steps.at(-1) ?? '') : 'required';
  const at = steps.slice(0, missing === undefined ? undefined : -1).map((step) => (step === 'null' ? 'type' : step));
  const spelled = spellOut(contract.json, toPointer(spec) + at.map((step) => `/${escapeStep(step)}`).join(''));
  const way = isNode ? spelled : toParentPointer(spelled);
  const [, status] = /\/responses\/(\d+)$/.exec(way) ?? [];
  const find = way.includes('/responses/') ? findOwner : findRefusalOwner;
  const owner =
    status !== undefined && isNode
      ? findStatusOwner(contract, spec.id, Number(status))
      : find(contract, way, keyword, missing);
  if (owner === undefined || loadRegister().get(owner)?.basis !== 'source') return undefined;
  return `changes ${resolvePointer(contract.json, way)}${keyword && `/${missing ?? keyword}`} (${owner}, source)`;
}
