import { expect, test } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import type { Choices } from '../../spec/generated/choices.ts';
import { listDirDocumentTypes } from './list-dir-document-types.ts';
import { caller, worldWith } from './testing.ts';

type Request = Parameters<typeof listDirDocumentTypes.handle>[0];

function list(values: Record<string, unknown>, choices: Partial<Choices> = {}) {
  const request = { caller, values } as Partial<Request> as Request;
  return listDirDocumentTypes.handle(request, worldWith(choices));
}

const { documentTypes } = seed;
const total = documentTypes.length;
const rules = ['DIR-1', 'DIR-2', 'DIR-7', 'PAGE-3', 'PAGE-4', 'PAGE-5', 'PAGE-11'];

test('document types come in their order, in pages with the rules of the list', () => {
  expect(list({ 'page[number]': 2, 'page[size]': 5 })).toEqual({
    status: 200,
    body: {
      data: documentTypes.slice(5, 10),
      meta: { total_pages: Math.ceil(total / 5), total_results: total, page_number: 2, page_size: 5 },
    },
    rules,
  });
});

test('document types are those that the world lists, as many as a scenario says', () => {
  const world = worldWith();
  const listed = documentTypes.slice(0, 3);
  Object.defineProperty(world, 'listedDocumentTypes', { value: listed });
  const rows = (operation: string, all: readonly unknown[]) =>
    operation === 'listDirDocumentTypes' && all === listed ? listed.slice(0, 2) : [];
  Object.assign(world.scenarios, { rows });
  const values = { 'page[number]': 1, 'page[size]': 20 };
  const { body } = listDirDocumentTypes.handle({ caller, values } as Partial<Request> as Request, world);
  expect((body as { data: unknown }).data).toEqual(listed.slice(0, 2));
});

test('a page of document types beyond the last one says so, and is what a deployment chose', () => {
  const beyond = (word: Choices['documentTypesPageBeyond']) =>
    list({ 'page[number]': 9, 'page[size]': 5 }, { documentTypesPageBeyond: word, missionRunsPageBeyond: 'empty' });
  const last = Math.ceil(total / 5);
  const notes = [`Page 9 is beyond the last one, ${last}.`];
  const meta = { total_pages: last, total_results: total };
  expect(beyond('empty')).toEqual({
    ...{ status: 200, rules: [...rules, 'PAGE-12'], notes },
    body: { data: [], meta: { ...meta, page_number: 9, page_size: 0 } },
  });
  const rest = documentTypes.slice((last - 1) * 5);
  expect(beyond('last')).toEqual({
    ...{ status: 200, rules: [...rules, 'PAGE-12'], notes },
    body: { data: rest, meta: { ...meta, page_number: last, page_size: rest.length } },
  });
  const error = { code: '10005', title: 'Resource not found', detail: 'There is no such page.' };
  expect(beyond('refused')).toEqual({
    status: 404,
    body: { errors: [{ ...error, source: { parameter: 'page[number]' } }] },
    rules: ['PAGE-12'],
    choice: 'documentTypesPageBeyond',
    chosen: ['documentTypesPageBeyond'],
  });
});
