import type { ContractDocument } from './document.ts';
import type { RuleId } from './generated/rule-ids.ts';
import { escapeStep, findNode, followStep, type Json, parsePointer, spellOut } from './json.ts';
import type { OperationId } from './types.ts';

/** A node on the way to a schema. `depth` counts the steps from a value into a part of it. */
interface Step {
  node: Json;
  depth: number;
}

const intoPart = new Set(['properties', 'items', 'additionalProperties', 'patternProperties', 'prefixItems']);
const withName = new Set(['properties', 'patternProperties', 'prefixItems']);

/**
 * The rule that an answer breaks if it violates a keyword of the document. The nearest annotation on the way up decides. At one
 * node, an entry for the keyword precedes an annotation of the whole node, and an assumption precedes a rule of the source.
 * Entries apply to the value that their schema judges, not to its parts.
 *
 * @param pointer JSON pointer to the schema (or parameter, response, operation), through references by a step `$ref`
 * @param missing for the keyword `required`, the absent property; its annotation precedes that of the object
 */
export function findOwner(
  document: ContractDocument,
  pointer: string,
  keyword: string,
  missing?: string,
): RuleId | undefined {
  return searchUpwards(document, pointer, (node, isSameValue) => {
    const keywordOwner = isSameValue ? findKeywordOwner(node, keyword, missing) : undefined;
    return keywordOwner ?? findNodeOwner(node);
  });
}

/** The rule that a request breaks if it violates a keyword: as `findOwner`, but `x-request-rule` of the value comes first. */
export function findRefusalOwner(
  document: ContractDocument,
  pointer: string,
  keyword: string,
  missing?: string,
): RuleId | undefined {
  const ofRequests = searchUpwards(document, pointer, (node, isSameValue) => {
    const rule = node['x-request-rule'];
    const absent = missing === undefined ? undefined : findProperty(node, missing)?.['x-request-rule'];
    return isSameValue ? (readEntry(rule, keyword) ?? readWhole(absent) ?? readWhole(rule)) : undefined;
  });
  if (ofRequests !== undefined) return ofRequests;
  return searchUpwards(document, pointer, (node, isSameValue) => {
    const keywordOwner = isSameValue ? findKeywordOwner(node, keyword, missing) : undefined;
    return keywordOwner ?? readWhole(node['x-request-rule']) ?? findNodeOwner(node);
  });
}

/** The assumption behind a name on the way to a place; undefined if the source defines all names. */
export function findNameOwner(document: ContractDocument, pointer: string): RuleId | undefined {
  return searchUpwards(
    document,
    pointer,
    (node) => readWhole(node['x-assumption']) ?? readEntry(node['x-assumption'], 'name'),
  );
}

/** The rule that allows a value: the assumption about this `thing`, else about a name on the way, else the operation's rule. */
export function findAcceptanceOwner(document: ContractDocument, pointer: string, thing?: string): RuleId | undefined {
  const assumption = searchUpwards(document, pointer, (node, isSameValue) =>
    isSameValue && thing !== undefined ? readEntry(node['x-assumption'], thing) : undefined,
  );
  const operation = pointer.split('/').slice(0, 4).join('/');
  return assumption ?? findNameOwner(document, pointer) ?? findNodeOwner(findNode(document.json, operation) as Json);
}

/** The first result of `find` on the way up from a schema; `isSameValue` is true for nodes that judge the schema's own value. */
function searchUpwards(
  document: ContractDocument,
  pointer: string,
  find: (node: Json, isSameValue: boolean) => RuleId | undefined,
): RuleId | undefined {
  const way = listSteps(document.json, pointer);
  const depth = way.at(-1)?.depth;
  for (const step of way.reverse()) {
    const found = find(step.node, step.depth === depth);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The rule that owns a status. An undeclared 2xx belongs to the declared success, other undeclared statuses to `default`. */
export function findStatusOwner(document: ContractDocument, id: OperationId, status: number): RuleId | undefined {
  const spec = document.operations.find((operation) => operation.id === id);
  if (!spec) return undefined;
  const named = [...spec.responses.keys()];
  const success = status >= 200 && status < 300 ? named.find((key) => key.startsWith('2')) : undefined;
  const key = named.includes(String(status)) ? String(status) : (success ?? 'default');
  const description = `/paths/${escapeStep(spec.path)}/${spec.method}/responses/${key}/description`;
  const place = spellOut(document.json, description).replace(/\/description$/, '');
  const keywordOwner = findKeywordOwner(findNode(document.json, place) as Json, String(status), undefined);
  return keywordOwner ?? findOwner(document, place, 'status');
}

function findKeywordOwner(node: Json, keyword: string, missing: string | undefined): RuleId | undefined {
  const owner = readEntry(node['x-assumption'], keyword) ?? readEntry(node['x-rule'], keyword);
  if (owner !== undefined || keyword !== 'required' || missing === undefined) return owner;
  const property = findProperty(node, missing);
  return property && (findKeywordOwner(property, 'required', undefined) ?? findNodeOwner(property));
}

function findNodeOwner(node: Json): RuleId | undefined {
  return readWhole(node['x-assumption']) ?? readWhole(node['x-rule']);
}

function readWhole(annotation: unknown): RuleId | undefined {
  return typeof annotation === 'string' ? (annotation as RuleId) : undefined;
}

function findProperty(node: Json, name: string): Json | undefined {
  return (node.properties as Record<string, Json> | undefined)?.[name];
}

function readEntry(annotation: unknown, keyword: string): RuleId | undefined {
  return typeof annotation === 'object' ? ((annotation as Json)[keyword] as RuleId | undefined) : undefined;
}

function listSteps(json: Json, pointer: string): Step[] {
  const steps = parsePointer(pointer);
  const way: Step[] = [];
  let node: unknown = json;
  let depth = 0;
  while (steps.length > 0) {
    const step = steps.shift() as string;
    node = followStep(json, node, step);
    if (intoPart.has(step)) depth += 1;
    if (withName.has(step)) node = followStep(json, node, steps.shift() ?? '');
    if (typeof node !== 'object' || node === null) throw new Error(`#${pointer} does not exist`);
    way.push({ node: node as Json, depth });
  }
  return way;
}
