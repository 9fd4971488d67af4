import { expect, test } from 'vitest';
import type { JudgedChange } from '../changes.ts';
import { someContext } from '../testing/context.ts';
import { someChange } from '../testing/report.ts';
import { diff } from './diff.ts';

const accepted = { rule: 'request-property-removed', pointer: '/p', reason: 'nobody sent one', owner: 'ann' };
const place = { file: 'spec/accepted-changes.yaml', line: 3, column: 3 };

const judge = (changes: JudgedChange[], unmatched: { rule: string; pointer: string }[] = []) =>
  diff(
    someContext({
      changes: { changes, unmatched: unmatched.map((entry, index) => ({ ...accepted, ...entry, place, index })) },
    }),
  );

test('a breaking change fails until it is acknowledged, and no other change does', async () => {
  const change = someChange();
  expect(await judge([change])).toMatchObject({
    outcome: 'failed',
    summary: '1 breaking',
    findings: [{ severity: 'error', rule: change.rule, message: change.message, place: change.place, change }],
  });
  expect(
    await judge([someChange({ accepted }), someChange({ level: 'soft' }), someChange({ level: 'safe' })]),
  ).toMatchObject({
    outcome: 'passed',
    summary: '1 breaking (1 acknowledged), 1 soft, 1 safe',
    findings: [{ severity: 'warning' }, { severity: 'warning' }, { severity: 'note' }],
  });
});

test('one acknowledged change does not let another one land', async () => {
  const both = await judge([someChange({ accepted }), someChange({ landed: accepted })]);
  expect(both).toMatchObject({
    outcome: 'failed',
    summary: '2 breaking (1 acknowledged)',
    findings: [{ severity: 'warning' }, { severity: 'error' }],
  });
});

test('without changes the step passes', async () => {
  expect(await judge([])).toEqual({ outcome: 'passed', summary: 'nothing changes for clients', findings: [] });
});

test('an unused acknowledgement fails, with its place', async () => {
  expect(await judge([], [{ rule: 'operation-removed', pointer: '/paths' }])).toEqual({
    outcome: 'failed',
    summary: '1 unused in spec/accepted-changes.yaml',
    findings: [
      {
        severity: 'error',
        rule: 'acknowledgement-unused',
        message: 'nothing in this change is operation-removed at /paths; remove the entry or correct it',
        place,
      },
    ],
  });
});

test('a list position in an acknowledgement gets the name as advice, if rules match', async () => {
  const change = someChange({ level: 'safe', pointer: '/enum/0', basePointer: '/enum/1', name: '/enum/MB' });
  const advice = async (rule: string, pointer: string) =>
    (await judge([change], [{ rule, pointer }])).findings.at(-1)?.message.split('; ')[1];
  expect(await advice(change.rule, '/enum/0')).toBe('write /enum/MB');
  expect(await advice(change.rule, '/enum/1')).toBe('write /enum/MB');
  expect(await advice(change.rule, '/enum/2')).toBe('remove the entry or correct it');
  expect(await advice('response-type-changed', '/enum/0')).toBe('remove the entry or correct it');
});

test('an acknowledgement of an unknown rule is reported', async () => {
  const { findings } = await judge([], [{ rule: 'request-enum-value-vanished', pointer: '/paths' }]);
  expect(findings).toMatchObject([{ severity: 'error', message: expect.stringContaining('no rule request-enum') }]);
});
