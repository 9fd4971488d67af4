import { rmSync } from 'node:fs';
import { Harness } from '../../conformance/suite/api/harness.ts';
import { locateOriginal } from '../../conformance/suite/api/notification.ts';
import { findWorst, type Outcome } from '../../conformance/suite/outcome/outcome.ts';
import { type DeclaredCase, matches } from '../../conformance/suite/run/cases.ts';
import { runCase } from '../../conformance/suite/run/run-case.ts';
import { readProfile } from '../../conformance/suite/target/profile.ts';
import { mockProfile, resolveTarget, type Target } from '../../conformance/suite/target/target.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { Conditions } from '../staging/conditions.ts';
import { startStandIn } from '../staging/stand-in.ts';
import type { Fault } from './fault.ts';
import { type FaultyMock, getPrefix, startFaultyMock } from './server.ts';

/** The verdict on one fault. */
export interface FaultResult {
  rule: RuleId;
  title: string;
  /** The outcome of the rule that the fault breaks. */
  outcome: Outcome;
  /** Some cases of that rule are outside the scope of this target. */
  isPartlyOutOfScope: boolean;
  /** Unrelated failed rules, with the expected and actual values of their cases. */
  strays: { rule: RuleId; because: string }[];
  /** The number of cases about the rule. */
  cases: number;
}

const profile = readProfile(mockProfile, {});

/**
 * Runs cases against faults, one fault after the other, and yields each result as soon as it is known: no more cases run
 * once the broken rule fails.
 *
 * @param behind conditions between the suite and the mock, which the suite then takes for a deployment
 */
export async function* runFaults(
  faults: readonly Fault[],
  choose: (fault: Fault) => readonly DeclaredCase[],
  behind?: Conditions,
): AsyncGenerator<FaultResult> {
  const mock = await startFaultyMock(faults);
  try {
    for (const [index, fault] of faults.entries()) {
      const cases = choose(fault);
      const outcomes = await runCases(fault.rule, cases, mock, index, behind);
      yield makeResult(fault, cases.length, outcomes, findFailures(outcomes, behind));
    }
  } finally {
    await mock.close();
  }
}

function makeResult(fault: Fault, cases: number, outcomes: Outcomes, failures: FaultResult['strays']): FaultResult {
  const own = outcomes.get(fault.rule) ?? [];
  const expected = [fault.rule, ...fault.also];
  return {
    rule: fault.rule,
    title: fault.title,
    outcome: findWorst(own.map(({ outcome }) => outcome)),
    isPartlyOutOfScope: own.some(({ outcome }) => outcome === 'outOfScope'),
    strays: failures.filter(({ rule }) => !expected.some((glob) => matches(glob, rule))),
    cases,
  };
}

type Outcomes = Map<RuleId, { outcome: Outcome; because: string }[]>;

async function runCases(
  owner: RuleId,
  cases: readonly DeclaredCase[],
  mock: FaultyMock,
  index: number,
  behind?: Conditions,
): Promise<Outcomes> {
  const { target, close } = await (behind ? deployment(mock, index, behind) : itself(mock, index));
  const run = { id: `f${index}`, seed: 1 };
  const harness = new Harness(run, target);
  const outcomes: Outcomes = new Map();
  for (const declared of cases) {
    const { verdicts, mismatches } = (await runCase(harness, declared)).record;
    for (const { rule, outcome, expected, actual, note } of [...verdicts, ...mismatches]) {
      const seen = expected === undefined ? [] : [`expected ${expected}, got ${actual}`];
      const because = `${declared.title}: ${[...seen, ...(note === undefined ? [] : [note])].join('; ')}`;
      outcomes.set(rule, [...(outcomes.get(rule) ?? []), { outcome, because }]);
    }
    if (outcomes.get(owner)?.some(({ outcome }) => outcome === 'fail')) break;
  }
  harness.close();
  // The mock ends with the test, so that its notification need not be put back.
  rmSync(locateOriginal(target), { force: true });
  await close();
  return outcomes;
}

/** The rules that fail; a case in error is a separate mistake, unless conditions can bring it about. */
function findFailures(outcomes: Outcomes, behind: Conditions | undefined): FaultResult['strays'] {
  const isFailure = (outcome: Outcome) => outcome === 'fail' || (outcome === 'error' && behind === undefined);
  return [...outcomes].flatMap(([rule, list]) => {
    const failure = list.find(({ outcome }) => isFailure(outcome));
    return failure ? [{ rule, because: failure.because }] : [];
  });
}

/** The mock with one fault; the state of each case is a new partition. */
function itself(mock: FaultyMock, index: number): Judged {
  const origin = mock.origin + getPrefix(index);
  const target = resolveTarget(
    {
      ...profile,
      baseUrl: `${origin}/v2`,
      outbox: { mailpit: origin },
      control: { admin: `${origin}/__admin` },
      limits: { timeoutMs: 600_000 },
    },
    { isMock: true, clockOffsetMs: 0 },
  );
  return { target, close: async () => {} };
}

/** The same, taken for a deployment: in its one state, without a control plane, and under conditions. Sends take it a moment. */
async function deployment(mock: FaultyMock, index: number, conditions: Conditions): Promise<Judged> {
  const partition = `fault-${index}`;
  const origin = `${mock.origin}${getPrefix(index)}@${partition}`;
  const { control: _, accounts, ...rest } = profile;
  const keys = Object.entries(accounts).map(([name, { apiKey }]) => [name, { apiKey: `${apiKey}.${partition}` }]);
  await fetch(`${mock.origin}${getPrefix(index)}/__admin/settings?partition=${partition}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ processingTime: 'PT0.03S' }),
  });
  const standIn = await startStandIn(
    {
      profile: {
        ...rest,
        name: 'staging',
        // Some faults refuse the update that reads the original.
        simNotification: { ...rest.simNotification, original: { amount: '2048.0', unit: 'MB' } },
        baseUrl: `${origin}/v2`,
        accounts: Object.fromEntries(keys),
        outbox: { mailpit: origin, waitMs: 3000 },
        consistency: { waitMs: 2000 },
      },
      close: async () => {},
    },
    conditions,
  );
  return { target: resolveTarget(standIn.profile, { isMock: false, clockOffsetMs: 0 }), close: standIn.close };
}

interface Judged {
  target: Target;
  close: () => Promise<void>;
}
