import { expect as plain, test } from 'vitest';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { Rule } from '../../../spec/register.ts';
import type { OperationId } from '../../../spec/types.ts';
import { expect } from '../calls/expect.ts';
import { type Mail, MailMissing } from '../calls/mailbox.ts';
import { noticed, SentTo } from '../calls/subject.ts';
import { blocked, blockedForNow, inconclusive } from '../outcome/signals.ts';
import { Answer, MissingInAnswer } from '../wire/answer.ts';
import { Disturbance } from '../wire/disturbance.ts';
import { CaseLog, mostAttempts } from './case-log.ts';

const rule = (id: RuleId, basis: Rule['basis'], level: Rule['level'] = 'MUST') => ({ id, basis, level }) as Rule;
const rules = new Map<RuleId, Rule>(
  [rule('PAGE-1', 'source'), rule('PAGE-6', 'assumption'), rule('ERR-7', 'source', 'MAY')].map((one) => [one.id, one]),
);

function answer(status: number, text: string, operation?: OperationId): Answer {
  const request = { method: 'GET', url: 'http://a.example/v2/x', headers: [] };
  const headers = [['X-Request-Id', 'r-1']] as [string, string][];
  return new Answer({ operation, status, headers, text, request });
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

for (const [ids, outcome] of [
  [['PAGE-1', 'PAGE-6'], 'fail'],
  [['PAGE-6', 'PAGE-1'], 'warn'],
  [['ERR-7', 'PAGE-1'], 'pass'],
] as const) {
  test(`a failure outside a check belongs to the first rule and leaves the others blocked: ${outcome}`, () => {
    const log = new CaseLog(rules, ids, 'warn');
    try {
      expect(1).toBe(2);
    } catch (error) {
      log.end(error);
    }
    const [first, second] = log.record('t').verdicts;
    plain([first?.rule, first?.outcome]).toEqual([ids[0], outcome]);
    plain(second).toEqual({
      rule: ids[1],
      outcome: 'blocked',
      note: `not reached, because a check of ${ids[0]} failed before`,
    });
  });
}

test('what was checked before a failure outside a check stays as it was found', () => {
  const log = new CaseLog(rules, ['PAGE-1', 'PAGE-6'], 'warn');
  log.check('PAGE-6', () => {});
  try {
    expect(1).toBe(2);
  } catch (error) {
    log.end(error);
  }
  plain(outcomesOf(log)).toEqual({ 'PAGE-1': 'fail', 'PAGE-6': 'pass' });
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
  log.observe('no text');
  plain(log.record('t').verdicts[0]).toEqual({
    rule: 'ERR-7',
    outcome: 'pass',
    expected: '2',
    actual: '1',
    note: 'observed otherwise: 1; no link; no text',
  });
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
  log.answered(wrong, [...mismatchOf(wrong), ...mismatchOf(wrong, 'PAGE-1', 'data')]);
  log.answered(wrong, mismatchOf(wrong, 'RUN-1'));
  for (const other of [answer(201, '{}'), answer(200, '{}', 'getEmail')]) log.answered(other, mismatchOf(other));
  plain(log.record('t').mismatches.map(({ rule: id, expected, judged }) => [id, expected, judged])).toEqual([
    ['PAGE-1', 'meta', 0],
    ['PAGE-1', 'data', 0],
    ['PAGE-1', 'meta', 0],
    ['PAGE-1', 'meta', 0],
  ]);
});

test('a mismatch is told with the exchange that shows it, and counts as its rule does', () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'strict');
  const wrong = answer(200, '{}');
  log.answered(answer(200, '[]'), []);
  log.answered(wrong, mismatchOf(wrong, 'PAGE-6'));
  plain(log.record('t').mismatches).toEqual([
    {
      rule: 'PAGE-6',
      outcome: 'fail',
      expected: 'meta',
      actual: 'nothing',
      curl: wrong.curl,
      requestId: 'r-1',
      judged: 0,
      exchanges: [plain.objectContaining({ body: '{}' })],
    },
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

test('a success that lacks what another rule owns blocks the case, a refusal fails it', async () => {
  const verdict = async (status: number) => {
    const log = new CaseLog(rules, ['PAGE-6'], 'warn');
    const wrong = answer(status, '{}');
    log.answered(wrong, mismatchOf(wrong));
    const reading = log.step('page 2', () => {
      throw new MissingInAnswer('a success with the member data', wrong);
    });
    await reading.catch((error: unknown) => log.end(error));
    return log.record('t').verdicts[0];
  };
  const blocking =
    'page 2: an answer lacks what the case reads (MissingInAnswer: expected a success with the member data, got 200 {}), see PAGE-1: expected meta';
  plain(await verdict(200)).toMatchObject({ outcome: 'blocked', note: blocking });
  plain(await verdict(422)).toMatchObject({ outcome: 'warn', expected: 'page 2: a success with the member data' });
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
  placed.stack += '\n    at node:internal';
  plain(noteOf(placed)).toBe('the case itself broke: Error: no at conformance/rules/errors.spec.ts:12:3');
});

test('of several verdicts on a rule the worst is told, and how many there are of it', async () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'warn');
  await log.each([1, 2, 3], 'page ', (page) => log.check('PAGE-1', () => expect(page).toBe(1)));
  plain(log.record('t').verdicts).toMatchObject([{ outcome: 'fail', expected: 'page 2: 1', actual: '2 (and 1 more)' }]);
});

test('of several parts that are blocked the first is told, and how many there are besides', async () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'warn');
  for (const page of [1, 2, 3]) log.check('PAGE-1', (): void => blocked(`no page ${page}`));
  plain(log.record('t').verdicts).toEqual([
    { rule: 'PAGE-1', outcome: 'blocked', note: 'no page 1', actual: ' (and 2 more)' },
  ]);
});

test('a rule that holds several times is told once, with what was observed of it any time', () => {
  const log = new CaseLog(rules, ['ERR-7'], 'warn');
  const held = [1, 2].map((actual) => log.check('ERR-7', () => expect(actual).toBe(1)));
  plain(held).toEqual([true, false]);
  plain(log.record('t').verdicts).toEqual([
    { rule: 'ERR-7', outcome: 'pass', expected: '1', actual: '2', note: 'observed otherwise: 2' },
  ]);
});

test('what blocks a case shows no exchanges, as nothing is wrong', () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'warn');
  log.answered(answer(200, '{}'), []);
  plain(log.check('PAGE-1', (): void => blocked('no outbox'))).toBe(false);
  plain(log.record('t').verdicts[0]).not.toHaveProperty('exchanges');
});

test('what a case took is told where there is something to tell', () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'warn');
  log.end();
  plain(log.record('t')).toEqual({ title: 't', verdicts: [{ rule: 'PAGE-1', outcome: 'pass' }], mismatches: [] });
  log.took({ readMs: 7 });
  plain(log.record('t').took).toEqual({ readMs: 7 });
});

const tooFar = new RangeError('too far');
const endings: [what: string, thrown: () => never, note: string][] = [
  ['is blocked', () => blocked('no outbox'), 'no outbox'],
  [
    'breaks',
    () => {
      throw tooFar;
    },
    'the case itself broke: RangeError: too far',
  ],
];
for (const [what, thrown, note] of endings) {
  test(`what ${what} in a step within a step carries both names, and what comes after them neither`, async () => {
    const log = new CaseLog(rules, ['PAGE-1', 'PAGE-6'], 'warn');
    const inside = log.step('page 2', () => log.step('entry 3', thrown));
    plain(await log.check('PAGE-1', () => inside)).toBe(false);
    plain(log.check('PAGE-6', thrown)).toBe(false);
    plain(log.record('t').verdicts.map((verdict) => verdict.note)).toEqual([`page 2, entry 3: ${note}`, note]);
  });
}

test('what ends a case in a step that was run anew carries each name once', async () => {
  const log = new CaseLog(rules, ['PAGE-1'], 'warn');
  let times = 0;
  const inner = () => {
    times += 1;
    if (times <= mostAttempts) throw new Disturbance('a gateway answered');
    blocked('no outbox');
  };
  const outer = log.step('page 2', () => log.step('entry 3', inner));
  await outer.catch((error: unknown) => log.end(error));
  plain([times, log.record('t').verdicts[0]?.note]).toEqual([mostAttempts + 1, 'page 2, entry 3: no outbox']);
});

test('each failure in a step carries its name, whatever failed there before', async () => {
  const log = new CaseLog(rules, ['PAGE-1', 'PAGE-6'], 'warn');
  await log.step('page 2', async () => {
    await log.each({ first: 1, second: 2 }, (entry: number) => log.check('PAGE-1', () => expect(entry).toBe(1)));
    plain(log.check('PAGE-6', () => expect(3).toBe(4))).toBe(false);
  });
  plain(log.record('t').verdicts.map(({ expected }) => expected)).toEqual(['page 2, second: 1', 'page 2: 4']);
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
