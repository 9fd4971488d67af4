import { type ContractDocument, loadDocument } from '../../../spec/document.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { isObject, type Json } from '../../../spec/json.ts';
import { createMatcher } from '../../../spec/match.ts';
import { ownerOf, statusOwner } from '../../../spec/ownership.ts';
import { atPointer, pointerStep, pointerSteps } from '../../../spec/pointer.ts';
import { follow, nodeAt } from '../../../spec/trace.ts';
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
export function contract() {
  if (!loaded) {
    const document = loadDocument();
    loaded = { document, validators: compileValidators(document, { lazily: true }) };
  }
  return loaded;
}

function specOf(operation: OperationId | undefined) {
  return contract().document.operations.find(({ id }) => id === operation);
}

/** The statuses that the contract names for an operation, in words. */
function namedStatuses(operation: OperationId | undefined): string {
  return [...(specOf(operation)?.responses.keys() ?? [])].filter((key) => key !== 'default').join(', ');
}

let match: ReturnType<typeof createMatcher> | undefined;

/** The operation that a method and a path (below the base address, wire names translated back) lead to. */
export function operationAt(method: string, path: string): OperationId | undefined {
  if (!isReadable(path)) return undefined;
  match ??= createMatcher(contract().document);
  return match(method, path)?.operation.id;
}

/**
 * Whether every server reads a path the same way. What does not decode, or decodes to control characters, is refused by many a server before it looks
 * for any operation; and to a gateway or a framework a step that is no plain one leads elsewhere, where it is answered without the standard
 * error body.
 */
function isReadable(path: string): boolean {
  try {
    if (/\p{Cc}/u.test(decodeURIComponent(path))) return false;
  } catch {
    return false;
  }
  const [, ...steps] = path.replace(/\?.*/s, '').split('/');
  return steps.every(isPlain);
}

/** Some servers refuse longer steps. */
const LONGEST_STEP = 255;

/**
 * Whether a step of a path has the signs that one can have (RFC 3986, 3.3), is neither empty nor of dots alone, and no other sign by
 * which routers take paths apart, or that stand for some once they are decoded twice.
 */
function isPlain(step: string): boolean {
  const isWritten = /^([\w.~!$&'()*+,=:@-]|%[\da-f]{2})+$/i.test(step) && step.length <= LONGEST_STEP;
  return isWritten && !/^\.+$|[/\\;%]/.test(decodeURIComponent(step));
}

/** Compares an answer with the document: status, content type and body. Every mismatch names the rule that owns the place. */
export function inspect(answer: Answer): Mismatch[] {
  const { operation, status } = answer;
  const found: Mismatch[] = [];
  const whole = ruleOfWhole(answer);
  const add = (owner: RuleId | undefined, expected: string, actual: string) => {
    const rule = whole ?? owner;
    if (rule) found.push({ rule, expected, actual, answer });
  };
  if (!operation || !isJudged(answer)) return found;
  const { document, validators } = contract();
  const declared = validators.declares(operation, status);
  if (!declared && (answer.accepted || status >= 500)) {
    const named = `one of the statuses ${namedStatuses(operation)}`;
    add(statusOwner(document, operation, status), named, answer.toString());
  }
  if (answer.text !== '' && answer.body === undefined) return found;
  const schemaStatus = declared ? status : likelyStatus(answer);
  const first = violationIn(answer.body, (body) => validators.responseBody(operation, schemaStatus, body));
  if (!first) return found;
  for (const violation of allViolations(first, answer.body, operation, schemaStatus)) {
    const owner = ownerOf(document, violation.schemaPath, violation.keyword, violation.missing);
    const actual = violation.pointer
      ? `${actualValue(answer.body, violation.pointer)} in ${answer}`
      : answer.toString();
    add(owner, expectation(violation), actual);
  }
  return found;
}

/** Whether the document describes the body of an answer. */
export function isJudged({ operation, request, status }: Answer): boolean {
  return operation !== undefined && request.method !== 'HEAD' && status !== 304 && !isAbsent(operation, status);
}

/** The violations of a body, one for each place; of several forms that a body may have, only the first, which tells the form. */
function allViolations(first: Violation, body: unknown, operation: OperationId, status: number): Violation[] {
  const { validators } = contract();
  const check = (other: unknown) => validators.responseBody(operation, status, other);
  const others = validators
    .responseBodyInFull(operation, status, body)
    .filter((one) => !one.schemaPath.includes('/anyOf/'))
    .filter((one) => withNull(body, one, check) === undefined && withoutNothing(body, one) === undefined);
  return [...new Map([...others, first].map((one) => [one.pointer, one])).values()];
}

/**
 * The rule that a refusal by an operation that is none of the five breaks wherever it does: what the source says of errors it says of those
 * five, and so the assumption about the status is all that there is.
 */
export function ruleOfWhole({ operation, accepted, status }: Answer): RuleId | undefined {
  const spec = accepted ? undefined : specOf(operation);
  return spec?.isSupporting ? statusOwner(contract().document, spec.id, status) : undefined;
}

/** The legacy route for reading is an assumption: what a target without it says there is nothing that the contract knows. */
function isAbsent(operation: OperationId, status: number): boolean {
  return operation === 'getEmail' && (status === 404 || status === 405);
}

/**
 * A null where the contract names none is read as an absent member, and so is a false where it knows true alone; an absent
 * member that may be null is read as null: no page of the contract tells them apart.
 */
function violationIn(given: unknown, check: (body: unknown) => Violation | undefined): Violation | undefined {
  let body = given;
  for (;;) {
    const violation = check(body);
    if (!violation) return undefined;
    const other = withNull(body, violation, check) ?? withoutNothing(body, violation);
    if (other === undefined) return violation;
    body = other;
  }
}

/** The body with null for the member that it lacks, where that may be null. */
function withNull(body: unknown, { pointer, missing }: Violation, check: (body: unknown) => Violation | undefined) {
  if (missing === undefined) return undefined;
  const filled = structuredClone(body);
  Object.assign(atPointer(filled, pointer) as object, { [missing]: null });
  return check(filled)?.pointer.startsWith(`${pointer}/`) ? undefined : filled;
}

/** The body without the members at a place that say nothing. */
function withoutNothing(body: unknown, { pointer, params }: Violation): unknown {
  const value = atPointer(body, pointer);
  const saysNothing = value === null || (value === false && params.allowedValue === true);
  if (!saysNothing) return undefined;
  const rest = structuredClone(body);
  return dropMembers(rest, pointerSteps(pointer), value) ? rest : undefined;
}

/** Takes out this value at a place, the same place of all entries of a list at once; gives whether it stood there. */
function dropMembers(node: unknown, [step = '', ...rest]: string[], value: unknown): boolean {
  if (Array.isArray(node)) return rest.length > 0 && node.filter((entry) => dropMembers(entry, rest, value)).length > 0;
  if (typeof node !== 'object' || node === null) return false;
  const holder = node as Record<string, unknown>;
  if (rest.length > 0) return dropMembers(holder[step], rest, value);
  return holder[step] === value && delete holder[step];
}

/** An undeclared 2xx is read as the success that the document declares; everything else as its `default`. */
function likelyStatus(answer: Answer): number {
  const success = [...(specOf(answer.operation)?.responses.keys() ?? [])].find((key) => key.startsWith('2'));
  return answer.accepted && success ? Number(success) : answer.status;
}

function expectation({ pointer, keyword, message, params }: Violation): string {
  const detail = keyword === 'const' ? ` ${JSON.stringify(params.allowedValue)}` : '';
  return `${pointer || 'the body'} ${message}${detail}`;
}

function actualValue(body: unknown, pointer: string): string {
  const text = JSON.stringify(atPointer(body, pointer)) ?? 'nothing';
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

/** Entries of annotations about requests, or about a name. */
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
  const described = String(spec.responses.has(String(status)) ? status : likelyStatus(answer));
  const named = spec.responses.has(described) ? described : 'default';
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

/** Whether a value has the required members of a form. */
function hasRequired(branch: unknown, value: unknown): boolean {
  const { required = [] } = isObject(branch) ? resolve(branch) : {};
  return isObject(value) && (required as string[]).every((name) => name in value);
}

function resolve(node: Json): Json {
  return '$ref' in node ? (follow(contract().document.json, node, '$ref') as Json) : node;
}
