import { expect, test } from 'vitest';
import { asOurs, countFaults, isRefusal, isSuccess } from './pair.ts';

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
});

test('the message of a success stands in data, and any other answer is as it came', () => {
  const answer = { operation: 'createEmailMessage', status: 202, text: '{"message":{"id":"1","to":[]}}' } as const;
  expect(JSON.parse(asOurs(answer).text)).toEqual({ data: { id: '1', to: [] } });
  for (const other of [
    { ...answer, status: 422 },
    { ...answer, text: '{ "data": {} }' },
  ])
    expect(asOurs(other)).toEqual(other);
});
