import fc from 'fast-check';
import { invalidVariants } from '../../conformance/suite/derive/invalid.ts';
import { type Part, partsOf, placeOf } from '../../conformance/suite/derive/part.ts';
import { validVariants } from '../../conformance/suite/derive/valid.ts';
import { Values } from '../../conformance/suite/derive/values.ts';
import { shownAt } from '../../gate/checks/examples/check.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { bodies } from '../fuzz/json.ts';

/** Which operation is a request for? */
export interface RouteQuestion {
  kind: 'route';
  method: string;
  path: string;
}

/** Does a request keep the contract? A body of undefined is none. */
export interface RequestQuestion {
  kind: 'request';
  operation: OperationSpec;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** Does an answer keep the contract? */
export interface AnswerQuestion {
  kind: 'answer';
  operation: OperationSpec;
  status: number;
  body: unknown;
}

/** Who is it that calls? */
export interface CredentialsQuestion {
  kind: 'credentials';
  operation: OperationSpec;
  authorization: string | undefined;
}

/** Something that both sets of components are asked. */
export type Question = RouteQuestion | RequestQuestion | AnswerQuestion | CredentialsQuestion;

const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.integer().map(String), fc.uuid());

/**
 * Questions about a document: around values that are derived from its schemas and around its examples. The seed is that of the
 * derivation.
 */
export function questions(document: ContractDocument, seed: number): fc.Arbitrary<Question> {
  const { operations } = document;
  return fc.oneof(
    { weight: 1, arbitrary: routeQuestions(operations) },
    { weight: 1, arbitrary: credentialQuestions(operations) },
    { weight: 8, arbitrary: fc.oneof(...operations.map((operation) => requestQuestions(document, operation, seed))) },
    { weight: 6, arbitrary: fc.oneof(...operations.map((operation) => answerQuestions(document, operation))) },
  );
}

function routeQuestions(operations: readonly OperationSpec[]): fc.Arbitrary<RouteQuestion> {
  const segment = fc.stringMatching(/^[A-Za-z0-9_~-][A-Za-z0-9_.~-]*$/);
  const known = fc.constantFrom(...operations.map(({ path }) => path));
  const path = fc.oneof(
    fc.tuple(known, segment).map(([template, id]) => template.replace(/\{[^}]+\}/, id)),
    fc.tuple(known, segment).map(([template, id]) => `${template.replace(/\{[^}]+\}/, 'x')}${id}`),
    fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`),
  );
  const method = fc.constantFrom('GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE');
  return fc.record({ kind: fc.constant('route' as const), method, path });
}

function credentialQuestions(operations: readonly OperationSpec[]): fc.Arbitrary<CredentialsQuestion> {
  const header = fc.stringMatching(/^[\x21-\x7e ]*$/);
  const authorization = fc.oneof(
    fc.constantFrom(undefined, '', 'Bearer', 'Bearer key_primary', 'bearer key_other.pr-1', 'Basic a2V5OnByaW1hcnk='),
    header,
    header.map((key) => `Bearer ${key}`),
  );
  return fc.record({
    kind: fc.constant('credentials' as const),
    operation: fc.constantFrom(...operations),
    authorization,
  });
}

function requestQuestions(
  document: ContractDocument,
  operation: OperationSpec,
  seed: number,
): fc.Arbitrary<RequestQuestion> {
  const parts = partsOf(document, operation);
  const valuesOf = (where: Part['in']) => {
    const named = parts.filter((part) => part.in === where);
    return fc.tuple(...named.map((part) => around(part, seed).map((value) => [part.name, value] as const)));
  };
  const asTexts = (pairs: readonly (readonly [string, unknown])[]) =>
    Object.fromEntries(pairs.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]));
  const body = parts.find((part) => part.in === 'body');
  return fc
    .record({
      params: valuesOf('path').map((pairs) =>
        asTexts(pairs.map(([name, value]) => [name, String(value ?? '').replaceAll(/[/{}]/g, '') || 'x'])),
      ),
      query: valuesOf('query').map(asTexts),
      body: body ? bodiesAround(document, operation, body, seed) : fc.constant(undefined),
    })
    .map((parts) => ({ kind: 'request', operation, ...parts }));
}

/** Values of a parameter: derived ones, or any text; now and then none. */
function around(part: Part, seed: number): fc.Arbitrary<unknown> {
  const derived = derivedValues(part, seed).map(String);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...derived) },
    { weight: 1, arbitrary: text },
    { weight: 3, arbitrary: fc.constant(undefined) },
  );
}

function bodiesAround(
  document: ContractDocument,
  operation: OperationSpec,
  part: Part,
  seed: number,
): fc.Arbitrary<unknown> {
  const examples = examplesAt(document, `${placeOf(operation)}/requestBody`);
  const derived = derivedValues(part, seed);
  return fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...derived) },
    { weight: 2, arbitrary: jsonOf(bodies([...examples, ...derived])) },
  );
}

function answerQuestions(document: ContractDocument, operation: OperationSpec): fc.Arbitrary<AnswerQuestion> {
  const statuses = [...operation.responses.keys()].map((status) => {
    const examples = examplesAt(document, `${placeOf(operation)}/responses/${status}`);
    const code = status === 'default' ? fc.constantFrom(402, 418, 503) : fc.constant(Number(status));
    return fc.record({
      kind: fc.constant('answer' as const),
      operation: fc.constant(operation),
      status: code,
      body: jsonOf(bodies(examples.length > 0 ? examples : [{}])),
    });
  });
  return fc.oneof(...statuses);
}

/** What json-schema-faker and the schema's own limits give: values that keep it and values that break it in one place. */
function derivedValues({ node }: Part, seed: number): unknown[] {
  const values = new Values(seed);
  return [...validVariants(node, values), ...invalidVariants(node, values)].map(({ value }) => value);
}

/** Texts that are JSON, parsed: what is none, or nests without end, is refused before any component is asked. */
function jsonOf(texts: fc.Arbitrary<string | Buffer>): fc.Arbitrary<unknown> {
  return texts.map(parse).filter((value) => value !== undefined);
}

function parse(body: string | Buffer): unknown {
  const text = body.toString();
  if (text.includes('['.repeat(100))) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function examplesAt({ json }: ContractDocument, place: string): unknown[] {
  return shownAt(json, `${place}/content/application~1json`).map(([, value]) => value);
}
