import assert from 'node:assert';
import { expect as plain, test } from 'vitest';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { Rule } from '../../../spec/register.ts';
import { blocked, inconclusive } from '../outcome/outcome.ts';
import { foldAttempts } from '../run/run-case.ts';
import { Answer, MissingInAnswer } from '../wire/answer.ts';
import type { HeaderPairs } from '../wire/exchange.ts';
import { CaseLog } from './case-log.ts';
import { expect } from './expect.ts';
import { MailMissing } from './mailbox.ts';

const rule = (id: RuleId, basis: Rule['basis'], level: Rule['level'] = 'MUST') => ({ id, basis, level }) as Rule;
const rules = new Map<RuleId, Rule>(
  [rule('PAGE-1', 'source'), rule('PAGE-6', 'assumption'), rule('ERR-7', 'source', 'MAY')].map((rule) => [
    rule.id,
    rule,
  ]),
);
function answer(status: number, text = '{}'): Answer {
  const request = { method: 'GET', url: 'http://a.example/v2/x', headers: [] };
  return new Answer({ operation: undefined, status, headers: [['X-Request-Id', 'r-1']], text, request });
}
const logOf = (...ids: RuleId[]) => new CaseLog(rules, ids, 'warn');
const outcomesOf = (log: CaseLog) =>
  Object.fromEntries(foldAttempts('t', [log]).verdicts.map(({ rule: id, outcome }) => [id, outcome]));

/** Ends a case as a body that throws does. */
function endBy(log: CaseLog, body: () => unknown): CaseLog {
  try {
    body();
    log.end();
  } catch (error) {
    log.end(error);
  }
  return log;
}
const hold = () => {};
const fail = () => expect(1).toBe(2);

test('a failed source rule is a failure, a failed assumption a warning, a MAY an observation', () => {
  const log = logOf('PAGE-1', 'PAGE-6', 'ERR-7');
  plain((['PAGE-1', 'PAGE-6', 'ERR-7'] as const).map((id) => log.check(id, fail))).toEqual([false, false, false]);
  plain(outcomesOf(log)).toEqual({ 'PAGE-1': 'fail', 'PAGE-6': 'warn', 'ERR-7': 'pass' });
  plain(foldAttempts('t', [log]).verdicts[2]?.note).toBe('observed instead: 1');
});

test('a failed assumption is a failure where assumptions are strict', () => {
  plain(outcomesOf(endBy(new CaseLog(rules, ['PAGE-6'], 'strict'), fail))).toEqual({ 'PAGE-6': 'fail' });
});

const endings: [label: string, body: (log: CaseLog) => unknown, outcomes: object][] = [
  ['a failure outside of checks is charged to the first rule', fail, { 'PAGE-1': 'fail', 'PAGE-6': 'blocked' }],
  ['a failed assertion of Node is a failure', () => assert.ok(false), { 'PAGE-1': 'fail', 'PAGE-6': 'blocked' }],
  [
    'a missing precondition blocks every rule',
    () => blocked('no outbox'),
    { 'PAGE-1': 'blocked', 'PAGE-6': 'blocked' },
  ],
  [
    'a declared rule without a check is an error',
    (log) => log.check('PAGE-1', hold),
    { 'PAGE-1': 'pass', 'PAGE-6': 'error' },
  ],
  [
    'a missing precondition does not change earlier checks',
    (log) => [log.check('PAGE-1', hold), blocked('no outbox')],
    { 'PAGE-1': 'pass', 'PAGE-6': 'blocked' },
  ],
  [
    'an end after all checks is charged to the first rule',
    (log) => [log.check('PAGE-1', hold), log.check('PAGE-6', hold), inconclusive('the list moved')],
    { 'PAGE-1': 'inconclusive', 'PAGE-6': 'pass' },
  ],
  [
    'a mistake in the case is an error',
    () => {
      throw new TypeError('no length');
    },
    { 'PAGE-1': 'error', 'PAGE-6': 'error' },
  ],
  [
    'a missing mail is a failure',
    () => {
      throw new MailMissing('a mail', 'none came', { address: 'bob@a.example' });
    },
    { 'PAGE-1': 'fail', 'PAGE-6': 'blocked' },
  ],
];
for (const [label, body, outcomes] of endings) {
  test(label, () => {
    const log = logOf('PAGE-1', 'PAGE-6');
    plain(outcomesOf(endBy(log, () => body(log)))).toEqual(outcomes);
  });
}

test('a case of one rule passes when its body ends', () => {
  plain(outcomesOf(endBy(logOf('PAGE-1'), hold))).toEqual({ 'PAGE-1': 'pass' });
});

test('a check of an undeclared rule is a mistake in the case', () => {
  plain(() => logOf('PAGE-1').check('PAGE-6', hold)).toThrow('PAGE-6');
});

test('a failure has the expected and the actual value, a request id and a command', () => {
  const log = logOf('PAGE-1');
  const accepted = answer(200);
  log.addAnswer(accepted);
  log.check('PAGE-1', () => expect(accepted).toRefuse());
  plain(foldAttempts('t', [log]).verdicts[0]).toMatchObject({
    expected: 'refused (4xx)',
    actual: '200 {}',
    requestId: 'r-1',
    curl: plain.stringContaining('http://a.example/v2/x'),
    exchanges: [plain.objectContaining({ status: 200 })],
  });
});

test('only a finding has exchanges', () => {
  const log = logOf('PAGE-1', 'PAGE-6');
  log.addAnswer(answer(200));
  log.check('PAGE-1', hold);
  log.check('PAGE-6', (): void => blocked('no outbox'));
  for (const verdict of foldAttempts('t', [log]).verdicts) plain(verdict).not.toHaveProperty('exchanges');
});

test('a rule has its worst verdict, with the number of others like it', async () => {
  const log = logOf('PAGE-1');
  await log.each([1, 2, 3], 'page ', (page) => log.check('PAGE-1', () => expect(page).toBe(1)));
  plain(foldAttempts('t', [log]).verdicts).toMatchObject([
    { outcome: 'fail', expected: 'page 2: 1', actual: '2 (and 1 more)' },
  ]);
});

test('a failure carries the names of its steps', async () => {
  const log = logOf('PAGE-1', 'PAGE-6');
  const inside = log.step('page 2', () => log.step('entry 3', () => blocked('no outbox')));
  await log.check('PAGE-1', () => inside);
  log.check('PAGE-6', (): void => blocked('no outbox'));
  plain(foldAttempts('t', [log]).verdicts.map(({ note }) => note)).toEqual(['page 2, entry 3: no outbox', 'no outbox']);
});

test('an entry of a table is named by its key, one of a list by its value', async () => {
  const labels: string[] = [];
  const note = (_: unknown, label: string) => labels.push(label);
  await logOf('PAGE-1').each(['a'], note);
  await logOf('PAGE-1').each(['a'], (name: string) => `the letter ${name}`, note);
  await logOf('PAGE-1').each({ first: 1 }, note);
  plain(labels).toEqual(['"a"', 'the letter a', 'first']);
});

/** A page of document types without `meta`, which PAGE-1 owns. */
const withoutMeta = (status = 200) => {
  const request = { method: 'GET', url: 'http://a.example/v2/dir/document_types', headers: [] };
  const headers: HeaderPairs = [['Content-Type', 'application/json']];
  return new Answer({ operation: 'listDirDocumentTypes', status, headers, text: '{"data":[]}', request });
};

test('a mismatch is charged to its own rule, once for each status', () => {
  const log = logOf('PAGE-6');
  for (const status of [200, 200, 201]) log.addAnswer(withoutMeta(status));
  const found = foldAttempts('t', [log]).mismatches.map((mismatch) => [mismatch.rule, mismatch.outcome]);
  plain(found).toEqual([
    ['PAGE-1', 'fail'],
    ['PAGE-6', 'warn'],
    ['PAGE-1', 'fail'],
  ]);
});

test('a rule that an answer shows something of is counted, once the target accepted something', () => {
  const [log, refused] = [logOf('PAGE-6'), logOf('PAGE-6')];
  for (const status of [200, 401]) log.addAnswer(withoutMeta(status));
  refused.addAnswer(withoutMeta(401));
  plain(foldAttempts('t', [log]).shown).toMatchObject({ 'HTTP-1': 2, 'PAGE-6': 1 });
  plain(foldAttempts('t', [refused]).shown).toEqual({});
});

test('a success that lacks a member of another rule blocks the case, a refusal fails it', () => {
  const outcomeFor = (status: number, ...ids: RuleId[]) => {
    const wrong = withoutMeta(status);
    const log = logOf(...ids);
    log.addAnswer(wrong);
    return outcomesOf(endBy(log, () => wrong.meta));
  };
  plain(outcomeFor(200, 'PAGE-6')).toEqual({ 'PAGE-6': 'blocked' });
  plain(outcomeFor(422, 'PAGE-6')).toEqual({ 'PAGE-6': 'warn' });
  plain(outcomeFor(200, 'PAGE-1')).toEqual({ 'PAGE-1': 'fail' });
});

test('a mistake in the case is blocked where a mismatch explains it', () => {
  const log = logOf('PAGE-6');
  log.addAnswer(withoutMeta());
  log.end(new TypeError('no length'));
  plain(outcomesOf(log)).toEqual({ 'PAGE-6': 'blocked' });
});

test('an answer without a needed member is shown as the actual value', () => {
  const log = endBy(logOf('PAGE-1'), () => {
    throw new MissingInAnswer('an id', answer(200, '[]'));
  });
  plain(foldAttempts('t', [log]).verdicts).toMatchObject([{ outcome: 'fail', expected: 'an id', actual: '200 []' }]);
});
