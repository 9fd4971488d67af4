import { expect, test } from 'vitest';
import type { RefusalForm } from './deployment.ts';
import {
  answerFormOf,
  formsWithin,
  generalRuleOf,
  generalRulesIn,
  refusalFormOf,
  runStatusesOf,
  titleOf,
} from './form-of.ts';

const alias = { id: 'createEmail', aliasOf: 'createEmailMessage' } as const;
const original = { id: 'createEmailMessage' } as const;

test('an alias has the form of its original where nothing is said of itself', () => {
  const [own, others] = [{ status: 201 }, { status: 203 }];
  expect(answerFormOf({ answers: { createEmailMessage: others } } as never, alias)).toBe(others);
  expect(answerFormOf({ answers: { createEmailMessage: others, createEmail: own } } as never, alias)).toBe(own);
  expect(answerFormOf({ answers: { createEmail: own } } as never, original)).toBeUndefined();
});

test('the words of mission runs are those of their status', () => {
  const of = (form: unknown) =>
    runStatusesOf({ answers: { listRecentAiMissionRuns: { members: { '/data/*/status': form } } } } as never);
  expect(of({ words: { running: 'going' } })).toEqual({ running: 'going' });
  for (const none of ['absent', {}, undefined]) expect(of(none)).toEqual({});
  expect(runStatusesOf(undefined)).toEqual({});
});

test('the rule of all refusals is that of the operation, where it has one', () => {
  expect(['RUN-24', 'ERR-10', 'EMAIL-SUBJ-3'].map((rule) => generalRuleOf(rule as never))).toEqual([
    'RUN-23',
    'ERR-1',
    'ERR-1',
  ]);
  expect([{ errors: [] }, { detail: [] }, { errors: [], detail: '' }, {}, undefined].map(generalRulesIn)).toEqual([
    ['ERR-1'],
    ['RUN-23'],
    ['ERR-1', 'RUN-23'],
    [],
    [],
  ]);
});

const form: RefusalForm = {
  status: 400,
  code: 'all',
  at: { '/to': { code: 'at' } },
  of: {
    type: { title: 'type', msg: 'type', at: { '/to': { title: 'type at' } } },
    null: { title: 'null' },
  },
  on: {
    createEmailMessage: { status: 409, of: { value: { code: 'value' } } },
    getEmail: { at: { '/cc': { status: 410 } } },
  },
};

const told: [what: string, operation: typeof alias | typeof original | undefined, of: object, form: object][] = [
  ['no operation', undefined, {}, { status: 400, code: 'all' }],
  ['a place', undefined, { place: '/to' }, { status: 400, code: 'at' }],
  ['a place that is not named', undefined, { place: '/cc' }, { status: 400, code: 'all' }],
  ['a kind of fault', undefined, { fault: 'type' }, { status: 400, code: 'all', title: 'type', msg: 'type' }],
  [
    'a kind of fault at a place',
    undefined,
    { fault: 'type', place: '/to' },
    { status: 400, code: 'all', title: 'type at', msg: 'type' },
  ],
  [
    'a kind of fault that is one of a wider kind',
    undefined,
    { fault: 'null' },
    { status: 400, code: 'all', title: 'null', msg: 'type' },
  ],
  ['a kind of fault that is not named', undefined, { fault: 'large' }, { status: 400, code: 'all' }],
  ['an operation', original, {}, { status: 409, code: 'all' }],
  ['an alias of it', alias, {}, { status: 409, code: 'all' }],
  ['a kind of fault on an operation', original, { fault: 'large' }, { status: 409, code: 'value' }],
  ['another operation at a place', { id: 'getEmail' } as never, { place: '/cc' }, { status: 410, code: 'all' }],
];
for (const [what, operation, of, expected] of told) {
  test(`a refusal has the form of ${what}`, () => {
    expect(refusalFormOf({ refusals: { 'ERR-10': form } }, ['ERR-10'], operation, of)).toEqual(expected);
  });
}

test('of several rules the first that says something decides, field by field', () => {
  const refusals = { 'ERR-10': { status: 422 }, 'ERR-1': { status: 400, code: '1' } };
  expect(refusalFormOf({ refusals }, ['ERR-4', 'ERR-10', 'ERR-1'], undefined, {})).toEqual({ status: 422, code: '1' });
  expect(refusalFormOf({ refusals }, ['ERR-4'], undefined, {})).toBeUndefined();
});

test('a title is that of the form, else that of its code', () => {
  const titles = { '1': 'one' };
  expect([{ code: '1', title: 'own' }, { code: '1' }, { code: '2' }, {}].map((one) => titleOf(titles, one))).toEqual([
    'own',
    'one',
    undefined,
    undefined,
  ]);
  expect(titleOf(undefined, { code: '1' })).toBeUndefined();
});

test('the forms within a form are found, each with what it has from those around it', () => {
  const of: RefusalForm['of'] = {
    type: { title: 'a', loc: 'name', at: { '/x': { msg: 'd' } } },
    null: { title: 'b', at: { '/a/b': { msg: 'c' } } },
  };
  const whole: RefusalForm = {
    status: 400,
    also: [{ code: '9' }],
    on: { getEmail: { code: '2', of } },
    at: { '/to': { code: '3' } },
  };
  const also = [{ code: '9' }];
  const around = { detail: true, status: 400, also, code: '2', loc: 'name' };
  expect(formsWithin(whole, { detail: true })).toEqual([
    ['', { status: 400, also }, { detail: true, status: 400, also }],
    ['/also/0', { code: '9' }, { detail: true, status: 400, also, code: '9' }],
    ['/on/getEmail', { code: '2' }, { detail: true, status: 400, also, code: '2' }],
    ['/on/getEmail/of/type', { title: 'a', loc: 'name' }, { ...around, title: 'a' }],
    ['/on/getEmail/of/type/at/~1x', { msg: 'd' }, { ...around, title: 'a', msg: 'd' }],
    ['/on/getEmail/of/null', { title: 'b' }, { ...around, title: 'b' }],
    ['/on/getEmail/of/null/at/~1a~1b', { msg: 'c' }, { ...around, title: 'b', msg: 'c' }],
    ['/at/~1to', { code: '3' }, { detail: true, status: 400, also, code: '3' }],
  ]);
});
