import { fixturesDirectory, readSeed } from '../../fixtures/seed.ts';
import { type ContractDocument, loadDocument } from '../../spec/document.ts';
import { escapeStep, findNode, followStep, isObject, type Json, spellOut, toFragment } from '../../spec/json.ts';
import type { Problem } from '../../spec/print.ts';
import { compileValidators, type Validators, type Violation } from '../../spec/validators.ts';
import { explainError, makeFindings, type Step, type StepResult, toResult } from '../finding.ts';

let validators: Validators | undefined;

function getValidators(): Validators {
  validators ??= compileValidators(loadDocument());
  return validators;
}

export const examples: Step = async () => {
  const checked = checkExamples(loadDocument(), getValidators());
  return toResult(
    makeFindings('example-valid', makeProblems(checked)),
    `${checked.length} examples and defaults are valid`,
  );
};

interface CheckedExample {
  pointer: string;
  violation: Violation | undefined;
}

/** Keys that have no schema below them. */
const notSchemas = /^(examples?|x-.*)$/;

/** The examples of parameters, headers and bodies, and the examples and defaults of schemas. */
export function checkExamples({ json, operations }: ContractDocument, validators: Validators): CheckedExample[] {
  const found = operations.flatMap(({ id, path, method, body }): CheckedExample[] => {
    const media = `/paths/${escapeStep(path)}/${method}/requestBody/content/application~1json`;
    const shown = body ? listExamples(json, media) : [];
    return shown.map(([pointer, value]) => ({ pointer, violation: validators.requestBody(id, value) }));
  });
  const known = new Map<string, ReturnType<Validators['schema']>>();
  const check = (at: string, [pointer, value]: [string, unknown]) => {
    const validate = known.get(at) ?? validators.schema({ $ref: `openapi${toFragment(at)}` });
    known.set(at, validate);
    found.push({ pointer, violation: validate(value) });
  };
  const visit = (node: unknown, at: string) => {
    if (typeof node !== 'object' || node === null) return;
    const { schema, type, examples: list, default: fallback } = node as Json;
    // Requests are checked separately: they may have read-only members.
    if (isObject(schema) && !/\/requestBod(y|ies)\//.test(at)) {
      // A parameter is a text, which may look like a number.
      const isText = 'in' in node && schema.type === 'string';
      for (const [pointer, value] of listExamples(json, at))
        check(`${at}/schema`, [pointer, isText ? String(value) : value]);
    } else if (typeof type === 'string' || Array.isArray(type)) {
      if (Array.isArray(list)) for (const [i, value] of list.entries()) check(at, [`${at}/examples/${i}`, value]);
      if (fallback !== undefined) check(at, [`${at}/default`, fallback]);
    }
    for (const [key, value] of Object.entries(node))
      if (!notSchemas.test(key)) visit(value, `${at}/${escapeStep(key)}`);
  };
  visit(json.paths, '/paths');
  visit(json.components, '/components');
  return found;
}

/** The values under `example` and `examples` of a node, references followed. */
export function listExamples(json: Json, place: string): [pointer: string, value: unknown][] {
  const at = spellOut(json, `${place}/schema`).replace(/\/schema$/, '');
  const { example, examples: named = {} } = findNode(json, at) as {
    example?: unknown;
    examples?: Record<string, Json>;
  };
  const values = Object.entries(named).map(([name, shown]): [string, unknown] => {
    const { value } = '$ref' in shown ? (followStep(json, shown, '$ref') as Json) : shown;
    return [`${at}/examples/${escapeStep(name)}`, value];
  });
  return example === undefined ? values : [[`${at}/example`, example], ...values];
}

export function makeProblems(checked: readonly CheckedExample[]): Problem[] {
  return checked.flatMap(({ pointer, violation }) => {
    if (!violation) return [];
    const message = `${violation.pointer || 'the value'} ${violation.message}`;
    return [{ file: 'spec/openapi.yaml', about: `#${pointer}`, message }];
  });
}

export const fixtures: Step = async () => checkFixtures(fixturesDirectory);

export function checkFixtures(directory: string): StepResult {
  const { seed, problems } = readSeed(getValidators(), directory);
  const findings = problems.map((problem) => explainError('fixture-valid', problem, 'fixtures'));
  const runs = [...seed.missionRuns.values()].reduce((sum, list) => sum + list.length, 0);
  return toResult(findings, `${seed.accounts.length} accounts with ${runs} runs follow the contract`);
}
