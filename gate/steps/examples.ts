import { fixturesDirectory, loadSeed } from '../../fixtures/seed.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import type { Json } from '../../spec/json.ts';
import { pointerFragment, pointerStep } from '../../spec/pointer.ts';
import { follow, nodeAt, spellOut } from '../../spec/trace.ts';
import { compileValidators, type Validators, type Violation } from '../../spec/validators.ts';
import type { Problem } from '../command.ts';
import { contractDocument } from '../contract.ts';
import { findingOfError, findingsOf } from '../finding.ts';
import { resultOf, type Step, type StepResult } from '../step.ts';

let validators: Validators | undefined;

function contractValidators(): Validators {
  validators ??= compileValidators(contractDocument());
  return validators;
}

/** Every example and default of the contract against its schema. */
export const examples: Step = async () => {
  const checked = checkedExamples(contractDocument(), contractValidators());
  return resultOf(
    findingsOf('example-valid', problemsOf(checked)),
    `${checked.length} examples and defaults are valid`,
  );
};

/** Keys below which no schema is. */
const notSchemas = /^(examples?|x-.*)$/;

/** A value of the contract, its place, and its violation of the schema. */
interface CheckedExample {
  pointer: string;
  violation: Violation | undefined;
}

/** Every example and default of the contract, checked as requests and answers are. */
export function checkedExamples(document: ContractDocument, validators: Validators): CheckedExample[] {
  const ofOperations = document.operations
    .flatMap((operation) => placesOf(operation, validators))
    .flatMap(({ at, check }) =>
      shownAt(document.json, at).map(([pointer, value]) => ({ pointer, violation: check(value) })),
    );
  return [...ofOperations, ...schemaExamples(document.json, validators)];
}

/** The problems among checked examples. */
export function problemsOf(examples: readonly CheckedExample[]): Problem[] {
  return examples.flatMap(({ pointer, violation }) => {
    if (!violation) return [];
    const message = `${violation.pointer || 'the value'} ${violation.message}`;
    return [{ file: 'spec/openapi.yaml', about: `#${pointer}`, message }];
  });
}

/** A node that may show values, and what checks them. */
interface ShowingPlace {
  at: string;
  check(value: unknown): Violation | undefined;
}

/** Where an operation shows bodies, answers and parameters. */
function placesOf(
  { id, path, method, body, responses, parameters }: OperationSpec,
  validators: Validators,
): ShowingPlace[] {
  const operation = `/paths/${pointerStep(path)}/${method}`;
  const media = 'content/application~1json';
  const bodies = body
    ? [{ at: `${operation}/requestBody/${media}`, check: (value: unknown) => validators.requestBody(id, value) }]
    : [];
  const answers = [...responses.keys()].map((status) => ({
    at: `${operation}/responses/${status}/${media}`,
    check: (value: unknown) => validators.responseBody(id, Number(status), value),
  }));
  const others = parameters.map(({ name }, index) => ({
    at: `${operation}/parameters/${index}`,
    check(value: unknown) {
      const result = validators.parameter(id, name, String(value));
      return 'violation' in result ? result.violation : undefined;
    },
  }));
  return [...bodies, ...answers, ...others];
}

/** The `examples` and `default` of schemas, and the `example` of headers. */
function schemaExamples(json: Json, validators: Validators): CheckedExample[] {
  const found: CheckedExample[] = [];
  const check = (schema: string, pointer: string, value: unknown) => {
    const validate = validators.schema({ $ref: `openapi${pointerFragment(schema)}` });
    found.push({ pointer, violation: validate(value) });
  };
  const visit = (node: unknown, at: string) => {
    if (typeof node !== 'object' || node === null) return;
    const { examples, type, default: fallback } = node as Json;
    if (Array.isArray(examples)) for (const [i, value] of examples.entries()) check(at, `${at}/examples/${i}`, value);
    const isSchema = typeof type === 'string' || Array.isArray(type);
    if (isSchema && fallback !== undefined) check(at, `${at}/default`, fallback);
    if (/\/headers\/[^/]+$/.test(at) && 'example' in node) check(`${at}/schema`, `${at}/example`, node.example);
    for (const [key, value] of Object.entries(node)) {
      if (!notSchemas.test(key)) visit(value, `${at}/${pointerStep(key)}`);
    }
  };
  visit(json.paths, '/paths');
  visit(json.components, '/components');
  return found;
}

/** The values under `example` and `examples` of a node, references followed. */
export function shownAt(json: Json, place: string): [string, unknown][] {
  const at = spellOut(json, `${place}/schema`).replace(/\/schema$/, '');
  const node = nodeAt(json, at) as Json;
  const single: [string, unknown][] = 'example' in node ? [[`${at}/example`, node.example]] : [];
  const named = Object.entries((node.examples as Record<string, Json> | undefined) ?? {}).map(
    ([name, example]): [string, unknown] => {
      const resolved = '$ref' in example ? (follow(json, example, '$ref') as Json) : example;
      return [`${at}/examples/${pointerStep(name)}`, resolved.value];
    },
  );
  return [...single, ...named];
}

/** The mock's seed data against the contract. */
export const fixtures: Step = async () => checkFixtures(fixturesDirectory);

/** The seed data of a folder. */
export function checkFixtures(directory: string): StepResult {
  try {
    const seed = loadSeed(contractValidators(), directory);
    const runs = [...seed.missionRuns.values()].reduce((sum, list) => sum + list.length, 0);
    return resultOf([], `${seed.accounts.length} accounts with ${runs} runs keep to the contract`);
  } catch (error) {
    return resultOf([findingOfError('fixture-valid', error, 'fixtures')], '');
  }
}
