import { expect, test } from 'vitest';
import { answer, faultsOf, goingOn, invalidByChoice, noted, refuse, retold } from './answer.ts';

test('an answer carries its status, its body and the rules that decided it', () => {
  expect(answer(200, { data: 1 }, 'SIM-2', 'SIM-9')).toEqual({
    status: 200,
    body: { data: 1 },
    rules: ['SIM-2', 'SIM-9'],
  });
});

test('a refusal is one error with code, title and detail', () => {
  expect(refuse(401, { code: '10009', detail: 'No.' }).body).toEqual({
    errors: [{ code: '10009', title: 'Authentication failed', detail: 'No.' }],
  });
});

test('each code has its title', () => {
  const codes = [
    '10001',
    '10005',
    '10007',
    '10009',
    '10010',
    '10015',
    '10027',
    '10036',
    'recipient_suppressed',
  ] as const;
  expect(codes.map((code) => refuse(400, { code, detail: '' }).body.errors[0]?.title)).toEqual([
    'Not found',
    'Resource not found',
    'Unexpected error',
    'Authentication failed',
    'Not authorized',
    'Invalid request',
    'Idempotency key reused',
    'Request in progress',
    'Recipient suppressed',
  ]);
});

test('the place of an error is a pointer into the body or the name of a parameter', () => {
  const sourceOf = (place: object) => refuse(422, { code: '10015', detail: 'x', ...place }).body.errors[0]?.source;
  expect(sourceOf({ pointer: '/to/0' })).toEqual({ pointer: '/to/0' });
  expect(sourceOf({ parameter: 'page[size]' })).toEqual({ parameter: 'page[size]' });
  expect(sourceOf({ pointer: '' })).toEqual({ pointer: '' });
  expect(sourceOf({ parameter: undefined })).toBeUndefined();
});

test('the kind of fault is known of each error, where any of them is in a value', () => {
  const plain = answer(422, {});
  expect(faultsOf(plain)).toBeUndefined();
  expect(faultsOf({ ...plain, fault: 'type' })).toEqual(['type']);
  expect(faultsOf({ ...plain, fault: 'type', each: [{ rules: [] }, { rules: [] }] })).toBeUndefined();
  expect(faultsOf({ ...plain, each: [{ rules: [] }, { rules: [], fault: 'null' }] })).toEqual(['other', 'null']);
});

test('a refusal goes on with ten sentences in its first error, in either body', () => {
  const sentences = Array.from({ length: 11 }, (_, at) => `${at}.`);
  const ten = '0. 1. 2. 3. 4. 5. 6. 7. 8. 9.';
  const told = (body: object, count: number) => goingOn(answer(422, body), sentences.slice(0, count)).body;
  const errors = [{ detail: 'A.' }, { detail: 'B.' }];
  expect(told({ errors, x: 1 }, 10)).toEqual({ errors: [{ detail: `A. ${ten}` }, { detail: 'B.' }], x: 1 });
  expect(told({ errors }, 11)).toEqual({ errors: [{ detail: `A. ${ten} There is more.` }, { detail: 'B.' }] });
  expect(told({ detail: [{ msg: 'a' }, { msg: 'b' }] }, 1)).toEqual({ detail: [{ msg: 'a. 0.' }, { msg: 'b' }] });
  expect(told({ errors }, 0)).toEqual({ errors });
  expect(told({ errors: [] }, 1)).toEqual({ errors: [] });
  expect(told({}, 1)).toEqual({});
});

test('notes come behind those that are there, and none change nothing', () => {
  const one = answer(200, {});
  expect(noted(one)).toBe(one);
  expect(noted(noted(one, 'a'), 'b', 'c')).toEqual({ ...one, notes: ['a', 'b', 'c'] });
});

test('an answer that is told otherwise keeps what decided it, and says all that was changed', () => {
  const one = { ...answer(200, { a: 1 }, 'ERR-1'), text: '{"a":1}', chosen: ['before'] };
  expect(retold(one, 201, { b: 1 }, ['then'])).toEqual({
    status: 201,
    body: { b: 1 },
    rules: ['ERR-1'],
    chosen: ['before', 'then'],
  });
  expect(retold(answer(200, {}), 200, {}, [])).not.toHaveProperty('chosen');
});

test('what a deployment does not take is refused with 422, under the choice', () => {
  expect(invalidByChoice('flagWords', '/a', 'No.', 'ERR-1')).toEqual({
    status: 422,
    body: { errors: [{ code: '10015', title: 'Invalid request', detail: 'No.', source: { pointer: '/a' } }] },
    rules: ['ERR-1'],
    choice: 'flagWords',
    chosen: ['flagWords'],
  });
});
