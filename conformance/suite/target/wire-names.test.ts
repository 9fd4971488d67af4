import { expect, test } from 'vitest';
import { choicesOfWire, wireOf } from './wire-names.ts';

const contracts = {
  emailPath: '/email_messages',
  keyHeader: 'Idempotency-Key',
  pageNumberName: 'page[number]',
  documentTypesPageName: 'page[number]',
  pageSizeName: 'page[size]',
};

test('the names of a profile are choices; where it says nothing they are those of the contract', () => {
  expect(choicesOfWire()).toEqual(contracts);
  expect(
    choicesOfWire({
      emailPath: '/mails',
      idempotencyHeader: 'X-Key',
      pageNumber: 'p',
      documentTypesPageNumber: 'd',
      pageSize: 'n',
    }),
  ).toEqual({
    emailPath: '/mails',
    keyHeader: 'X-Key',
    pageNumberName: 'p',
    documentTypesPageName: 'd',
    pageSizeName: 'n',
  });
});

test('both lists number pages alike, unless the profile says otherwise', () => {
  expect(choicesOfWire({ pageNumber: 'p' })).toEqual({ ...contracts, pageNumberName: 'p', documentTypesPageName: 'p' });
  expect(choicesOfWire({ documentTypesPageNumber: 'd' })).toEqual({ ...contracts, documentTypesPageName: 'd' });
});

test('what a deployment chose are its names, and those of the contract where it chose nothing', () => {
  expect(wireOf({ emailPath: '/mails', documentTypesPageName: 'd' })).toEqual({
    emailPath: '/mails',
    idempotencyHeader: 'Idempotency-Key',
    pageNumber: 'page[number]',
    documentTypesPageNumber: 'd',
    pageSize: 'page[size]',
  });
});
