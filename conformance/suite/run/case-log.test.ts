import { expect as plain, test } from 'vitest';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { Rule } from '../../../spec/register.ts';
import { expect } from '../calls/expect.ts';
import { type Mail, MailMissing } from '../calls/mailbox.ts';
import { noticed, SentTo } from '../calls/subject.ts';
import { blocked, blockedForNow, inconclusive } from '../outcome/signals.ts';
import { Answer, MissingInAnswer } from '../wire/answer.ts';
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

const mismatchOf = (wrong: Answer, rule: RuleId = 'PAGE-1', expected = 'meta') => [
  { rule, expected, actual: 'nothing', answer: wrong },
];

test('the same mismatch of the same kind of answer is charged once, and one of no rule of the register never', () => {
  const log = new CaseLog(rules, ['PAGE-6'], 'warn');
  const wrong = answer(200, '{}');
  log.answered(wrong, mismatchOf(wrong));
  log.answered(wrong, mismatchOf(wrong));
  log.answered(wrong, mismatchOf(wrong, 'PAGE-1', 'data'));
  log.answered(wrong, mismatchOf(wrong, 'RUN-1'));
  plain(log.record('t').mismatches.map(({ rule: id, expected }) => [id, expected])).toEqual([
    ['PAGE-1', 'meta'],
    ['PAGE-1', 'data'],
  ]);
});

test('an answer that lacks what the case reads fails it, with that answer', () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'warn');
  const [one, other] = [answer(200, '{"meta":{}}'), answer(200, '[]')];
  log.answered(one, []);
  log.answered(other, []);
  plain(log.check('PAGE-1', () => void one.data)).toBe(false);
  plain(log.record('t').verdicts).toMatchObject([
    { outcome: 'fail', expected: 'a success with the member data', actual: '200 {"meta":{}}', judged: 0 },
  ]);
});

test('a success that lacks what another rule owns blocks the case, a refusal fails it', () => {
  const outcome = (status: number) => {
    const log = new CaseLog(rules, ['PAGE-6'], 'warn');
    const wrong = answer(status, '{}');
    log.answered(wrong, mismatchOf(wrong));
    log.end(new MissingInAnswer('a success with the member data', wrong));
    return outcomesOf(log)['PAGE-6'];
  };
  plain([outcome(200), outcome(422)]).toEqual(['blocked', 'warn']);
});

test('a mismatch of the rule itself blocks nothing', () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'warn');
  const wrong = answer(200, '{}');
  log.answered(wrong, mismatchOf(wrong));
  log.end(new MissingInAnswer('a success with the member data', wrong));
  plain(outcomesOf(log)).toEqual({ 'PAGE-1': 'fail' });
});

test('a mail that has not come fails its rule, and the send that it should have come from is shown', () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'warn');
  for (const name of ['ada', 'bob', 'ada']) {
    const subject = name === 'ada' ? 'Hello' : 'Bye';
    const body = JSON.stringify({ to: [`${name}@a.example`], subject });
    const request = { method: 'POST', url: `http://a.example/v2/m?of=${name}`, headers: [], body };
    log.answered(new Answer({ operation: undefined, status: 202, headers: [], text: '{}', request }), []);
  }
  log.end(new MailMissing('a mail to bob', 'none came', new SentTo('Bob@a.example', 'Bye')));
  plain(log.record('t').verdicts).toMatchObject([
    {
      outcome: 'fail',
      expected: 'a mail to bob',
      actual: 'none came',
      judged: 1,
      curl: plain.stringContaining('of=bob'),
    },
  ]);
});

test('what ends a case after all its checks counts for the first rule alone', () => {
  const log = new CaseLog(rules, ['PAGE-1', 'PAGE-6'], 'warn');
  for (const id of ['PAGE-1', 'PAGE-6'] as const) plain(log.check(id, () => {})).toBe(true);
  try {
    inconclusive('the list moved');
  } catch (error) {
    log.end(error);
  }
  plain(outcomesOf(log)).toEqual({ 'PAGE-1': 'inconclusive', 'PAGE-6': 'pass' });
});

test('what is blocked for now says until when', () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'warn');
  plain(log.check('PAGE-1', (): void => blockedForNow('the number is held', 'until 12:00'))).toBe(false);
  plain(log.record('t').verdicts).toMatchObject([
    { outcome: 'blocked', note: 'the number is held', forNow: 'until 12:00' },
  ]);
});

test('a check of a rule that the case is not declared for is a mistake of the case', () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'warn');
  plain(() => log.check('PAGE-6', () => {})).toThrow('PAGE-6 is checked, but the case is not declared for it');
});

test('what breaks a case is told in words, whatever was thrown', () => {
  const noteOf = (thrown: unknown) => {
    const log = new CaseLog(rules, ['PAGE-1'], 'warn');
    log.end(thrown);
    return log.record('t').verdicts[0]?.note;
  };
  plain(noteOf('out of luck')).toBe('the case itself broke: out of luck');
  plain(noteOf(new RangeError('too far'))).toBe('the case itself broke: RangeError: too far');
  const placed = Object.assign(new Error('no'), { stack: 'at (/home/me/conformance/rules/errors.spec.ts:12:3)' });
  plain(noteOf(placed)).toBe('the case itself broke: Error: no at conformance/rules/errors.spec.ts:12:3');
});

test('of several verdicts on a rule the worst is told, and how many there are of it', async () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'warn');
  await log.each([1, 2, 3], 'page ', (page) => log.check('PAGE-1', () => expect(page).toBe(1)));
  plain(log.record('t').verdicts).toMatchObject([{ outcome: 'fail', expected: 'page 2: 1', actual: '2 (and 1 more)' }]);
});

test('parts of a case are called by their names', async () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'warn');
  const labels: string[] = [];
  const note = (_: unknown, label: string) => labels.push(label);
  await log.each(['a', 'b'], note);
  await log.each(['a'], (name: string) => `the letter ${name}`, note);
  await log.each({ first: 1 }, note);
  plain(labels).toEqual(['"a"', '"b"', 'the letter a', 'first']);
});
