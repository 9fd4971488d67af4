import { expect, test } from 'vitest';
import { answer, refuse } from './answer.ts';

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

test('the place of an error is a pointer into the body or the name of a parameter', () => {
  const sourceOf = (place: object) => refuse(422, { code: '10015', detail: 'x', ...place }).body.errors[0]?.source;
  expect(sourceOf({ pointer: '/to/0' })).toEqual({ pointer: '/to/0' });
  expect(sourceOf({ parameter: 'page[size]' })).toEqual({ parameter: 'page[size]' });
  expect(sourceOf({ pointer: '' })).toEqual({ pointer: '' });
  expect(sourceOf({ parameter: undefined })).toBeUndefined();
});
