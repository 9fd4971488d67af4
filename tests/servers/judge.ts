import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { assemble } from '../../conformance/report/assemble.ts';
import { exitCodes, type Report } from '../../conformance/report/report.ts';
import { createPace, Harness } from '../../conformance/suite/api/harness.ts';
import { locateOriginal } from '../../conformance/suite/api/notification.ts';
import type { CaseRecord } from '../../conformance/suite/outcome/outcome.ts';
import { loadCases } from '../../conformance/suite/run/cases.ts';
import { runCase } from '../../conformance/suite/run/run-case.ts';
import { preflight } from '../../conformance/suite/target/preflight.ts';
import type { Profile } from '../../conformance/suite/target/profile.ts';
import { loadContract } from '../../conformance/suite/wire/contract.ts';
import { nodeArguments, toProjectPath } from '../../spec/package.ts';

/** The verdict of the suite on a target. */
export interface Judgement {
  exitCode: number;
  /** Why nothing was run: the target can't be tested. */
  refusal?: string;
  rules: readonly JudgedRule[];
}

type ReportedRule = Report['rules'][number];
/** Without the exchanges, which have bodies of many megabytes. */
type JudgedRule = Omit<ReportedRule, 'cases'> & { cases: readonly Omit<ReportedRule['cases'][number], 'exchanges'>[] };

/** A process that runs the whole suite against several targets in turn: cases can't be run inside a test of Playwright's. */
export interface Judge {
  judge(profile: Profile): Promise<Judgement>;
  end(): Promise<void>;
}

/** Cases that run at the same time: most of their time they wait for mail. */
const sideBySide = 16;

export function startJudge(): Judge {
  const { PLAYWRIGHT_TEST: _p, TEST_WORKER_INDEX: _w, ...env } = process.env;
  const [script = '', ...args] = [...nodeArguments, toProjectPath('tests/servers/judge.ts')];
  const child: ChildProcess = fork(script, args, { env: { ...env, JUDGE: '1' }, execArgv: [] });
  return {
    async judge(profile) {
      child.send(profile);
      const [judgement] = (await once(child, 'message')) as [Judgement];
      return judgement;
    },
    async end() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

if (process.env.JUDGE === '1') {
  // Each expectation records its place; nothing here reads it, and finding it in the sources is slow.
  Error.prepareStackTrace = undefined as never;
  // Otherwise the first request would wait for it.
  loadContract().validators;
  process.on('message', (profile: Profile) => {
    void judge(profile).then((judgement) => process.send?.(judgement));
  });
}

async function judge(profile: Profile): Promise<Judgement> {
  try {
    const { rules, verdict } = await runAll(profile);
    return { exitCode: exitCodes[verdict], rules: rules.map(withoutExchanges) };
  } catch (error) {
    // As the command line does with a target that can't be tested.
    return { exitCode: 2, refusal: (error as Error).message, rules: [] };
  }
}

function withoutExchanges({ cases, ...rule }: ReportedRule): JudgedRule {
  return { ...rule, cases: cases.map(({ exchanges: _, ...judged }) => judged) };
}

async function runAll(profile: Profile): Promise<Report> {
  const startedAt = new Date().toISOString();
  const { target } = await preflight(profile);
  const run = { id: Date.now().toString(36), seed: 1 };
  const waiting = [...(await loadCases())];
  const cases: CaseRecord[] = [];
  const harness = new Harness(run, target, createPace(target));
  const work = async () => {
    for (let prepared = waiting.shift(); prepared; prepared = waiting.shift()) {
      cases.push((await runCase(harness, prepared)).record);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  harness.close();
  // The server ends with its test: nothing has to be put back.
  rmSync(locateOriginal(target), { force: true });
  return assemble({
    cases,
    selection: { rules: [], quick: false },
    facts: {
      target: { name: target.name, baseUrl: target.baseUrl },
      ...{ seed: run.seed, startedAt, durationMs: 0 },
    },
    waivers: [],
    interrupted: false,
  });
}
