import { expect, test } from '@playwright/test';
import { problemsOf } from './judgement.ts';
import { type Outcome, runScenario } from './run-scenario.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import type { Outage } from './stages/outage.ts';

/** As few as can meet in one condition: to start a worker costs more than these rules take it. */
const WORKERS = 2;

/** Judges the mock by some rules under the conditions of a scenario, parts of which can be replaced. */
async function judge(name: string, rules: string[], changes: Partial<Scenario> = {}): Promise<Outcome> {
  const scenario = { ...(scenarios[name] as Scenario), ...changes };
  const directory = test.info().outputPath('reports');
  const outcome = await runScenario('mock', scenario, {
    seed: 1,
    directory,
    rules,
    workers: WORKERS,
    limitSeconds: 200,
  });
  expect(problemsOf(outcome, scenario.wanted, { keepsRulings: true }), outcome.printed).toEqual([]);
  return outcome;
}

const outageAfter = (afterRequests: number, how: Outage['how'], forMs?: number) => ({
  conditions: { outage: { afterRequests, how, ...(forMs && { forMs }) } },
});

test('a gateway that breaks seven requests of a hundred spoils no verdict', async () => {
  const { report } = await judge('7% broken', ['RSV-*', 'RUN-*', 'EMAIL-RCPT-*', 'EMAIL-IDEM-{3,4,5,6,7}'], {
    wanted: { exitCodes: [0, 3], isPutBack: true, mayBeBlocked: /RSV-17/ },
  });
  expect(report?.learned?.disturbances).toBeGreaterThan(3);
});

test('a limit of five requests a second is found and kept to', async () => {
  // How close it comes to five in a few seconds is up to the machine.
  const wanted = { exitCodes: [0], isPutBack: true, says: /limits the rate/ };
  const { report, counts } = await judge('rate limit', ['DIR-*'], { wanted });
  expect(report?.learned?.requestsPerSecond).toBeGreaterThan(3);
  expect(counts['429']).toBeLessThan((counts.request ?? 0) / 3);
});

test('a target that goes away for good ends the run, which says so, and what is not put back has an exit code of its own', async () => {
  const { exitCode, report, printed } = await judge('dies', ['SIM-*', 'RUN-*'], outageAfter(120, 'gone'));
  expect(exitCode).toBe(4);
  expect(report?.learned?.notPutBack).toContain('could not be put back');
  expect(report?.learned?.stoppedAnsweringAt).toBeDefined();
  expect(printed).toContain('set its threshold to 2048.0 MB by hand');
});

test('a target that goes away for some seconds is waited for', async () => {
  await judge('deployed', ['RUN-*'], outageAfter(60, 'gone', 3000));
});

test("503 in the contract's own error body is waited out, and judged as nothing", async () => {
  await judge('maintenance', ['RUN-*', 'EMAIL-SUBJ-*'], outageAfter(60, 'unavailable', 3000));
});

test('what a run that was killed had changed is put back by the next one, first of all', async () => {
  const { printed } = await judge('killed', ['SIM-4']);
  expect(printed).toMatch(/ended before it had put it back: it has been put back now/);
});

test('a clock that is ahead is measured and told', async () => {
  const { report } = await judge('clock ahead', ['DIR-1']);
  expect(Math.abs(Number(report?.learned?.clockAheadMs) - 90_000)).toBeLessThan(2000);
});

test("a gateway's clock that is ahead is told, and the service's own times count", async () => {
  const { report } = await judge('gateway clock ahead', ['EMAIL-SCHED-{3,4,6,8}']);
  expect(Math.abs(Number(report?.learned?.dateAheadMs) - 90_000)).toBeLessThan(2000);
  expect(report?.learned?.clockAheadMs).toBeUndefined();
});

test('a gateway that refuses large bodies is no fault of the service', async () => {
  const { report } = await judge('small bodies', ['HTTP-1', 'HTTP-9']);
  expect(report?.rules.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(['HTTP-1 pass', 'HTTP-9 blocked']);
});
