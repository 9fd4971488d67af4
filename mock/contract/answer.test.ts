import { expect, test } from 'vitest';
import type { OperationSpec } from '../../spec/document.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import type { OperationId } from '../../spec/types.ts';
import { captureErrorLines } from '../testing.ts';
import { AnswerCheck, type AnyAnswer, answer, listDecidingRules } from './answer.ts';

test('the general rules of a status are cited where the operation decided, and not where HTTP did', () => {
  const generalRules = (status: number) => (status === 422 ? (['RUN-9'] as const) : []);
  const cited = (...rules: ('RUN-1' | 'HTTP-8')[]) =>
    listDecidingRules(answer(422, {}, ...rules), { code: '10015', generalRules });
  expect(cited('RUN-1')).toEqual(['RUN-1', 'RUN-9']);
  expect(cited('RUN-1', 'HTTP-8')).toEqual(['RUN-1', 'HTTP-8']);
});

const check = new AnswerCheck(validators);
const checkAnswer = (id: OperationId, raw: AnyAnswer) =>
  check.ensureValid(document.operations.find((operation) => operation.id === id) as OperationSpec, raw);

const emptyPage = { data: [], meta: { total_pages: 0, total_results: 0, page_number: 1, page_size: 0 } };

for (const [label, id, raw] of [
  ['that fits the contract', 'listDirDocumentTypes', answer(200, emptyPage, 'DIR-2')],
  ['without a body', 'createEmailMessage', answer(202, undefined)],
] as const) {
  test(`an answer ${label} is sent unchanged`, () => {
    expect(checkAnswer(id, raw)).toBe(raw);
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
      expect(checkAnswer(id, raw)).toMatchObject({ status: 500, body: { errors: [{ code: '10007' }] } });
    });
    expect(lines).toEqual([expect.stringContaining(place)]);
  });
}
