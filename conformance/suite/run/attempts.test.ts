import { expect, test } from 'vitest';
import { loadRegister } from '../../../spec/register.ts';
import { expect as inCase } from '../calls/expect.ts';
import { inconclusive } from '../outcome/signals.ts';
import { Answer } from '../wire/answer.ts';
import { Disturbance, TargetStopped } from '../wire/disturbance.ts';
import { together } from './attempts.ts';
import { CaseLog } from './case-log.ts';

const ids = ['RUN-1', 'RUN-2'] as const;
const newLog = () => new CaseLog(loadRegister(), ids, 'strict');
const broken = () => {
  throw new Disturbance('a gateway answered');
};
const wrong = () => inCase(1).toBe(2);

/** A log of a case whose parts came to this; a disturbance that nobody caught ends it. */
function attempt(body: (log: CaseLog) => void): CaseLog {
  const log = newLog();
  try {
    body(log);
    log.end();
  } catch (error) {
    log.end(error);
  }
  return log;
}

const outcomes = (...logs: [CaseLog, ...CaseLog[]]) =>
  Object.fromEntries(together('a case', logs).verdicts.map(({ rule, outcome }) => [rule, outcome]));

test('an attempt that nothing disturbed counts, whatever came before', () => {
  const first = attempt((log) => {
    log.check('RUN-1', wrong);
    broken();
  });
  const second = attempt((log) => {
    log.check('RUN-1', () => {});
    log.check('RUN-2', wrong);
  });
  expect(outcomes(first, second)).toEqual({ 'RUN-1': 'pass', 'RUN-2': 'fail' });
});

test('what was found before a disturbance counts where each attempt was disturbed', () => {
  const first = attempt((log) => {
    log.check('RUN-1', wrong);
    broken();
  });
  const second = attempt(broken);
  expect(outcomes(first, second)).toEqual({ 'RUN-1': 'fail', 'RUN-2': 'error' });
});

test('a failure after a disturbance may come of that, and what holds all the same holds', () => {
  const log = attempt((log) => {
    log.disturbed(new Disturbance('a gateway answered'));
    log.check('RUN-1', wrong);
    log.check('RUN-2', () => {});
  });
  expect(outcomes(log)).toEqual({ 'RUN-1': 'error', 'RUN-2': 'pass' });
  const [verdict] = together('a case', [log]).verdicts;
  expect(verdict?.note).toBe('disturbed each time: a gateway answered');
});

test('what was disturbed each time has the exchanges of the last time', () => {
  const url = 'https://staging.example.com/v2/emails';
  const once = (failure: string) =>
    attempt((log) => {
      log.disturbed(new Disturbance(failure), { method: 'POST', url, headers: [] });
      throw new Disturbance(failure);
    });
  const [verdict] = together('a case', [once('a gateway answered'), once('the connection broke')]).verdicts;
  expect(verdict?.exchanges).toEqual([expect.objectContaining({ url, failure: 'the connection broke' })]);
});

test('what disturbed each attempt first is told, and once where it was the same', () => {
  const disturbedBy = (...reasons: string[]) =>
    attempt((log) => {
      for (const reason of reasons) log.disturbed(new Disturbance(reason));
      throw new Disturbance('at last');
    });
  const logs = [disturbedBy('a page', 'a reset'), disturbedBy('silence'), disturbedBy('a page')] as const;
  const [verdict] = together('a case', [...logs]).verdicts;
  expect(verdict?.note).toBe('disturbed each time: a page; silence');
});

test('an answer of the service that breaks the contract counts whichever attempt met it, once', () => {
  const request = { method: 'GET', url: 'https://staging.example.com/v2/x', headers: [] };
  const answer = new Answer({ operation: undefined, status: 200, headers: [], text: '{}', request });
  const meeting = (...expected: string[]) =>
    attempt((log) => {
      const mismatches = expected.map((one) => ({ rule: 'RUN-3' as const, expected: one, actual: 'nothing', answer }));
      log.answered(answer, mismatches);
      broken();
    });
  const { mismatches } = together('a case', [meeting('data', 'meta'), meeting('data'), attempt(() => {})]);
  expect(mismatches.map(({ rule, expected }) => [rule, expected])).toEqual([
    ['RUN-3', 'data'],
    ['RUN-3', 'meta'],
  ]);
});

test('a step that is disturbed each time is run three times, and then ends the case', async () => {
  const log = newLog();
  let times = 0;
  const step = log.step('a step', () => {
    times += 1;
    broken();
  });
  await expect(step).rejects.toThrow('a gateway answered');
  expect(times).toBe(3);
});

test('what has a remedy each time is blocked, and an error where it was disturbed otherwise once', () => {
  const refused = () =>
    attempt(() => {
      throw new Disturbance('not the service', { remedy: 'let the gateway pass it' });
    });
  expect(outcomes(refused(), refused())).toEqual({ 'RUN-1': 'blocked', 'RUN-2': 'blocked' });
  expect(outcomes(refused(), attempt(broken))).toEqual({ 'RUN-1': 'error', 'RUN-2': 'error' });
});

test('a disturbed check spoils no other one', () => {
  const log = attempt((log) => {
    log.check('RUN-2', () => {});
    log.check('RUN-1', broken);
  });
  expect(outcomes(log)).toEqual({ 'RUN-1': 'error', 'RUN-2': 'pass' });
});

test('a step is run anew when it was disturbed, and the case is none the worse', async () => {
  const log = newLog();
  let times = 0;
  await log.step('a step', () => {
    times += 1;
    return log.check('RUN-1', async () => {
      if (times < 3) broken();
    });
  });
  await log.check('RUN-2', async () => wrong());
  log.end();
  expect(times).toBe(3);
  expect(log.disturbance).toBeUndefined();
  expect(outcomes(log)).toEqual({ 'RUN-1': 'pass', 'RUN-2': 'fail' });
});

test('a step that came to its end the second time leaves the case undisturbed, whoever was told of the first', async () => {
  const log = newLog();
  let times = 0;
  await log.step('a step', () => {
    times += 1;
    if (times > 1) return;
    log.disturbed(new Disturbance('a gateway answered'));
    broken();
  });
  expect(log.disturbance).toBeUndefined();
  expect([times, log.check('RUN-1', wrong), log.check('RUN-2', () => {})]).toEqual([2, false, true]);
  log.end();
  expect(log.disturbance).toBeUndefined();
  expect(outcomes(log)).toEqual({ 'RUN-1': 'fail', 'RUN-2': 'pass' });
  expect(log.verdictOn('RUN-1')?.isSure).toBe(true);
});

test('what disturbed a case before a step that is run anew disturbs it still', async () => {
  const log = newLog();
  log.disturbed(new Disturbance('the first'));
  let times = 0;
  await log.step('a step', () => {
    times += 1;
    if (times === 1) broken();
  });
  expect([times, log.disturbance?.message]).toEqual([2, 'the first']);
});

test('nothing but a disturbance makes a step run anew', async () => {
  const log = newLog();
  let times = 0;
  const step = log.step('a step', () => {
    times += 1;
    inconclusive('the list moved');
  });
  await expect(step).rejects.toThrow('the list moved');
  expect(times).toBe(1);
});

test('a case that the silence of the target ends is cut short', () => {
  const log = attempt((log) => {
    log.check('RUN-1', wrong);
    throw new TargetStopped('the target stopped answering at 10:00:00 UTC');
  });
  const { isCutShort, verdicts } = together('a case', [log]);
  expect(isCutShort).toBe(true);
  expect(verdicts.map(({ outcome }) => outcome)).toEqual(['fail', 'error']);
});

test('what was found before a disturbance counts for more than what held after another one', () => {
  const first = attempt((log) => {
    log.check('RUN-1', wrong);
    broken();
  });
  const second = attempt((log) => {
    log.disturbed(new Disturbance('a gateway answered'));
    log.check('RUN-1', () => {});
    broken();
  });
  for (const logs of [[first, second] as const, [second, first] as const])
    expect(outcomes(...logs)).toMatchObject({ 'RUN-1': 'fail' });
});
