import { expect, test } from 'vitest';
import type { OperationSpec } from '../../spec/document.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import type { OperationId } from '../../spec/types.ts';
import { errorLines } from '../testing.ts';
import { type AnyAnswer, answer } from './answer.ts';
import { AnswerCheck } from './answer-check.ts';

const check = new AnswerCheck(validators);
const checked = (id: OperationId, raw: AnyAnswer) =>
  check.checked(document.operations.find((operation) => operation.id === id) as OperationSpec, raw);

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
    const lines = await errorLines(async () => {
      expect(checked(id, raw)).toMatchObject({ status: 500, body: { errors: [{ code: '10007' }] } });
    });
    expect(lines).toEqual([expect.stringContaining(place)]);
  });
}
