import { expect, test } from 'vitest';
import { document } from '../../spec/testing/contract.ts';
import { serveOperation } from './index.ts';

const operationOf = (id: string) => {
  const spec = document.operations.find((operation) => operation.id === id);
  if (!spec) throw new Error(`no operation ${id}`);
  return serveOperation(spec);
};

test('every operation of the contract has a handler', () => {
  expect(document.operations.filter(({ id }) => !operationOf(id).handle)).toEqual([]);
});

for (const [id, status, rules] of [
  ['createEmail', 202, ['EMAIL-ALIAS-1']],
  ['getEmail', 200, ['EMAIL-ALIAS-4']],
  ['createNumberReservation', 422, ['RSV-28', 'RSV-29']],
  ['createNumberReservation', 200, []],
  ['updateSimCardDataUsageNotification', 404, ['SIM-23']],
  ['updateSimCardDataUsageNotification', 401, []],
  ['updateSimCardDataUsageNotification', 200, []],
] as const) {
  test(`every ${status} of ${id} also cites ${rules.join() || 'no rule'}`, () => {
    expect(operationOf(id).generalRules?.(status)).toEqual(rules);
  });
}
