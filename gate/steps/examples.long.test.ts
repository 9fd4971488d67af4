import { expect, test } from 'vitest';
import { type ContractDocument, loadDocument } from '../../spec/document.ts';
import { compileValidators } from '../../spec/validators.ts';
import { checkExamples, makeProblems } from './examples.ts';

type Node = Record<string, unknown>;

/** A change of one node of the contract, in place. */
type Change = [path: string[], change: (node: Node) => void];

/** The problems of the changed contract. */
function problemsAfter(...changes: Change[]): string[] {
  const document: ContractDocument = structuredClone(loadDocument());
  for (const [path, change] of changes) change(path.reduce((node: Node, step) => node[step] as Node, document.json));
  const examples = checkExamples(document, compileValidators(document));
  return makeProblems(examples).map(({ about, message }) => `${about}: ${message}`);
}

const examplesOf = (...path: string[]) => [...path, 'content', 'application/json', 'examples'];

test('the contract has examples of every kind, all of them valid', () => {
  const document = loadDocument();
  const examples = checkExamples(document, compileValidators(document));
  expect(makeProblems(examples)).toEqual([]);
  const places = examples.map(({ pointer }) => pointer);
  for (const part of ['/requestBody/', '/responses/default/', '/parameters/', '/schemas/', '/headers/', '/default']) {
    expect(places.some((place) => place.includes(part))).toBe(true);
  }
});

test('a wrong answer is found', () => {
  const path = examplesOf('components', 'responses', 'EmailNotFound');
  const problems = problemsAfter([[...path, 'notFound', 'value', 'errors', '0'], (error) => delete error.title]);
  expect(problems).toEqual([expect.stringContaining("/notFound: /errors/0 must have required property 'title'")]);
});

const set = (key: string, value: unknown) => (node: Node) => {
  node[key] = value;
};
const header = ['components', 'responses', 'Unauthorized', 'headers', 'WWW-Authenticate'];

test('a wrong request, parameter, header, schema example and default are found', () => {
  const parameter = ['paths', '/dir/document_types', 'get', 'parameters', '1'];
  const request = examplesOf('components', 'requestBodies', 'EmailMessage');
  const found = problemsAfter(
    [[...request, 'plain', 'value'], set('to', [])],
    [parameter, set('example', 1001)],
    // A text parameter may look like a number.
    [['paths', '/ai/missions/runs', 'get', 'parameters', '0'], set('example', 7)],
    [[...parameter, 'schema'], set('default', 0)],
    [['components', 'schemas', 'E164Number'], set('examples', ['+12025550101', '5550101'])],
    [header, set('example', 7)],
  );
  const emails = ['email_messages', 'emails'].map(
    (path) =>
      `#/paths/~1${path}/post/requestBody/$ref/content/application~1json/examples/plain: /to must have at least 1 item`,
  );
  expect(found).toEqual([
    ...emails,
    '#/paths/~1dir~1document_types/get/parameters/1/example: the value must be at most 1000',
    '#/paths/~1dir~1document_types/get/parameters/1/schema/default: the value must be at least 1',
    '#/components/responses/Unauthorized/headers/WWW-Authenticate/example: the value must be a string',
    '#/components/schemas/E164Number/examples/1: the value must be a phone number in E.164 notation',
  ]);
  const orNull = (node: Node) => Object.assign(node, { type: ['integer', 'null'], default: 'a' });
  expect(problemsAfter([[...parameter, 'schema'], orNull])).toHaveLength(1);
});

test('the name of an example is escaped in its pointer', () => {
  const request = examplesOf('components', 'requestBodies', 'EmailMessage');
  const problems = problemsAfter([request, set('a/b', { value: {} })]);
  expect(problems.map((problem) => problem.replace(/: .*/, ''))).toEqual(
    ['email_messages', 'emails'].map(
      (path) => `#/paths/~1${path}/post/requestBody/$ref/content/application~1json/examples/a~1b`,
    ),
  );
});

test('content of an example is no schema, and a schema has no example', () => {
  expect(problemsAfter([header, set('example', { type: 'integer', default: 'a' })])).toHaveLength(1);
  expect(problemsAfter([[...header, 'schema'], set('example', 7)])).toEqual([]);
});
