import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { loadControlSchemas } from './control.ts';
import type { ContractDocument, OperationSpec, ParameterSpec } from './document.ts';
import { escapeStep, findNode, type Json, spellOut, toFragment, traceSchema } from './json.ts';
import { describeError, findClearestError, selectErrors } from './schema-errors.ts';
import type { OperationId } from './types.ts';
import { ContractError } from './yaml.ts';

/** A violation of a schema. `pointer` leads into the checked value. */
export interface Violation {
  pointer: string;
  keyword: string;
  message: string;
  /** Ajv's parameters of the keyword: the limit, the allowed values, ... */
  params: Record<string, unknown>;
  /** Pointer to the violated schema in the document, or in a separate schema; references are a step `$ref`. */
  schemaPath: string;
  /** For the keyword `required`: the property (or the parameter) that is absent. */
  missing?: string;
  value?: unknown;
}

/** A violation of a request, with the part of the request. */
export interface RequestViolation extends Violation {
  in: 'body' | 'query' | 'path' | 'header';
  parameter?: string;
}

/** The value of a parameter, typed and with its default, or its violation. */
type ParameterResult = { value: unknown } | { violation: Violation };

export const LONGEST_TIME = 1_000;

/** The canonical notation of a UUID, in any case. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const INTEGER = /^-?\d+$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The checks of a contract. A schema that does not compile throws a ContractError. */
export type Validators = ReturnType<typeof compileValidators>;

/**
 * Compiles the schemas of a document with Ajv 2020: now, or `lazily` each at its first use. Throws a ContractError if one does not
 * compile. Checks that report all violations (`InFull`, at most 100) are a second, lazy set: their time grows with the square of the
 * number of violations.
 */
export function compileValidators(document: ContractDocument, { lazily = false } = {}) {
  const { checks, responses, bodyCheck, answerCheck } = compileChecks(document, { allErrors: false });
  const inFull = memoize(() => compileChecks(document, { allErrors: true }));
  const validators = {
    /** Checks the text of a parameter, or the texts of a repeated one; undefined means absent. */
    parameter(operation: OperationId, name: string, value: string | string[] | undefined): ParameterResult {
      const found = checks.get(operation)?.parameters.get(name);
      if (!found) throw new Error(`${operation} has no parameter ${name}`);
      const { spec } = found;
      const check = found.check();
      if (value === undefined)
        return spec.required ? { violation: toMissingViolation(check, name) } : { value: spec.schema.default };
      const typed = typeof value === 'string' ? parseParameter(value, spec) : value;
      const violation = runCheck(check, typed);
      if (!violation) return { value: typed };
      const isRepeated = Array.isArray(value) && violation.keyword === 'type';
      return {
        violation: isRepeated ? { ...violation, message: `must be given once, not ${value.length} times` } : violation,
      };
    },
    /** The first violation of a parsed JSON body; read-only and lenient members are ignored. */
    requestBody: (id: OperationId, body: unknown) => runCheck(bodyCheck(id), body),
    /** The first violation of the body of an answer by the schema of its status, else of `default`. */
    responseBody: (id: OperationId, status: number, body: unknown) => runCheck(answerCheck(id, status), body),
    requestBodyInFull: (id: OperationId, body: unknown) => runCheckInFull(inFull().bodyCheck(id), body),
    responseBodyInFull: (id: OperationId, status: number, body: unknown) =>
      runCheckInFull(inFull().answerCheck(id, status), body),
    /** A function for each schema of requests and answers, to compile it. */
    compileSteps: (): (() => unknown)[] =>
      [...checks.values()].flatMap(({ parameters, body, answers }) => [
        ...[...parameters.values()].map(({ check }) => check),
        ...(body ? [body] : []),
        ...answers.values(),
      ]),
    /** True for declared statuses, except for `default`. */
    declares: (operation: OperationId, status: number) => checks.get(operation)?.answers.has(String(status)) ?? false,
    /** Compiles a JSON Schema that may refer to answers of the contract (`openapi#/...`) and to the control API (`control#/...`). */
    schema(schema: object) {
      const check = createCheck(responses(), schema);
      return (value: unknown) => runCheck(check, value);
    },
    schemaInFull(schema: object) {
      const check = createCheck(inFull().responses(), schema);
      return (value: unknown) => runCheckInFull(check, value);
    },
  };
  if (!lazily) for (const compile of validators.compileSteps()) compile();
  return validators;
}

/** Checks the path and query parameters of an operation; returns typed values by the contract's names, and all violations. */
export function checkParameters(
  validators: Validators,
  operation: OperationSpec,
  sent: { path: Record<string, string>; query: Record<string, string | string[]> },
): { values: Record<string, unknown>; violations: RequestViolation[] } {
  const values: Record<string, unknown> = {};
  const violations: RequestViolation[] = [];
  for (const spec of operation.parameters) {
    if (spec.in === 'header') continue;
    const result = validators.parameter(operation.id, spec.name, sent[spec.in][spec.name]);
    if ('violation' in result) violations.push({ ...result.violation, in: spec.in, parameter: spec.name });
    else values[spec.contractName ?? spec.name] = result.value;
  }
  return { values, violations };
}

function parseParameter(text: string, spec: ParameterSpec): unknown {
  if (![spec.schema.type].flat().includes('integer')) return text;
  if (!INTEGER.test(text)) return text;
  // Larger numbers exceed all limits, and a double would round them.
  return Math.min(Math.max(Number(text), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

/** One direction of the contract, requests or answers: the document's view and its compiler. */
interface Side {
  file: string;
  view: Json;
  ajv: Ajv2020;
}

/** A compiled schema, its place in the document with a step `$ref` for each reference, and its node. */
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
  const requests = memoize(() => createSide(createView(document.json, toRequestSchema), document.file, options));
  const responses = memoize(() => createSide(createView(document.json, toAnswerSchema), document.file, options));
  const lazily = (side: () => Side, pointer: string, way: string) => memoize(() => compile(side(), pointer, way));
  const createChecks = ({ path, method, parameters, body, responses: answers }: OperationSpec): OperationChecks => {
    const place = `/paths/${escapeStep(path)}/${method}`;
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
  const checks = new Map(document.operations.map((operation) => [operation.id, createChecks(operation)]));
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

function memoize<T>(make: () => T): () => T {
  let result: { value: T } | undefined;
  return () => {
    result ??= { value: make() };
    return result.value;
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
  // The format of ajv-formats accepts text with one Base64 line and overflows the stack on megabytes.
  ajv.addFormat('byte', (text) => text.length % 4 === 0 && BASE64.test(text));
  const { validate: isTime } = addFormats.default.get('date-time') as { validate: (text: string) => boolean };
  ajv.addFormat('date-time', (text) => text.length <= LONGEST_TIME && isTime(text));
  ajv.addVocabulary([...Object.keys(view), 'example', 'x-rule', 'x-assumption', 'x-request-rule', 'x-lenient']);
  ajv.addSchema(view, 'openapi');
  return { file, view, ajv };
}

function compile(side: Side, pointer: string, way: string): Check {
  try {
    const validate = side.ajv.compile({ $ref: `openapi${toFragment(pointer)}` });
    const place = spellOut(side.view, way);
    return { side, place, start: findNode(side.view, place), validate };
  } catch (error) {
    throw new ContractError(`${side.file}: the schema at #${pointer} does not compile: ${(error as Error).message}`);
  }
}

function createCheck(side: Side, schema: object): Check {
  const isOfControl = JSON.stringify(schema).includes('"control#');
  if (isOfControl && !side.ajv.schemas.control) side.ajv.addSchema(loadControlSchemas(), 'control');
  return { side, place: '', start: schema, validate: side.ajv.compile(schema) };
}

function runCheck(check: Check | undefined, value: unknown): Violation | undefined {
  if (!check || check.validate(value)) return undefined;
  return toViolation(check, findClearestError(check.validate.errors ?? []));
}

function runCheckInFull(check: Check | undefined, value: unknown): Violation[] {
  if (!check || check.validate(value)) return [];
  return selectErrors(check.validate.errors ?? []).map((error) => toViolation(check, error));
}

function toViolation(check: Check, error: ErrorObject): Violation {
  const violation: Violation = {
    pointer: error.instancePath,
    keyword: error.keyword,
    message: describeError(error),
    params: error.params,
    schemaPath: findSchemaPath(check, error),
    value: error.data,
  };
  if (error.keyword === 'required') violation.missing = String(error.params.missingProperty);
  return violation;
}

/** Ajv's `schemaPath` omits references, so the failed schema is searched for. */
function findSchemaPath({ side, place, start }: Check, error: ErrorObject): string {
  return place + (traceSchema(side.view, start, error.instancePath, error.parentSchema) ?? '');
}

function toMissingViolation(check: Check, name: string): Violation {
  const schemaPath = check.place.replace(/\/schema$/, '');
  return { pointer: '', keyword: 'required', message: 'is required', params: {}, schemaPath, missing: name };
}

/** A request may carry any value in lenient and read-only members. */
function toRequestSchema(schema: Json): Json | boolean {
  return schema['x-lenient'] === true || schema.readOnly === true ? true : schema;
}

/** An answer never carries a write-only member. */
function toAnswerSchema(schema: Json): Json | boolean {
  return schema.writeOnly === true ? false : schema;
}

type Change = (schema: Json) => Json | boolean;

function createView(json: Json, change: Change): Json {
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
