import { expect, test } from 'vitest';
import type { OperationSpec } from '../../spec/document.ts';
import { document } from '../../spec/testing/contract.ts';
import { createEmail, createEmailMessage } from './create-email-message.ts';
import { isBehaved, serve } from './index.ts';

test('every operation of the contract has behaviour, and those that send take a key', () => {
  const served = document.operations.map((spec) => serve(spec));
  expect(served.filter((operation) => !isBehaved(operation))).toEqual([]);
  const keyed = served.filter((operation) => operation.keyed).map(({ spec }) => spec.id);
  expect(keyed.sort()).toEqual(['createEmail', 'createEmailMessage']);
  expect(served.map(({ spec }) => spec)).toEqual(document.operations);
});

test('an alias has what is known of it, else what is known of its original, and what nobody knows has no behaviour', () => {
  const handlerOf = (id: string, aliasOf?: string) => {
    const { handle, code, generalRules } = serve({ id, aliasOf, parameters: [] } as unknown as OperationSpec);
    return [handle, code, generalRules?.(200)];
  };
  expect(handlerOf('createEmail', 'createEmailMessage')).toEqual([createEmail.handle, '10015', ['EMAIL-ALIAS-1']]);
  expect(handlerOf('other', 'createEmailMessage')).toEqual([createEmailMessage.handle, '10015', undefined]);
  expect(handlerOf('other')).toEqual([undefined, '10015', undefined]);
});
