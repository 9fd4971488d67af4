import { expect, test } from 'vitest';
import type { FaultKind } from '../../../spec/deployment/deployment.ts';
import type { OperationId } from '../../../spec/types.ts';
import type { Pair } from '../asked/pair.ts';
import { stagedApart } from './stages.ts';

/** A refusal in which the target names these places, where ours tells faults of these kinds. */
function refused(operation: OperationId, theirs: string[], faults: FaultKind[]): Pair {
  const request = { method: 'POST', url: 'http://target/v2/x', headers: [] };
  const isOfQuery = operation === 'listRecentAiMissionRuns';
  const told = isOfQuery
    ? { detail: theirs.map((name) => ({ loc: ['query', name] })) }
    : { errors: theirs.map((pointer) => ({ code: '1', source: { pointer } })) };
  return {
    seen: {
      request,
      status: 400,
      text: JSON.stringify(told),
      operation,
      case: '',
      rules: [],
      at: 0,
      headers: [],
      broken: [],
    },
    ours: { status: 422, text: JSON.stringify(isOfQuery ? { detail: [] } : { errors: [] }), rules: [], faults },
    operation,
  };
}

const update = 'updateSimCardDataUsageNotification';
const send = 'createEmailMessage';

test('an operation that tells wrong types beside others, where those are usually told alone, is settled so', () => {
  const together = refused(send, ['/to', '/from'], ['type', 'value']);
  const alone = refused(update, ['/threshold'], ['type', 'value']);
  expect(stagedApart([together, alone], true)).toEqual({ 'ERR-1': { on: { [send]: { staged: false } } } });
  expect(stagedApart([together, alone], false)).toEqual({});
  const ofNull = refused(send, ['/to', '/from'], ['null', 'value']);
  expect(stagedApart([ofNull], true)).toEqual({ 'ERR-1': { on: { [send]: { staged: false } } } });
  const succeeded = { ...together, seen: { ...together.seen, status: 202 } };
  expect(stagedApart([succeeded], true)).toEqual({});
});

test('an operation that tells a wrong type alone, and other faults together, is settled so where that is not usual', () => {
  const alone = refused(update, ['/threshold'], ['type', 'value']);
  const values = refused(update, ['/threshold', '/sim_card_id'], ['value', 'value']);
  expect(stagedApart([alone, values], false)).toEqual({ 'ERR-1': { on: { [update]: { staged: true } } } });
  expect(stagedApart([alone], false)).toEqual({});
  const ofTwoTypes = refused(update, ['/threshold'], ['type', 'type']);
  expect(stagedApart([ofTwoTypes, values], false)).toEqual({ 'ERR-1': { on: { [update]: { staged: true } } } });
});

test('queries of mission runs are settled as other operations are', () => {
  const names = ['page[number]', 'page[size]'];
  const both = refused('listRecentAiMissionRuns', names, ['value', 'type']);
  expect(stagedApart([both], true)).toEqual({ 'RUN-23': { on: { listRecentAiMissionRuns: { staged: false } } } });
});

test('a target that takes a wrong type for a right one tells nothing of stages by that', () => {
  expect(stagedApart([refused(send, ['/to', '/from'], ['type', 'value', 'value'])], true)).toEqual({});
});
