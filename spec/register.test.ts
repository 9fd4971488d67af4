import { expect, test } from 'vitest';
import { type Choice, checkChoice, loadRegister } from './register.ts';

const choice = (form: Partial<Choice>) => ({ name: 'a', about: 'b', default: 1, ...form }) as Choice;

for (const [label, form, fits, fitsNot, flaw] of [
  [
    'a word of some',
    { alternatives: { one: '', two: '' } },
    ['one', 'two'],
    ['', 'On', 1, null],
    'must be one of one, two',
  ],
  [
    'a whole number of a range',
    { range: [1, 5] },
    [1, 3, 5],
    [0, 6, 1.5, '3', null],
    'must be a whole number from 1 to 5',
  ],
  [
    'a name of a form',
    { pattern: '^[a-z]+$' },
    ['a', 'a'.repeat(200)],
    ['', 'A', 'a'.repeat(201), 7, null],
    'must look like ^[a-z]+$, in 200 characters at most',
  ],
] as const) {
  test(`a deployment chooses ${label}`, () => {
    for (const value of fits) expect(checkChoice(choice(form as never), value), String(value)).toBeUndefined();
    for (const value of fitsNot) expect(checkChoice(choice(form as never), value), String(value)).toBe(flaw);
  });
}

test('the register is read once, each rule under its id', () => {
  const register = loadRegister();
  expect(loadRegister()).toBe(register);
  for (const [id, rule] of register) expect(rule.id).toBe(id);
  expect([...register.keys()]).toContain('AUTH-1');
});
