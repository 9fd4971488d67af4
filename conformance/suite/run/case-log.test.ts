import { expect as plain, test } from '@playwright/test';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { Rule } from '../../../spec/register.ts';
import { expect } from '../calls/expect.ts';
import type { Mail } from '../calls/mailbox.ts';
import { noticed } from '../calls/subject.ts';
import { blocked } from '../outcome/signals.ts';
import { Answer } from '../wire/answer.ts';
import { CaseLog } from './case-log.ts';

const rule = (id: RuleId, basis: Rule['basis'], level: Rule['level'] = 'MUST') => ({ id, basis, level }) as Rule;
const rules = new Map<RuleId, Rule>(
  [rule('PAGE-1', 'source'), rule('PAGE-6', 'assumption'), rule('ERR-7', 'source', 'MAY')].map((one) => [one.id, one]),
);

function answer(status: number, text: string): Answer {
  const request = { method: 'GET', url: 'http://a.example/v2/x', headers: [] };
  const headers = [['X-Request-Id', 'r-1']] as [string, string][];
  return new Answer({ operation: undefined, status, headers, text, request });
}

const outcomesOf = (log: CaseLog) =>
  Object.fromEntries(log.record('t').verdicts.map(({ rule: id, outcome }) => [id, outcome]));

test('the body of a case with one rule is its check', () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'warn');
  log.end();
  plain(outcomesOf(log)).toEqual({ 'PAGE-1': 'pass' });
});

test('a failed matcher gives expected, actual, request id and a curl line', () => {
  const log = new CaseLog(rules, ['PAGE-1', 'PAGE-6'], 'warn');
  const accepted = answer(200, '{}');
  log.answered(accepted, []);
  plain(log.check('PAGE-1', () => expect(accepted).toRefuse())).toBe(false);
  plain(log.check('PAGE-6', () => expect(accepted).toHaveStatus(422))).toBe(false);
  log.end();
  plain(outcomesOf(log)).toEqual({ 'PAGE-1': 'fail', 'PAGE-6': 'warn' });
  plain(log.record('t').verdicts[0]).toMatchObject({
    expected: 'refused (4xx)',
    actual: '200 {}',
    requestId: 'r-1',
    curl: plain.stringContaining('http://a.example/v2/x'),
  });
});

test("Playwright's own matchers tell expected and actual too", () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'warn');
  plain(log.check('PAGE-1', () => expect(7, 'items of the page').toBe(8))).toBe(false);
  plain(log.record('t').verdicts[0]).toMatchObject({ expected: 'items of the page: 8', actual: '7' });
});

test('a failure outside a check belongs to the first rule and leaves the others blocked', () => {
  const log = new CaseLog(rules, ['PAGE-1', 'PAGE-6'], 'strict');
  try {
    expect(1).toBe(2);
  } catch (error) {
    log.end(error);
  }
  plain(outcomesOf(log)).toEqual({ 'PAGE-1': 'fail', 'PAGE-6': 'blocked' });
});

test('a missing precondition blocks what was not checked before', () => {
  const log = new CaseLog(rules, ['PAGE-1', 'PAGE-6'], 'warn');
  plain(log.check('PAGE-1', () => {})).toBe(true);
  try {
    blocked('no outbox');
  } catch (error) {
    log.end(error);
  }
  plain(outcomesOf(log)).toEqual({ 'PAGE-1': 'pass', 'PAGE-6': 'blocked' });
});

test('a declared rule that is never checked is a mistake of the case', () => {
  const log = new CaseLog(rules, ['PAGE-1', 'PAGE-6'], 'warn');
  plain(log.check('PAGE-1', () => {})).toBe(true);
  log.end();
  plain(outcomesOf(log)).toEqual({ 'PAGE-1': 'pass', 'PAGE-6': 'error' });
});

test('a TypeError is a mistake of the case, unless the contract check has found what is missing', () => {
  const broken = new TypeError('no length');
  const log = new CaseLog(rules, ['PAGE-6'], 'warn');
  log.end(broken);
  plain(outcomesOf(log)).toEqual({ 'PAGE-6': 'error' });

  const explained = new CaseLog(rules, ['PAGE-6'], 'warn');
  const wrong = answer(200, '{}');
  explained.answered(wrong, [{ rule: 'PAGE-1', expected: 'meta', actual: 'nothing', answer: wrong }]);
  explained.end(broken);
  plain(outcomesOf(explained)).toEqual({ 'PAGE-6': 'blocked' });
  plain(explained.record('t').mismatches).toMatchObject([{ rule: 'PAGE-1', outcome: 'fail' }]);
});

test('a MAY is never judged', () => {
  const log = new CaseLog(rules, ['ERR-7'], 'strict');
  plain(log.check('ERR-7', () => expect(1).toBe(2))).toBe(false);
  log.observe('no link');
  plain(log.record('t').verdicts[0]).toMatchObject({ outcome: 'pass', note: plain.stringContaining('no link') });
});

test('an asynchronous check is waited for, and a step names its failures', async () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'warn');
  const held = await log.check('PAGE-1', () => log.step('page 2', async () => expect(1).toBe(2)));
  plain(held).toBe(false);
  plain(log.record('t').verdicts[0]?.expected).toBe('page 2: 2');
});

test('a check is bound to the answer that it looked at, whichever came last', () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'warn');
  const [first, second] = [1, 2].map((page) => {
    const text = JSON.stringify({ meta: { page_number: page } });
    const request = { method: 'GET', url: `http://a.example/v2/x?page=${page}`, headers: [] };
    return noticed(new Answer({ operation: undefined, status: 200, headers: [], text, request }));
  }) as [Answer<unknown, { page_number: number }>, Answer<unknown, { page_number: number }>];
  log.answered(first, []);
  log.answered(second, []);
  plain(log.check('PAGE-1', () => expect(first.meta.page_number).toBe(second.meta.page_number))).toBe(false);
  const [verdict] = log.record('t').verdicts;
  plain(verdict).toMatchObject({ curl: plain.stringContaining('page=1'), judged: 0, expected: '2', actual: '1' });
  plain(verdict?.exchanges?.map(({ url }) => url.slice(-1))).toEqual(['1', '2']);
});

test('a check of a mail is bound to the mail, and repeats the send that it came from', () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'warn');
  const sends = ['ada', 'bob'].map((name) => {
    const request = { method: 'POST', url: 'http://a.example/v2/m', headers: [], body: `{"to":["${name}@a.example"]}` };
    return new Answer({ operation: undefined, status: 202, headers: [], text: '{}', request });
  });
  for (const send of sends) log.answered(send, []);
  const mail = noticed({ recipients: ['ada@a.example'], subject: 'Hello', raw: 'Subject: Hello' } as Mail);
  log.read({ mail, url: 'http://outbox.example/1', readAt: '2026-11-22T00:00:00.000Z' });
  plain(log.check('PAGE-1', () => expect(mail.subject, 'subject').toBe('Hi'))).toBe(false);
  const [verdict] = log.record('t').verdicts;
  plain(verdict).toMatchObject({ curl: plain.stringContaining('ada@'), judged: 2, actual: '"Hello"' });
  plain(verdict?.exchanges?.[2]).toMatchObject({ url: 'http://outbox.example/1', body: 'Subject: Hello' });
});

test('a passing case keeps no exchanges', () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'warn');
  log.answered(answer(200, '{}'), []);
  log.end();
  plain(log.record('t').verdicts[0]).not.toHaveProperty('exchanges');
});
