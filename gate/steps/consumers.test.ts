import { expect, test } from 'vitest';
import { readAcknowledgements } from '../changes.ts';
import { someContext } from '../testing/context.ts';
import { consumers, judgeCalls } from './consumers.ts';
import type { ConsumerFinding } from './replay.ts';

const makeFound = (level: ConsumerFinding['level'], consumer = 'shop'): ConsumerFinding => ({
  consumer,
  call: `${consumer}/mail.har#12`,
  request: 'POST /v2/emails',
  level,
  message: '202 becomes 422',
});

const entry = (pointer: string) => `  - { rule: consumer-calls, pointer: ${pointer}, reason: it knows, owner: ann }\n`;
const entryOfChange = '  - { rule: request-property-removed, pointer: /paths, reason: why not, owner: ann }\n';
const judge = (found: ConsumerFinding[], today = 'changes: []\n', before = 'changes: []\n') =>
  judgeCalls(found, { accepted: readAcknowledgements(today, before, true) });

test('a broken call stops a change, another value is a warning, a new member a note', () => {
  expect(judge([makeFound('breaking'), makeFound('soft'), makeFound('safe')]).map(({ severity }) => severity)).toEqual([
    'error',
    'warning',
    'note',
  ]);
  expect(judge([makeFound('breaking')])).toEqual([
    {
      severity: 'error',
      rule: 'consumer-calls',
      message: 'shop: POST /v2/emails: 202 becomes 422',
      place: { file: 'tests/consumers/shop/mail.har', line: 1, column: 1 },
      details: ['call shop/mail.har#12'],
    },
  ]);
});

test('an entry acknowledges all calls of its consumer, and none of another one', () => {
  const calls = [makeFound('breaking'), makeFound('breaking'), makeFound('breaking', 'depot')];
  expect(judge(calls, `changes:\n${entry('/consumers/shop')}`).map(({ severity }) => severity)).toEqual([
    'warning',
    'warning',
    'error',
  ]);
});

test('an entry of nothing that breaks is found, one of another kind or an earlier change is not', () => {
  const today = `changes:\n${entryOfChange}${entry('/consumers/shop')}`;
  expect(judge([makeFound('soft')], today)).toMatchObject([
    { severity: 'warning' },
    {
      severity: 'error',
      rule: 'acknowledgement-unused',
      message: 'no recorded call of /consumers/shop breaks; remove the entry or correct it',
      place: { line: 3 },
    },
  ]);
  expect(judge([], today, today)).toEqual([]);
});

test('without recordings there is nothing to replay', async () => {
  expect(await consumers(someContext())).toEqual({
    outcome: 'passed',
    summary: 'there are no recordings in tests/consumers',
    findings: [],
  });
});
