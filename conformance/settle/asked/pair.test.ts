import { expect, test } from 'vitest';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { asOurs, breaksSource, countFaults, errorsIn, isRefusal, isSuccess } from './pair.ts';

test('a 2xx is a success, and a 4xx a refusal unless it says that there were too many', () => {
  const statuses = [199, 200, 299, 300, 399, 400, 428, 429, 430, 499, 500];
  const of = (is: (answer: { status: number }) => boolean) => statuses.filter((status) => is({ status }));
  expect(of(isSuccess)).toEqual([200, 299]);
  expect(of(isRefusal)).toEqual([400, 428, 430, 499]);
});

test('as many faults are told as there are errors with a place or a detail of their own', () => {
  const [to, from] = [{ source: { pointer: '/to' } }, { source: { parameter: 'from' } }];
  expect(countFaults({ errors: [to, to, from, { ...to, detail: 'Too long.' }, {}, 'no'] })).toBe(3);
  expect([undefined, {}, { errors: {} }].map(countFaults)).toEqual([0, 0, 0]);
  expect(errorsIn({ errors: [{ source: { pointer: '/to', detail: 'there' }, detail: 'No' }] })).toEqual([
    { pointer: '/to', detail: 'No' },
  ]);
});

test('the message of a success stands in data, and any other answer is as it came', () => {
  const answer = { operation: 'createEmailMessage', status: 202, text: '{"message":{"id":"1","to":[]}}' } as const;
  expect(JSON.parse(asOurs(answer).text)).toEqual({ data: { id: '1', to: [] } });
  for (const other of [
    { ...answer, status: 422 },
    { ...answer, text: '{ "data": {} }' },
    { ...answer, operation: undefined },
  ])
    expect(asOurs(other)).toEqual(other);
});

test('an answer breaks the source where a rule that the source says is broken', () => {
  const seen = (...broken: RuleId[]) => ({ broken }) as unknown as NotedExchange;
  expect([seen(), seen('AUTH-7'), seen('AUTH-7', 'AUTH-1')].map(breaksSource)).toEqual([false, false, true]);
});
