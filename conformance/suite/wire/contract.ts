import { type ContractDocument, createMatcher, loadDocument } from '../../../spec/document.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import {
  escapeStep,
  findNode,
  followStep,
  isObject,
  type Json,
  parsePointer,
  readPointer,
} from '../../../spec/json.ts';
import { findOwner, findStatusOwner } from '../../../spec/ownership.ts';
import type { OperationId } from '../../../spec/types.ts';
import { compileValidators, type Validators, type Violation } from '../../../spec/validators.ts';
import type { Answer } from './answer.ts';

/** An answer breaks the contract in a place that a rule owns. */
export interface Mismatch {
  rule: RuleId;
  expected: string;
  actual: string;
  answer: Answer;
}

let loaded: { readonly document: ContractDocument; readonly validators: Validators } | undefined;

/** The contract, loaded once for each process. Its schemas compile at their first use. */
export function loadContract() {
  if (loaded) return loaded;
  const document = loadDocument();
  loaded = { document, validators: compileValidators(document, { lazily: true }) };
  return loaded;
}

function findSpec(operation: OperationId | undefined) {
  return loadContract().document.operations.find(({ id }) => id === operation);
}

/** The statuses that the contract names for an operation, in words. */
function formatStatuses(operation: OperationId | undefined): string {
  return [...(findSpec(operation)?.responses.keys() ?? [])].filter((key) => key !== 'default').join(', ');
}

let match: ReturnType<typeof createMatcher> | undefined;

/** The operation that a method and a path (below the base address, wire names translated back) lead to. */
export function findOperation(method: string, path: string): OperationId | undefined {
  if (!isReadable(path)) return undefined;
  match ??= createMatcher(loadContract().document);
  return match(method, path)?.operation.id;
}

/**
 * True if every server reads a path the same way. Many refuse a path that does not decode, or decodes to control
 * characters, before they look for an operation. Gateways misroute a path with a step that is empty, only dots, too
 * long or contains separators, and answer without the standard error body.
 */
function isReadable(path: string): boolean {
  const [, ...steps] = path.replace(/\?.*/s, '').split('/');
  try {
    return steps.every((step) => {
      const decoded = decodeURIComponent(step);
      const isWritten = /^([\w.~!$&'()*+,=:@-]|%[\da-f]{2})+$/i.test(step) && step.length <= LONGEST_STEP;
      return isWritten && !/^\.+$|[/\\;%]|\p{Cc}/u.test(decoded);
    });
  } catch {
    return false;
  }
}

/** The statuses that the contract has for a mission run. */
export function listRunStatuses(): readonly string[] {
  return findNode(loadContract().document.json, '/components/schemas/MissionRunStatus/enum') as string[];
}

const LONGEST_STEP = 255;

/** Compares an answer with the document: status, content type and body. Every mismatch names the rule that owns the place. */
export function inspect(answer: Answer): Mismatch[] {
  const { operation, status } = answer;
  const found: Mismatch[] = [];
  const whole = findWholeOwner(answer);
  const add = (owner: RuleId | undefined, expected: string, actual: string) => {
    const rule = whole ?? owner;
    if (rule) found.push({ rule, expected, actual, answer });
  };
  if (!operation || !isJudged(answer)) return found;
  const { document, validators } = loadContract();
  const declared = validators.declares(operation, status);
  if (!declared && (answer.accepted || status >= 500)) {
    const named = `one of the statuses ${formatStatuses(operation)}`;
    add(findStatusOwner(document, operation, status), named, answer.toString());
  }
  if (answer.text !== '' && answer.body === undefined) return found;
  for (const violation of findViolations(answer.body, operation, declared ? status : chooseStatus(answer))) {
    const { pointer, keyword, message, params, schemaPath, missing } = violation;
    const limit = keyword === 'const' ? ` ${JSON.stringify(params.allowedValue)}` : '';
    const actual = pointer ? `${formatValue(answer.body, pointer)} in ${answer}` : answer.toString();
    add(findOwner(document, schemaPath, keyword, missing), `${pointer || 'the body'} ${message}${limit}`, actual);
  }
  return found;
}

/** True if the document describes the body of an answer. */
export function isJudged({ operation, request, status }: Answer): boolean {
  return operation !== undefined && request.method !== 'HEAD' && status !== 304 && !isAbsent(operation, status);
}

/** The violations of a body, one for each place; if the body may have several forms, the violations of the closest form. */
function findViolations(body: unknown, operation: OperationId, status: number): Violation[] {
  const { validators } = loadContract();
  if (!validators.responseBody(operation, status, body)) return [];
  const read = structuredClone(body);
  const repaired = new Set<string>();
  for (;;) {
    const violations = validators.responseBodyInFull(operation, status, read);
    if (violations.filter((violation) => repair(read, violation, repaired)).length > 0) continue;
    const first = validators.responseBody(operation, status, read) ?? [];
    const plain = violations.filter(({ schemaPath }) => !schemaPath.includes('/anyOf/'));
    return [...new Map([...plain, first].flat().map((violation) => [violation.pointer, violation])).values()];
  }
}

/**
 * Repairs a violation that the contract's pages do not name: an undeclared null, or a false where only true is
 * declared, is read as absent. An absent nullable member is read as null.
 */
function repair(body: unknown, { pointer, missing, schemaPath, params }: Violation, repaired: Set<string>): boolean {
  const steps = parsePointer(pointer);
  const name = missing ?? steps.pop() ?? '';
  const holder = steps.reduce<unknown>((node, step) => (node as Json)[step], body);
  const place = [...steps, name].join('/');
  if (!isObject(holder) || repaired.has(place)) return false;
  if (missing !== undefined) {
    const { properties = {} } = findNode(loadContract().document.json, schemaPath) as {
      properties?: Record<string, Json>;
    };
    if (![resolve(properties[missing] ?? {}).type].flat().includes('null')) return false;
    repaired.add(place);
    holder[missing] = null;
    return true;
  }
  const isSilent = holder[name] === null || (holder[name] === false && params.allowedValue === true);
  return isSilent && delete holder[name];
}

/**
 * The rule that owns every violation of a refusal by a supporting operation. The source describes errors of the five
 * operations only, so only the assumption about the status applies.
 */
export function findWholeOwner({ operation, accepted, status }: Answer): RuleId | undefined {
  const spec = accepted ? undefined : findSpec(operation);
  return spec?.isSupporting ? findStatusOwner(loadContract().document, spec.id, status) : undefined;
}

/** The legacy route for reading is an assumption: the contract does not describe the answer of a target without it. */
function isAbsent(operation: OperationId, status: number): boolean {
  return operation === 'getEmail' && (status === 404 || status === 405);
}

/** An undeclared 2xx is read as the success that the document declares; everything else as its `default`. */
function chooseStatus(answer: Answer): number {
  const success = [...(findSpec(answer.operation)?.responses.keys() ?? [])].find((key) => key.startsWith('2'));
  return answer.accepted && success ? Number(success) : answer.status;
}

function formatValue(body: unknown, pointer: string): string {
  const text = JSON.stringify(readPointer(body, pointer)) ?? 'nothing';
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

/** Entries of annotations about requests, or about a name. */
const notAboutAnswers = ['sent', 'null', 'form', 'value', 'name'];

/** The rules that own the status of a success, or a place of the schema that an answer has a value in. */
export function findShownOwners(answer: Answer): ReadonlySet<RuleId> {
  const found = new Set<RuleId>();
  const { operation, status, body } = answer;
  if (!operation || !isJudged(answer)) return found;
  const { document } = loadContract();
  const owner = answer.accepted ? findStatusOwner(document, operation, status) : undefined;
  if (owner) found.add(owner);
  const spec = document.operations.find(({ id }) => id === operation);
  if (body === undefined || !spec) return found;
  const described = String(spec.responses.has(String(status)) ? status : chooseStatus(answer));
  const named = spec.responses.has(described) ? described : 'default';
  const place = `/paths/${escapeStep(spec.path)}/${spec.method}/responses/${named}`;
  const response = resolve(findNode(document.json, place) as Json);
  collectOwners(findNode(response, '/content/application~1json/schema'), body, found);
  return found;
}

/** Adds the owners of a schema and of its parts, as far as a value has them. */
function collectOwners(node: unknown, value: unknown, found: Set<RuleId>): void {
  if (!isObject(node) || value === undefined || value === null) return;
  for (const name of ['x-rule', 'x-assumption']) addOwners(node[name], found);
  if ('$ref' in node) collectOwners(resolve(node), value, found);
  for (const branch of (node.allOf ?? []) as unknown[]) collectOwners(branch, value, found);
  for (const branch of (node.anyOf ?? []) as unknown[])
    if (hasRequired(branch, value)) collectOwners(branch, value, found);
  if (Array.isArray(value)) for (const item of value) collectOwners(node.items, item, found);
  if (!isObject(value)) return;
  for (const [name, property] of Object.entries((node.properties ?? {}) as Json))
    collectOwners(property, value[name], found);
}

function addOwners(annotation: unknown, found: Set<RuleId>): void {
  if (typeof annotation === 'string') found.add(annotation as RuleId);
  if (!isObject(annotation)) return;
  for (const [keyword, owner] of Object.entries(annotation))
    if (!notAboutAnswers.includes(keyword)) found.add(owner as RuleId);
}

/** True if a value has the required members of a form. */
function hasRequired(branch: unknown, value: unknown): boolean {
  const { required = [] } = isObject(branch) ? resolve(branch) : {};
  return isObject(value) && (required as string[]).every((name) => name in value);
}

const targets = new WeakMap<Json, Json>();

/** The node, or the target of its reference, which every entry of a list looks up again. */
function resolve(node: Json): Json {
  if (!('$ref' in node)) return node;
  const target = targets.get(node) ?? (followStep(loadContract().document.json, node, '$ref') as Json);
  targets.set(node, target);
  return target;
}
