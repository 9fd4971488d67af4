import { expect, test } from 'vitest';
import type { OperationSpec } from '../../spec/document.ts';
import { defaultChoices } from '../../spec/generated/choices.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import type { OperationId } from '../../spec/types.ts';
import { captureErrorLines } from '../testing.ts';
import {
  AnswerCheck,
  type AnyAnswer,
  answer,
  listDecidingRules,
  type RefusalFacts,
  refuseViolations,
} from './answer.ts';
import type { OwnedViolation } from './check.ts';

const facts: RefusalFacts = { code: '10015' };

function refused(changes: Partial<OwnedViolation>, own: Partial<RefusalFacts> = {}) {
  const violation = { in: 'body', pointer: '/a', keyword: 'pattern', message: 'must be odd', params: {} };
  const whole = { ...violation, schemaPath: '/x', value: 'x', rules: [], ...changes } as OwnedViolation;
  return refuseViolations({ violations: [whole] }, { ...facts, ...own }, defaultChoices);
}

for (const [keyword, status, rules] of [
  ['absent', 400, ['HTTP-3', 'HTTP-4']],
  ['syntax', 400, ['HTTP-3', 'HTTP-4']],
  ['mediaType', 415, ['HTTP-5', 'HTTP-6']],
] as const) {
  test(`a body with the violation ${keyword} is refused with ${status} under ${rules.join()}`, () => {
    expect(refused({ keyword, pointer: '' })).toMatchObject({ status, rules, body: { errors: [{ code: '10015' }] } });
  });
}

for (const [label, changes, source, rules] of [
  ['a member', {}, { pointer: '/a' }, ['ERR-10', 'ERR-11']],
  ['the body', { pointer: '' }, { pointer: '' }, ['ERR-10', 'ERR-11']],
  ['a missing member', { params: { missingProperty: 'b/c' } }, { pointer: '/a/b~1c' }, ['ERR-10', 'ERR-11']],
  ['an unknown member', { params: { additionalProperty: 'd' } }, { pointer: '/a/d' }, ['ERR-10', 'ERR-11']],
  ['a query parameter', { in: 'query', parameter: 'n' }, { parameter: 'n' }, ['ERR-10', 'ERR-12']],
  ['a path parameter', { in: 'path', parameter: 'id' }, undefined, ['ERR-10', 'ERR-12']],
] as [string, Partial<OwnedViolation>, object | undefined, string[]][]) {
  test(`a violation of ${label} is refused with 422 and the source ${JSON.stringify(source)}`, () => {
    const { status, body, rules: cited } = refused(changes) ?? {};
    expect([status, cited]).toEqual([422, rules]);
    expect(body).toMatchObject({ errors: [{ code: '10015', detail: expect.stringContaining('must be odd') }] });
    expect((body as { errors: { source?: object }[] }).errors[0]?.source).toEqual(source);
  });
}

test('a refusal cites the rules of the operation, of the place and of all refusals, each once', () => {
  const extraRules = () => ['SIM-2', 'SIM-9'] as const;
  const { rules } = refused({ rules: ['ERR-11', 'SIM-4', 'SIM-9'] }, { extraRules }) ?? {};
  expect(rules).toEqual(['SIM-2', 'SIM-9', 'SIM-4', 'ERR-10', 'ERR-11']);
});

test('the general rules of a status are cited where the operation decided, and not where HTTP did', () => {
  const generalRules = (status: number) => (status === 422 ? (['RUN-9'] as const) : []);
  const cited = (...rules: ('RUN-1' | 'HTTP-8')[]) =>
    listDecidingRules(answer(422, {}, ...rules), { ...facts, generalRules });
  expect(cited('RUN-1')).toEqual(['RUN-1', 'RUN-9']);
  expect(cited('RUN-1', 'HTTP-8')).toEqual(['RUN-1', 'HTTP-8']);
});

const check = new AnswerCheck(validators);
const checked = (id: OperationId, raw: AnyAnswer) =>
  check.ensureValid(document.operations.find((operation) => operation.id === id) as OperationSpec, raw);

const emptyPage = { data: [], meta: { total_pages: 0, total_results: 0, page_number: 1, page_size: 0 } };

for (const [label, id, raw] of [
  ['that fits the contract', 'listDirDocumentTypes', answer(200, emptyPage, 'DIR-2')],
  ['without a body', 'createEmailMessage', answer(202, undefined)],
] as const) {
  test(`an answer ${label} is sent unchanged`, () => {
    expect(checked(id, raw)).toBe(raw);
  });
}

for (const [label, id, raw, place] of [
  ['without a required member', 'listDirDocumentTypes', answer(200, { data: [] }), "'meta'"],
  [
    'with a member of a wrong type',
    'listDirDocumentTypes',
    answer(200, { ...emptyPage, data: [{ short_name: 5, description: 'A letter.' }] }),
    '/data/0/short_name',
  ],
  ['with null for its body', 'listDirDocumentTypes', answer(200, null), 'body'],
  ['with a write-only member', 'createEmailMessage', answer(202, { data: { html_body: '<p>secret</p>' } }), '/data'],
  ['with an invalid error body', 'listDirDocumentTypes', answer(418, { message: 'teapot' }), "'errors'"],
] as const) {
  test(`an answer ${label} is replaced by a 500, and the breach is logged`, async () => {
    const lines = await captureErrorLines(async () => {
      expect(checked(id, raw)).toMatchObject({ status: 500, body: { errors: [{ code: '10007' }] } });
    });
    expect(lines).toEqual([expect.stringContaining(place)]);
  });
}
