import { expect, test } from 'vitest';
import type { FaultKind } from '../../../spec/deployment/deployment.ts';
import type { Choices } from '../../../spec/generated/choices.ts';
import { document } from '../../../spec/testing/contract.ts';
import type { OperationId } from '../../../spec/types.ts';
import type { Pair } from '../asked/pair.ts';
import { errorOrderIn } from './error-order.ts';

/** A refusal of what was sent with faults at these places, in the order in which the target and we name them. */
function refused(
  theirs: object,
  own: object,
  {
    faults,
    sent,
    operation = 'createEmailMessage',
  }: { faults?: FaultKind[]; sent?: object; operation?: OperationId } = {},
): Pair {
  const request = { method: 'POST', url: 'http://target/v2/x', headers: [], body: JSON.stringify(sent) };
  const about = { case: 'a case', rules: [], operation, at: 0, headers: [], broken: [] };
  return {
    seen: { ...about, request, status: 422, text: JSON.stringify(theirs) },
    ours: { status: 422, text: JSON.stringify(own), rules: ['ERR-10'], faults },
  };
}

const at = (...pointers: string[]) => ({ errors: pointers.map((pointer) => ({ code: '1', source: { pointer } })) });
const values = (names: readonly unknown[]): FaultKind[] => names.map(() => 'value');

/** The same of faults of one kind, at a target that tells the first alone. */
const first = (told: string, own: string[], faults: FaultKind[] = values(own), sent?: object) =>
  refused(at(told), at(...own), { faults, ...(sent && { sent }) });

function orderIn(pairs: Pair[], faultsTold: Choices['faultsTold'] = 'first') {
  return errorOrderIn(pairs, { document, choices: { faultsTold } });
}

test('the order of errors is settled where it is not ours, with all members before the last that was seen', () => {
  const all = refused(at('/to/0', '/from', '/cc'), at('/from', '/to/0', '/cc'));
  expect(orderIn([all], 'all')).toEqual(['/to', '/from', '/from_name', '/cc']);
  expect(orderIn([{ ...all, seen: { ...all.seen, status: 429 } }], 'all')).toBeUndefined();
});

test('a member that is named again further on stands where it is named first', () => {
  const again = refused(at('/to/0', '/from', '/to/1'), at('/from', '/to/0', '/to/1'));
  expect(orderIn([again], 'all')).toEqual(['/to', '/from']);
});

test('members may stand behind steps of the deployment', () => {
  const own = at('/from', '/to/0', '/cc');
  for (const steps of ['/body', '/data/attributes']) {
    const all = refused(at(`${steps}/to/0`, `${steps}/from`, `${steps}/cc`), own);
    expect(orderIn([all], 'all'), steps).toEqual(['/to', '/from', '/from_name', '/cc']);
  }
  expect(orderIn([refused(at('/body.to.0', '/body.from', '/body.cc'), own)], 'all')?.[0]).toBe('/to');
  expect(orderIn([refused(at('body[to][0]', 'body[from]', 'body[cc]'), own)], 'all')?.[0]).toBe('/to');
});

test('errors that come in the order of names are settled as that', () => {
  const named = refused(at('/cc/0', '/from', '/to/0'), at('/from', '/to/0', '/cc/0'));
  expect(orderIn([named], 'all')).toBe('byName');
});

test('the order of parameters is settled as that of members', () => {
  const entries = (...locs: string[][]) => ({ detail: locs.map((loc) => ({ loc })) });
  const theirs = entries(['query', 'status'], ['query', 'page', 'size']);
  const own = entries(['query', 'page[size]'], ['query', 'status']);
  const ofQuery = refused(theirs, own, { operation: 'listRecentAiMissionRuns' });
  expect(orderIn([ofQuery], 'all')).toEqual(['status', 'page[number]', 'page[size]']);
});

test('of a target that tells one fault, it is before all others', () => {
  expect(orderIn([first('/to/0', ['/from', '/to/0', '/cc/0'])])).toEqual(['/to', '/from', '/from_name', '/cc']);
  const ofTwoEntries = first('/to/0', ['/from', '/to/0', '/to/1'], ['value', 'value', 'other' as FaultKind]);
  expect(orderIn([ofTwoEntries])).toEqual(['/to', '/from']);
});

test('what the contract does not name stands in no order', () => {
  expect(orderIn([first('/fax', ['/from', '/fax'])])).toBeUndefined();
});

test('where kinds of faults come one after the other, those of one kind alone show the order', () => {
  const missing = first('/from', ['/from', '/subject'], ['missing', 'missing']);
  const staged = first('/subject', ['/from', '/subject'], ['value', 'missing']);
  expect(orderIn([staged])).toEqual(['/subject', '/from']);
  expect(orderIn([missing, staged])).toBeUndefined();
  expect(orderIn([missing, staged, staged])).toBeUndefined();
});

test('the first wrong type of a body that is read as it comes shows no order of members', () => {
  const types: FaultKind[] = ['type', 'type'];
  expect(orderIn([first('/tags', ['/from', '/tags'], types, { tags: 5, from: 5 })])).toBeUndefined();
  expect(orderIn([first('/tags', ['/from', '/tags'], types, { from: 5, tags: 5 })])?.[0]).toBe('/tags');
  const oneType = first('/tags', ['/from', '/tags'], ['value', 'type'], { tags: 5, from: 5 });
  expect(orderIn([oneType])?.[0]).toBe('/tags');
});

test('the first wrong type of a query, which has no order of its own, shows the order of parameters', () => {
  const parameters = (...names: string[]) => ({ errors: names.map((parameter) => ({ source: { parameter } })) });
  const ofQuery = refused(parameters('status'), parameters('page[size]', 'status'), {
    faults: ['type', 'type'],
    operation: 'listRecentAiMissionRuns',
  });
  expect(orderIn([ofQuery])?.[0]).toBe('status');
});

test('the order is the same whichever exchange came first', () => {
  const pairs = [
    first('/subject', ['/to/0', '/subject']),
    first('/to/0', ['/from', '/to/0']),
    first('/from', ['/from', '/subject']),
    first('/cc/0', ['/to/0', '/cc/0']),
  ];
  expect(orderIn(pairs)).toEqual(orderIn(pairs.toReversed()));
});

test('what names no place stands in no order', () => {
  const own = at('/from', '/to/0');
  for (const theirs of [{}, { errors: [{ code: '1' }, { code: '2', source: { pointer: 7 } }] }, { detail: 'no' }])
    expect(orderIn([refused(theirs, own)], 'all'), JSON.stringify(theirs)).toBeUndefined();
});

test('an entry of a refused query may name its parameter without saying that it is one', () => {
  const entries = (...locs: (string[] | undefined)[]) => ({ detail: locs.map((loc) => ({ loc })) });
  const own = entries(['query', 'page[size]'], ['query', 'status']);
  const ofQuery = (theirs: object) => refused(theirs, own, { operation: 'listRecentAiMissionRuns' });
  const order = orderIn([ofQuery(entries(['status'], ['page', 'size']))], 'all');
  expect(order).toEqual(['status', 'page[number]', 'page[size]']);
  expect(orderIn([ofQuery(entries(undefined, ['query', 'status']))], 'all')).toBeUndefined();
});
