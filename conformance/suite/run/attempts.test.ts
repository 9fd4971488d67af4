import { expect, test } from 'vitest';
import { loadRegister } from '../../../spec/register.ts';
import { CaseLog, mostAttempts } from '../api/case-log.ts';
import { expect as inCase } from '../api/expect.ts';
import { inconclusive } from '../outcome/outcome.ts';
import { Answer } from '../wire/answer.ts';
import { Disturbance, TargetStopped } from '../wire/disturbance.ts';
import type { HeaderPairs } from '../wire/exchange.ts';
import { foldAttempts } from './run-case.ts';

const newLog = () => new CaseLog(loadRegister(), ['RUN-1', 'RUN-2'], 'strict');
const disturbance = new Disturbance('a gateway answered');
const disturb = () => {
  throw disturbance;
};
const hold = () => {};
const fail = () => inCase(1).toBe(2);

/** The log of an attempt at a case with this body. */
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
  Object.fromEntries(foldAttempts('a case', logs).verdicts.map(({ rule, outcome }) => [rule, outcome]));

test('only an undisturbed attempt counts', () => {
  const first = attempt((log) => {
    log.check('RUN-1', fail);
    disturb();
  });
  const second = attempt((log) => {
    log.check('RUN-1', hold);
    log.check('RUN-2', fail);
  });
  expect(outcomes(first, second)).toEqual({ 'RUN-1': 'pass', 'RUN-2': 'fail' });
});

test('a failure before a disturbance counts where every attempt was disturbed', () => {
  const failed = attempt((log) => {
    log.check('RUN-1', fail);
    disturb();
  });
  const passed = attempt((log) => {
    log.addDisturbance(disturbance);
    log.check('RUN-1', hold);
    disturb();
  });
  expect(outcomes(failed, passed)).toEqual({ 'RUN-1': 'fail', 'RUN-2': 'error' });
  expect(outcomes(passed, failed)).toEqual({ 'RUN-1': 'fail', 'RUN-2': 'error' });
});

test('a failure after a disturbance is an error, and a pass is a pass', () => {
  const log = attempt((log) => {
    log.addDisturbance(disturbance);
    log.check('RUN-1', fail);
    log.check('RUN-2', hold);
  });
  expect(outcomes(log)).toEqual({ 'RUN-1': 'error', 'RUN-2': 'pass' });
});

test('a disturbed check spoils no other check', () => {
  const log = attempt((log) => {
    log.check('RUN-2', hold);
    log.check('RUN-1', disturb);
  });
  expect(outcomes(log)).toEqual({ 'RUN-1': 'error', 'RUN-2': 'pass' });
});

test('a check that a disturbance ended stays disturbed when a parallel part is repeated', async () => {
  const log = newLog();
  const other = new Disturbance('the connection broke');
  const check = log.check('RUN-1', () => Promise.reject(disturbance));
  let times = 0;
  await log.again(async () => {
    if (++times === 2) return;
    log.addDisturbance(other);
    await check;
    throw other;
  });
  expect(log.disturbance).toBe(disturbance);
});

test('a case is blocked where every disturbance has a remedy', () => {
  const blocked = () =>
    attempt(() => {
      throw new Disturbance('not the service', { remedy: 'let the gateway pass it' });
    });
  expect(outcomes(blocked(), blocked())).toEqual({ 'RUN-1': 'blocked', 'RUN-2': 'blocked' });
  expect(outcomes(blocked(), attempt(disturb))).toEqual({ 'RUN-1': 'error', 'RUN-2': 'error' });
});

test('a mismatch of several attempts counts once', () => {
  const request = { method: 'GET', url: 'https://staging.example.com/v2/ai/missions/runs', headers: [] };
  const receive = (text: string) =>
    attempt((log) => {
      const headers: HeaderPairs = [['Content-Type', 'application/json']];
      log.addAnswer(new Answer({ operation: 'listRecentAiMissionRuns', status: 200, headers, text, request }));
      disturb();
    });
  const { mismatches } = foldAttempts('a case', [receive('[]'), receive('[]'), attempt(hold)]);
  expect(mismatches).toHaveLength(1);
});

test('a case that the silent target ended is cut short', () => {
  const log = attempt(() => {
    throw new TargetStopped('the target stopped answering');
  });
  expect(foldAttempts('a case', [log]).isCutShort).toBe(true);
});

/** The number of times that a step runs, and its log. */
async function stepTimes(body: (times: number) => void) {
  const log = newLog();
  let times = 0;
  await log.step('a step', () => body(++times)).catch((error: unknown) => log.end(error));
  return { log, times };
}

test('a disturbed step is repeated, and the case counts as undisturbed', async () => {
  const { log, times } = await stepTimes((time) => {
    if (time < mostAttempts) disturb();
  });
  expect([times, log.disturbance]).toEqual([mostAttempts, undefined]);
});

test('an always disturbed step ends the case', async () => {
  const { log, times } = await stepTimes(disturb);
  expect([times, log.disturbance]).toEqual([mostAttempts, disturbance]);
});

test('a step that ends for another reason is not repeated', async () => {
  expect((await stepTimes(() => inconclusive('the list moved'))).times).toBe(1);
});
