import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { isObject, type Json } from '../../../spec/json.ts';
import { statusOwner } from '../../../spec/ownership.ts';
import { pointerStep } from '../../../spec/pointer.ts';
import { follow, nodeAt } from '../../../spec/trace.ts';
import type { Answer } from './answer.ts';
import { contract, isJudged } from './contract.ts';

/** Entries of annotations that are about requests, or about a name. */
const notAboutAnswers = ['sent', 'null', 'form', 'value', 'name'];

/** The rules that own the status of a success, or a place of the schema that an answer has a value in. */
export function ownersShownBy(answer: Answer): ReadonlySet<RuleId> {
  const found = new Set<RuleId>();
  const { operation, status, body } = answer;
  if (!operation || !isJudged(answer)) return found;
  const { document } = contract();
  const owner = answer.accepted ? statusOwner(document, operation, status) : undefined;
  if (owner) found.add(owner);
  const spec = document.operations.find(({ id }) => id === operation);
  if (body === undefined || !spec) return found;
  const named = spec.responses.has(String(status)) ? String(status) : 'default';
  const place = `/paths/${pointerStep(spec.path)}/${spec.method}/responses/${named}`;
  const response = resolve(nodeAt(document.json, place) as Json);
  collect(nodeAt(response, '/content/application~1json/schema'), body, found);
  return found;
}

/** Adds the owners of a schema and of its parts, as far as a value has them. */
function collect(node: unknown, value: unknown, found: Set<RuleId>): void {
  if (!isObject(node) || value === undefined || value === null) return;
  for (const name of ['x-rule', 'x-assumption']) addOwners(node[name], found);
  if ('$ref' in node) collect(resolve(node), value, found);
  for (const branch of (node.allOf ?? []) as unknown[]) collect(branch, value, found);
  for (const branch of (node.anyOf ?? []) as unknown[]) if (hasRequired(branch, value)) collect(branch, value, found);
  if (Array.isArray(value)) for (const item of value) collect(node.items, item, found);
  if (!isObject(value)) return;
  for (const [name, property] of Object.entries((node.properties ?? {}) as Json)) collect(property, value[name], found);
}

function addOwners(annotation: unknown, found: Set<RuleId>): void {
  if (typeof annotation === 'string') found.add(annotation as RuleId);
  if (!isObject(annotation)) return;
  for (const [keyword, owner] of Object.entries(annotation))
    if (!notAboutAnswers.includes(keyword)) found.add(owner as RuleId);
}

/** Whether a value has what tells one of several forms from the others. */
function hasRequired(branch: unknown, value: unknown): boolean {
  const { required = [] } = isObject(branch) ? resolve(branch) : {};
  return isObject(value) && (required as string[]).every((name) => name in value);
}

function resolve(node: Json): Json {
  return '$ref' in node ? (follow(contract().document.json, node, '$ref') as Json) : node;
}
