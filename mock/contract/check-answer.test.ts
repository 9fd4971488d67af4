import { expect, test } from 'vitest';
import type { OperationSpec } from '../../spec/document.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import type { OperationId } from '../../spec/types.ts';
import { errorLines } from '../testing.ts';
import { type AnyAnswer, answer } from './answer.ts';
import { AnswerCheck } from './check-answer.ts';

const check = new AnswerCheck(validators);

function kept(id: OperationId, given: AnyAnswer): AnyAnswer {
  return check.checked(document.operations.find((one) => one.id === id) as OperationSpec, given);
}

/** What an answer that breaks the contract leads to, and what is said about it. */
async function broken(id: OperationId, given: AnyAnswer) {
  let received: unknown;
  const lines = await errorLines(async () => {
    received = kept(id, given);
  });
  const error = { code: '10007', title: 'Unexpected error', detail: 'An unexpected error occurred.' };
  expect(received).toEqual({ status: 500, body: { errors: [error] }, rules: [] });
  return lines;
}

const emptyPage = { data: [], meta: { total_pages: 0, total_results: 0, page_number: 1, page_size: 0 } };

test('an answer that keeps the contract goes out as it is', () => {
  const given = answer(200, emptyPage, 'DIR-2');
  expect(kept('listDirDocumentTypes', given)).toBe(given);
  expect(given).not.toHaveProperty('text');
});

test('an answer without a body keeps the contract, and one that was not looked at is not known', () => {
  const given = answer(202, undefined);
  expect(kept('createEmailMessage', given)).toBe(given);
  const page = Object.freeze({ ...emptyPage });
  const isKnown = () => check.knows(answer(200, page));
  expect([isKnown(), kept('listDirDocumentTypes', answer(200, page)) && isKnown()]).toEqual([false, true]);
});

test('a frozen body is written once, and looked at anew for another operation', async () => {
  const types = [{ short_name: 'letter', description: 'A letter.' }];
  const page = Object.freeze({ ...emptyPage, data: types });
  const [first, second] = [
    kept('listDirDocumentTypes', answer(200, page)),
    kept('listDirDocumentTypes', answer(200, page)),
  ];
  expect(first.text?.toString()).toBe(JSON.stringify(page));
  expect(second.text).toBe(first.text);
  await broken('listRecentAiMissionRuns', answer(200, page));
  await broken('listDirDocumentTypes', answer(422, page));
});

for (const [what, body, breach] of [
  ['a member that is missing', { data: [] }, "the body must have required property 'meta'"],
  [
    'a member of the wrong type',
    { ...emptyPage, data: [{ short_name: 5, description: 'A letter.' }] },
    '/data/0/short_name must be a string',
  ],
  ['no object', 'text', 'the body must be an object'],
  ['null', null, 'the body must be an object'],
] as const) {
  test(`an answer with ${what} becomes a 500 and is named in the log`, async () => {
    expect(await broken('listDirDocumentTypes', answer(200, body))).toEqual([
      `mock: an answer of listDirDocumentTypes (200) breaks the contract: ${breach}`,
    ]);
  });
}

test('an answer with a write-only member breaks the contract', async () => {
  const data = { html_body: '<p>secret</p>' };
  expect(await broken('createEmailMessage', answer(202, { data }))).toHaveLength(1);
});

test('an error body that is none breaks the contract, whatever its status', async () => {
  expect(await broken('listDirDocumentTypes', answer(418, { message: 'teapot' }))).toHaveLength(1);
});
