import type { ContractDocument } from './document.ts';
import type { RuleId } from './generated/rule-ids.ts';
import { follow, type Json, nodeAt, pointerStep, pointerSteps, spellOut } from './json.ts';
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
 * @param schemaPath JSON pointer to the schema (or parameter, response, operation), through references by a step `$ref`
 * @param missing for the keyword `required`, the absent property; its annotation precedes that of the object
 */
export function ownerOf(
  document: ContractDocument,
  schemaPath: string,
  keyword: string,
  missing?: string,
): RuleId | undefined {
  return nearest(document, schemaPath, (node, isSameValue) => {
    const keywordOwner = isSameValue ? ownerOfKeyword(node, keyword, missing) : undefined;
    return keywordOwner ?? ownerOfWhole(node);
  });
}

/** The rule that a request breaks if it violates a keyword: as `ownerOf`, but `x-request-rule` of the value comes first. */
export function refusalOwner(
  document: ContractDocument,
  schemaPath: string,
  keyword: string,
  missing?: string,
): RuleId | undefined {
  const ofRequests = nearest(document, schemaPath, (node, isSameValue) => {
    const own = node['x-request-rule'];
    const absent = missing === undefined ? undefined : propertyOf(node, missing)?.['x-request-rule'];
    return isSameValue ? (entry(own, keyword) ?? whole(absent) ?? whole(own)) : undefined;
  });
  if (ofRequests !== undefined) return ofRequests;
  return nearest(document, schemaPath, (node, isSameValue) => {
    const keywordOwner = isSameValue ? ownerOfKeyword(node, keyword, missing) : undefined;
    return keywordOwner ?? whole(node['x-request-rule']) ?? ownerOfWhole(node);
  });
}

/** The assumption behind a name on the way to a place; undefined if the source defines all names. */
export function nameOwner(document: ContractDocument, schemaPath: string): RuleId | undefined {
  return nearest(document, schemaPath, (node) => whole(node['x-assumption']) ?? entry(node['x-assumption'], 'name'));
}

/**
 * The rule that allows a value in a request: the assumption about this `thing` (`null`, `form`, `sent`, `value`, or a
 * keyword), else the assumption about a name on the way, else the rule of the operation.
 */
export function acceptanceOwner(document: ContractDocument, schemaPath: string, thing?: string): RuleId | undefined {
  const own = nearest(document, schemaPath, (node, isSameValue) =>
    isSameValue && thing !== undefined ? entry(node['x-assumption'], thing) : undefined,
  );
  const operation = schemaPath.split('/').slice(0, 4).join('/');
  return own ?? nameOwner(document, schemaPath) ?? ownerOfWhole(nodeAt(document.json, operation) as Json);
}

/** The first result of `find` on the way up from a schema; `isSameValue` is true for nodes that judge the schema's own value. */
function nearest(
  document: ContractDocument,
  schemaPath: string,
  find: (node: Json, isSameValue: boolean) => RuleId | undefined,
): RuleId | undefined {
  const way = stepsTo(document.json, schemaPath);
  const depth = way.at(-1)?.depth;
  for (const step of way.reverse()) {
    const found = find(step.node, step.depth === depth);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The rule that owns a status of an operation. An undeclared 2xx belongs to the rule of the declared success, another undeclared
 * status to the rules of the response `default`.
 */
export function statusOwner(document: ContractDocument, operation: OperationId, status: number): RuleId | undefined {
  const spec = document.operations.find(({ id }) => id === operation);
  if (!spec) return undefined;
  const named = [...spec.responses.keys()];
  const success = status >= 200 && status < 300 ? named.find((key) => key.startsWith('2')) : undefined;
  const key = named.includes(String(status)) ? String(status) : (success ?? 'default');
  const description = `/paths/${pointerStep(spec.path)}/${spec.method}/responses/${key}/description`;
  const place = spellOut(document.json, description).replace(/\/description$/, '');
  const own = ownerOfKeyword(nodeAt(document.json, place) as Json, String(status), undefined);
  return own ?? ownerOf(document, place, 'status');
}

function ownerOfKeyword(node: Json, keyword: string, missing: string | undefined): RuleId | undefined {
  const owner = entry(node['x-assumption'], keyword) ?? entry(node['x-rule'], keyword);
  if (owner !== undefined || keyword !== 'required' || missing === undefined) return owner;
  const property = propertyOf(node, missing);
  return property && (ownerOfKeyword(property, 'required', undefined) ?? ownerOfWhole(property));
}

function ownerOfWhole(node: Json): RuleId | undefined {
  return whole(node['x-assumption']) ?? whole(node['x-rule']);
}

function whole(annotation: unknown): RuleId | undefined {
  return typeof annotation === 'string' ? (annotation as RuleId) : undefined;
}

function propertyOf(node: Json, name: string): Json | undefined {
  return (node.properties as Record<string, Json> | undefined)?.[name];
}

function entry(annotation: unknown, keyword: string): RuleId | undefined {
  return typeof annotation === 'object' ? ((annotation as Json)[keyword] as RuleId | undefined) : undefined;
}

function stepsTo(json: Json, schemaPath: string): Step[] {
  const steps = pointerSteps(schemaPath);
  const way: Step[] = [];
  let node: unknown = json;
  let depth = 0;
  while (steps.length > 0) {
    const step = steps.shift() as string;
    node = follow(json, node, step);
    if (intoPart.has(step)) depth += 1;
    if (withName.has(step)) node = follow(json, node, steps.shift() ?? '');
    if (typeof node !== 'object' || node === null) throw new Error(`#${schemaPath} does not exist`);
    way.push({ node: node as Json, depth });
  }
  return way;
}
