import { expect, test } from '@playwright/test';
import { problemsOf } from './judgement.ts';
import { type Outcome, runScenario } from './run-scenario.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import type { Outage } from './stages/outage.ts';

test.describe.configure({ mode: 'parallel' });

/** Two workers: more would cost more to start than they save. */
const WORKERS = 2;

/** Runs some rules against the mock under the conditions of a scenario, with some parts replaced. */
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
  expect(problemsOf(outcome, scenario.wanted, { followsRulings: true }), outcome.printed).toEqual([]);
  return outcome;
}

const outageAfter = (afterRequests: number, how: Outage['how'], forMs?: number) => ({
  conditions: { outage: { afterRequests, how, ...(forMs && { forMs }) } },
});

test('a gateway that breaks seven requests of a hundred spoils no verdict', async () => {
  const { report } = await judge('7% broken', ['RSV-*', 'EMAIL-RCPT-{1,2,3,4,5,6}', 'EMAIL-IDEM-{3,4,5}'], {
    wanted: { exitCodes: [0, 3], isPutBack: true, mayBeBlocked: /RSV-17/, errors: 0 },
  });
  expect(report?.learned?.disturbances).toBeGreaterThan(3);
});

test('a limit of five requests a second is found and respected', async () => {
  // The reached rate depends on the machine.
  const wanted = { exitCodes: [0], isPutBack: true, says: /limits the rate/ };
  const { report, counts } = await judge('rate limit', ['DIR-{1,2,3,4,5}'], { wanted });
  expect(report?.learned?.requestsPerSecond).toBeGreaterThan(3);
  expect(counts['429']).toBeLessThan((counts.request ?? 0) / 3);
});

test('a target that goes away for good ends the run with exit code 4', async () => {
  const { exitCode, report, printed } = await judge('dies', ['SIM-*'], outageAfter(60, 'gone'));
  expect(exitCode).toBe(4);
  expect(report?.learned?.notPutBack).toContain('could not be put back');
  expect(report?.learned?.stoppedAnsweringAt).toBeDefined();
  expect(printed).toContain('set its threshold to 2048.0 MB by hand');
});

test('a target that goes away for some seconds is waited for', async () => {
  await judge('deployed', ['RUN-{16,17,18,19,20,21}'], outageAfter(25, 'gone', 3000));
});

test("a 503 in the contract's error body is waited out and not judged", async () => {
  await judge('maintenance', ['RUN-{16,17,18}', 'EMAIL-SUBJ-*'], outageAfter(25, 'unavailable', 3000));
});

test("the service's times are judged where a gateway's clock is ahead", async () => {
  const { report } = await judge('gateway clock ahead', ['EMAIL-SCHED-{3,4,6,8}']);
  expect(report?.learned?.clockAheadMs).toBeUndefined();
});

test.describe('a fast clock behind a gateway with a small limit of bodies', () => {
  test.describe.configure({ mode: 'default' });
  let outcome: Outcome;

  test.beforeAll(async () => {
    const conditions = { ...scenarios['clock ahead']?.conditions, ...scenarios['small bodies']?.conditions };
    outcome = await judge('small bodies', ['DIR-1', 'HTTP-1', 'HTTP-9'], { conditions });
  });

  test('the offset of the clock is measured and reported', () => {
    expect(Math.abs(Number(outcome.report?.learned?.clockAheadMs) - 90_000)).toBeLessThan(2000);
    expect(outcome.printed).toMatch(/clock is 90 s ahead/);
  });

  test('only the rule about large bodies is blocked', () => {
    const outcomes = outcome.report?.rules.map((rule) => `${rule.id} ${rule.outcome}`).sort();
    expect(outcomes).toEqual(['DIR-1 pass', 'HTTP-1 pass', 'HTTP-9 blocked']);
  });
});
