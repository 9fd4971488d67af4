import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { controlSchemas } from './control.ts';
import { type ContractDocument, ContractError, type OperationSpec, type ParameterSpec } from './document.ts';
import type { Json } from './json.ts';
import { pointerFragment, pointerStep } from './pointer.ts';
import { messageOf, mostTelling, tellingErrors } from './schema-errors.ts';
import { nodeAt, spellOut, trace } from './trace.ts';
import type { OperationId } from './types.ts';

/** One way in which a value breaks its schema. `pointer` leads into the value that was checked. */
export interface Violation {
  pointer: string;
  keyword: string;
  message: string;
  /** What the keyword asks for: the limit, the allowed values and so on, as Ajv names them. */
  params: Record<string, unknown>;
  /**
   * Pointer into the document to the schema whose keyword is broken, through references by a step `$ref`.
   * Of a schema that is not the document's own, the pointer starts at that schema.
   */
  schemaPath: string;
  /** For the keyword `required`: the property (or the parameter) that is absent. */
  missing?: string;
  /** What stands at the pointer. */
  value?: unknown;
}

/** A violation of a request, with the part of the request that it stands in. */
export interface RequestViolation extends Violation {
  in: 'body' | 'query' | 'path' | 'header';
  /** The parameter's name; absent for the body. */
  parameter?: string;
}

/** The compiled checks of a contract. A schema that does not compile throws a ContractError. */
export interface Validators {
  /** Checks one parameter given as text (or several texts when it was repeated); undefined means absent. */
  parameter(operation: OperationId, name: string, value: string | string[] | undefined): ParameterResult;
  /** Checks a parsed JSON body; read-only and lenient members are ignored. The first violation. */
  requestBody(operation: OperationId, body: unknown): Violation | undefined;
  /** Checks the body of an answer against its status, or against `default` when the status is not named. */
  responseBody(operation: OperationId, status: number, body: unknown): Violation | undefined;
  /** The violations of a request body, a hundred at most. */
  requestBodyInFull(operation: OperationId, body: unknown): Violation[];
  /** The violations of the body of an answer, a hundred at most. */
  responseBodyInFull(operation: OperationId, status: number, body: unknown): Violation[];
  /** One step for each schema of requests and answers, to compile it. */
  compileSteps(): (() => unknown)[];
  /** Whether the contract names the status for the operation itself, not only through `default`. */
  declares(operation: OperationId, status: number): boolean;
  /** A check of any JSON Schema, which may refer to the document as `openapi#/...`, as answers carry it, and to the control API's as `control#/...`. */
  schema(schema: Json): (value: unknown) => Violation | undefined;
  /** The same, with a hundred violations at most. */
  schemaInFull(schema: Json): (value: unknown) => Violation[];
}

/** The value of a parameter, typed and defaulted, or how it breaks its schema. */
type ParameterResult = { value: unknown } | { violation: Violation };

/** Characters of a time, at most. */
export const LONGEST_TIME = 1_000;

/** A UUID in its usual notation. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const INTEGER = /^-?\d+$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Every schema of a document, compiled with Ajv 2020: at once, or `lazily` each at its first use. Throws a ContractError when one does not
 * compile. The checks that report all violations are compiled at their first use: they take the square of the number of violations.
 */
export function compileValidators(document: ContractDocument, { lazily = false } = {}): Validators {
  const { checks, responses, bodyCheck, answerCheck } = compileChecks(document, { allErrors: false });
  const inFull = once(() => compileChecks(document, { allErrors: true }));
  const validators: Validators = {
    parameter(operation, name, value) {
      const found = checks.get(operation)?.parameters.get(name);
      if (!found) throw new Error(`${operation} has no parameter ${name}`);
      const { spec } = found;
      const check = found.check();
      if (value === undefined)
        return spec.required ? { violation: absent(check, name) } : { value: spec.schema.default };
      const typed = typeof value === 'string' ? typedValue(value, spec) : value;
      const violation = run(check, typed);
      if (!violation) return { value: typed };
      const isRepeated = Array.isArray(value) && violation.keyword === 'type';
      return {
        violation: isRepeated ? { ...violation, message: `must be given once, not ${value.length} times` } : violation,
      };
    },
    requestBody: (operation, body) => run(bodyCheck(operation), body),
    responseBody: (operation, status, body) => run(answerCheck(operation, status), body),
    requestBodyInFull: (operation, body) => runInFull(inFull().bodyCheck(operation), body),
    responseBodyInFull: (operation, status, body) => runInFull(inFull().answerCheck(operation, status), body),
    compileSteps: () =>
      [...checks.values()].flatMap(({ parameters, body, answers }) => [
        ...[...parameters.values()].map(({ check }) => check),
        ...(body ? [body] : []),
        ...answers.values(),
      ]),
    declares: (operation, status) => checks.get(operation)?.answers.has(String(status)) ?? false,
    schema(schema) {
      const check = checkOf(responses(), schema);
      return (value) => run(check, value);
    },
    schemaInFull(schema) {
      const check = checkOf(inFull().responses(), schema);
      return (value) => runInFull(check, value);
    },
  };
  if (!lazily) for (const compile of validators.compileSteps()) compile();
  return validators;
}

/** Checks all parameters of an operation that stand in the path or the query; gives typed values, or every violation. */
export function checkParameters(
  validators: Validators,
  operation: OperationSpec,
  given: { path: Record<string, string>; query: Record<string, string | string[]> },
): { values: Record<string, unknown>; violations: RequestViolation[] } {
  const values: Record<string, unknown> = {};
  const violations: RequestViolation[] = [];
  for (const spec of operation.parameters) {
    if (spec.in === 'header') continue;
    const result = validators.parameter(operation.id, spec.name, given[spec.in][spec.name]);
    if ('violation' in result) violations.push({ ...result.violation, in: spec.in, parameter: spec.name });
    else values[spec.contractName ?? spec.name] = result.value;
  }
  return { values, violations };
}

function typedValue(text: string, spec: ParameterSpec): unknown {
  if (![spec.schema.type].flat().includes('integer')) return text;
  if (!INTEGER.test(text)) return text;
  // A number with more digits than a double distinguishes is beyond all limits.
  return Math.min(Math.max(Number(text), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

/** One direction of the contract: the document as requests or as answers see it, and the compiler of its schemas. */
interface Side {
  file: string;
  view: Json;
  ajv: Ajv2020;
}

/** A compiled schema, its place in the document with references spelled out, and the schema. */
interface Check {
  side: Side;
  place: string;
  start: unknown;
  validate: ValidateFunction;
}

/** The checks of one operation, each compiled at its first use; answers by status or `default`. */
interface OperationChecks {
  parameters: ReadonlyMap<string, { spec: ParameterSpec; check: () => Check }>;
  body: (() => Check) | undefined;
  answers: ReadonlyMap<string, () => Check>;
}

function compileChecks(document: ContractDocument, options: { allErrors: boolean }) {
  const requests = once(() => createSide(viewOf(document.json, asRequest), document.file, options));
  const responses = once(() => createSide(viewOf(document.json, asResponse), document.file, options));
  const lazily = (side: () => Side, pointer: string, way: string) => once(() => compile(side(), pointer, way));
  const checksOf = ({ path, method, parameters, body, responses: answers }: OperationSpec): OperationChecks => {
    const place = `/paths/${pointerStep(path)}/${method}`;
    const parameterChecks = parameters.map((spec, index) => {
      return [
        spec.name,
        { spec, check: lazily(requests, spec.pointer, `${place}/parameters/${index}/schema`) },
      ] as const;
    });
    const answerChecks = [...answers].map(([status, pointer]) => {
      return [status, lazily(responses, pointer, `${place}/responses/${status}/${jsonSchema}`)] as const;
    });
    return {
      parameters: new Map(parameterChecks),
      body: body && lazily(requests, body.pointer, `${place}/requestBody/${jsonSchema}`),
      answers: new Map(answerChecks),
    };
  };
  const checks = new Map(document.operations.map((operation) => [operation.id, checksOf(operation)]));
  return {
    checks,
    responses,
    bodyCheck: (operation: OperationId) => checks.get(operation)?.body?.(),
    answerCheck(operation: OperationId, status: number) {
      const answers = checks.get(operation)?.answers;
      return (answers?.get(String(status)) ?? answers?.get('default'))?.();
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function createSide(view: Json, file: string, { allErrors }: { allErrors: boolean }): Side {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    strictRequired: false,
    verbose: true,
    allErrors,
    validateSchema: false,
    meta: false,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  ajv.addFormat('uuid', UUID);
  // The library's own is content with one line that is base64, and has no room on the stack for some megabytes of it.
  ajv.addFormat('byte', (text) => text.length % 4 === 0 && BASE64.test(text));
  const { validate: isTime } = addFormats.default.get('date-time') as { validate: (text: string) => boolean };
  ajv.addFormat('date-time', (text) => text.length <= LONGEST_TIME && isTime(text));
  ajv.addVocabulary([...Object.keys(view), 'example', 'x-rule', 'x-assumption', 'x-request-rule', 'x-lenient']);
  ajv.addSchema(view, 'openapi');
  return { file, view, ajv };
}

function compile(side: Side, pointer: string, way: string): Check {
  try {
    const validate = side.ajv.compile({ $ref: `openapi${pointerFragment(pointer)}` });
    const place = spellOut(side.view, way);
    return { side, place, start: nodeAt(side.view, place), validate };
  } catch (error) {
    throw new ContractError(`${side.file}: the schema at #${pointer} does not compile: ${(error as Error).message}`);
  }
}

/** The check of a schema that is not the document's own; it may refer to the control API's document as well. */
function checkOf(side: Side, schema: Json): Check {
  if (!side.ajv.schemas.control) side.ajv.addSchema(controlSchemas(), 'control');
  return { side, place: '', start: schema, validate: side.ajv.compile(schema) };
}

function run(check: Check | undefined, value: unknown): Violation | undefined {
  if (!check || check.validate(value)) return undefined;
  return violationOf(check, mostTelling(check.validate.errors ?? []));
}

function runInFull(check: Check | undefined, value: unknown): Violation[] {
  if (!check || check.validate(value)) return [];
  return tellingErrors(check.validate.errors ?? []).map((error) => violationOf(check, error));
}

function violationOf(check: Check, error: ErrorObject): Violation {
  const violation: Violation = {
    pointer: error.instancePath,
    keyword: error.keyword,
    message: messageOf(error),
    params: error.params,
    schemaPath: placeOf(check, error),
    value: error.data,
  };
  if (error.keyword === 'required') violation.missing = String(error.params.missingProperty);
  return violation;
}

/** Ajv's own `schemaPath` forgets the references it went through, so the way is found by the schema that failed. */
function placeOf({ side, place, start }: Check, error: ErrorObject): string {
  return place + (trace(side.view, start, error.instancePath, error.parentSchema) ?? '');
}

function absent(check: Check, name: string): Violation {
  const schemaPath = check.place.replace(/\/schema$/, '');
  return { pointer: '', keyword: 'required', message: 'is required', params: {}, schemaPath, missing: name };
}

/** A request may carry anything where the service is lenient, and its read-only members have no effect. */
function asRequest(schema: Json): Json | boolean {
  return schema['x-lenient'] === true || schema.readOnly === true ? true : schema;
}

/** An answer never carries a write-only member. */
function asResponse(schema: Json): Json | boolean {
  return schema.writeOnly === true ? false : schema;
}

/** What a schema of the document is to one side. */
type Change = (schema: Json) => Json | boolean;

function viewOf(json: Json, change: Change): Json {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const changed = change(node as Json);
    if (typeof changed === 'boolean') return changed;
    return Object.fromEntries(Object.entries(changed).map(([key, value]) => [key, visit(value)]));
  };
  return visit(json) as Json;
}

const jsonSchema = 'content/application~1json/schema';
