import { expect, test } from 'vitest';
import type { Deployment, FaultKind, RefusalForm } from '../../spec/deployment/deployment.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { OperationId } from '../../spec/types.ts';
import type { Pair } from './asked/pair.ts';
import { shortened } from './shortened.ts';

interface About {
  operation?: OperationId;
  fault?: FaultKind;
  place?: string;
  list?: 'errors' | 'detail';
  rules?: RuleId[];
}

/** A refusal under a rule, on an operation, for a kind of fault at a place. */
function refused({ operation, fault, place, list = 'errors', rules = ['EMAIL-RCPT-8'] }: About = {}): Pair {
  const request = { method: 'POST', url: 'http://target/v2/email_messages', headers: [] };
  const seen = { case: 'a case', rules: [], request, at: 0, status: 400, headers: [], text: '', broken: [] };
  return { seen, ours: { status: 400, text: JSON.stringify({ [list]: [{}] }), rules, fault }, operation, place };
}

/** What is left of the form of a rule beside that of all refusals. */
function left(form: RefusalForm, general: RefusalForm, more: { titles?: Deployment['titles']; pairs?: Pair[] } = {}) {
  const { pairs = [refused()], titles } = more;
  const { refusals } = shortened({ titles, refusals: { 'EMAIL-RCPT-8': form, 'ERR-1': general } }, pairs);
  expect(refusals['ERR-1']).toEqual(general);
  return refusals['EMAIL-RCPT-8'];
}

const whole: RefusalForm = {
  status: 400,
  body: 'full',
  text: 'no',
  contentType: 'text/plain',
  code: '1',
  title: 'No',
  detail: false,
  pointer: 'top',
  parameter: 'none',
  meta: { a: 1 },
  loc: ['b', 'a'],
  msg: 'no',
  type: 'wrong',
  members: { '/b': { missing: 1 }, '/a': 'absent' },
  also: [{ code: '2' }],
};

test('a rule whose refusals are told as all are is left out', () => {
  expect(left(whole, structuredClone(whole))).toBeUndefined();
  expect(left({ status: 400, meta: 'none', also: [] }, {})).toEqual({ status: 400 });
});

test("all that a rule says otherwise is kept, and what its refusals don't have though all others do", () => {
  const other: RefusalForm = {
    ...{ status: 422, body: 'empty', text: 'yes', contentType: 'text/html', code: '3', title: 'Yes', detail: true },
    ...{ pointer: 'exact', parameter: 'exact', meta: 'none', loc: ['a', 'b'], msg: 'yes', type: 'right' },
    ...{ members: { '/b': { missing: 2 }, '/a': 'absent' }, also: [] },
  };
  for (const [name, value] of Object.entries(other))
    expect(left({ ...whole, [name]: value }, whole), name).toEqual({ [name]: value });
});

test('a title that is that of its code is left out, also of a code that stands around it', () => {
  const titles = { '1': 'No', '2': 'Taken' };
  const on = { createEmailMessage: { title: 'No', detail: false }, getEmailMessage: { code: '2', title: 'Taken' } };
  const pairs = [refused({ operation: 'createEmailMessage' }), refused({ operation: 'getEmailMessage' })];
  expect(left({ code: '1', title: 'No', on }, {}, { titles, pairs })).toEqual({
    code: '1',
    on: { createEmailMessage: { detail: false }, getEmailMessage: { code: '2' } },
  });
  expect(left({ code: '1', title: 'Taken' }, {}, { titles })).toEqual({ code: '1', title: 'Taken' });
});

test('what is said of an operation, a kind of fault or a place is left out where it says what stands around that', () => {
  const at = { '/cc': { status: 400 }, '/to': { status: 400, code: '4' } };
  const of = {
    value: { status: 400, code: '3', detail: true },
    small: { status: 400, detail: true, at },
    type: { status: 400, detail: false },
    null: { detail: true },
  };
  const form: RefusalForm = {
    ...{ status: 400, code: '1', detail: false },
    on: { createEmailMessage: { status: 400, code: '2', of }, getEmailMessage: { status: 400 } },
    of: { large: { status: 400 } },
    at: { '/from': { status: 400 }, '/bcc': { status: 422 } },
  };
  const pairs = (['value', 'small', 'type', 'null'] as const).map((fault) =>
    refused({ operation: 'createEmailMessage', fault, place: '/to' }),
  );
  expect(left(form, { detail: false }, { pairs })).toEqual({
    ...{ status: 400, code: '1' },
    on: {
      createEmailMessage: {
        code: '2',
        of: { value: { code: '3', detail: true }, small: { at: { '/to': { code: '4' } } }, null: { detail: true } },
      },
    },
    at: { '/bcc': { status: 422 } },
  });
});

test('what goes for all is said again where all are told otherwise on an operation, of a kind of fault or at a place', () => {
  const pairs = [refused({ operation: 'createEmailMessage', fault: 'small', place: '/to' })];
  const otherwise: RefusalForm[] = [
    { detail: false, on: { createEmailMessage: { detail: true } } },
    { detail: false, of: { value: { detail: true } } },
    { detail: false, at: { '/to': { detail: true } } },
  ];
  for (const general of otherwise) {
    expect(left({ status: 400, detail: false }, general, { pairs })).toEqual({ status: 400, detail: false });
    expect(left({ status: 400, detail: false }, general)).toEqual({ status: 400 });
  }
});

test('of a rule that is told in both lists of errors, what goes for both is left out', () => {
  const pairs = [refused(), refused({ list: 'detail' })];
  const own: RefusalForm = { status: 400, body: 'full', detail: false };
  const refusals = {
    'EMAIL-RCPT-8': own,
    'ERR-1': { body: 'full', detail: false },
    'RUN-23': { body: 'full' },
  } as const;
  expect(shortened({ refusals }, pairs).refusals).toEqual({
    ...refusals,
    'EMAIL-RCPT-8': { status: 400, detail: false },
  });
});
