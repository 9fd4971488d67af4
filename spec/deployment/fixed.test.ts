import { expect, test } from 'vitest';
import type { RuleId } from '../generated/rule-ids.ts';
import type { Rule } from '../register.ts';
import type { AnswerForm, RefusalForm } from './deployment.ts';
import { brokenBy } from './fixed.ts';

/** Rules with what the source fixes of answers under them. */
const fixed: Partial<Record<RuleId, Rule['fixed']>> = {
  'AUTH-3': { status: [401, 403], code: ['1', '2'], title: 'No', detail: true },
  'AUTH-4': {},
  'HTTP-7': { status: [404] },
};
const register = new Map(Object.entries(fixed).map(([id, one]) => [id, { id, fixed: one }])) as never;

const [is, isFurther] = [false, true];
const table: [what: string, rules: RuleId[], form: RefusalForm & AnswerForm, further: boolean, broken: string[]][] = [
  ['all that is fixed', ['AUTH-3'], { status: 403, code: '2', title: 'No', detail: true }, is, []],
  ['nothing', ['AUTH-3'], {}, is, []],
  ['another status', ['AUTH-3'], { status: 400 }, is, ['AUTH-3 status must be 401 or 403']],
  ['another code', ['AUTH-3'], { code: '3' }, is, ['AUTH-3 code must be 1 or 2']],
  ['another title', ['AUTH-3'], { title: 'Yes' }, is, ['AUTH-3 title must be No']],
  ['no detail', ['AUTH-3'], { detail: false }, is, ['AUTH-3 detail must be present']],
  ['no detail in a further error', ['AUTH-3'], { detail: false, code: '3' }, isFurther, ['AUTH-3 code must be 1 or 2']],
  ['anything where nothing is fixed', ['AUTH-4'], { status: 400, code: '3', detail: false }, is, []],
  ['what one of several rules fixes', ['AUTH-4', 'AUTH-3'], { status: 400 }, is, ['AUTH-3 status must be 401 or 403']],
  ['no body', ['AUTH-4'], { body: 'none' }, is, ['ERR-1 body there must be a body']],
  ['another body', ['AUTH-4'], { body: 'other' }, is, ['ERR-1 body there must be a list of errors']],
  ['a text', ['AUTH-4'], { body: 'text' }, is, ['ERR-1 body there must be a list of errors']],
  ['an empty or a full list', ['AUTH-4'], { body: 'empty' }, is, []],
  ['no body of a query of mission runs', ['RUN-24'], { body: 'none' }, is, ['RUN-23 body there must be a body']],
  ...(['HTTP-7', 'HTTP-8', 'SIM-19', 'EMAIL-GET-6'] as const).map((rule): (typeof table)[number] => [
    `no body where a router may answer, by ${rule}`,
    [rule],
    { body: 'none' },
    is,
    [],
  ]),
  [
    'no body where a router may answer, by the second of two rules',
    ['AUTH-4', 'EMAIL-GET-6'],
    { body: 'none' },
    is,
    [],
  ],
  ['a status where a router answers', ['HTTP-7'], { status: 405, body: 'text' }, is, ['HTTP-7 status must be 404']],
  [
    'the fallback under another title',
    [],
    { code: '10007', title: 'No' },
    is,
    ['ERR-9 title must be Unexpected error'],
  ],
  ['the fallback under its title', [], { code: '10007', title: 'Unexpected error' }, is, []],
  ['the fallback without a title', [], { code: '10007' }, is, []],
];
for (const [what, rules, form, further, broken] of table) {
  test(`what the source fixes is held against a form that says ${what}`, () => {
    const told = brokenBy(form, rules, register, further);
    expect(
      told.map(({ rule, field, message }) => (field === 'body' ? `${rule} body ${message}` : `${rule} ${message}`)),
    ).toEqual(broken);
    expect(told.every(({ field, message }) => field === 'body' || message.startsWith(field))).toBe(true);
  });
}
