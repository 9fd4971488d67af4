import { _baseTest as bare, test as withBrowsers } from '@playwright/test';
import { currentRun, type Run } from './run.ts';
import { skipPlaces } from './stack.ts';
import { currentProfile, resolveTarget, type Target } from './target.ts';
import { TargetTime } from './time.ts';
import { Transport } from './transport.ts';
import { Unique } from './unique.ts';

/** What a worker process makes once and all its cases share. */
export interface Harness {
  run: Run;
  target: Target;
  transport: Transport;
  /** For the outbox and the control plane: without the target's headers, proxy and request rate. */
  sideTransport: Transport;
  unique: Unique;
  time: TargetTime;
  /** The copy of the mock's state that this worker's cases share. */
  partition: string;
  worker: number;
  silent: Map<string, number>;
  casesSoFar: number;
}

/**
 * No case has a page, yet Playwright prepares each for one, and a trace of it: that costs more than many a case. Who runs Playwright
 * by themselves, for instance its UI mode, has the traces.
 */
const base: typeof bare = process.env.CONFORMANCE_CLI === '1' ? bare : withBrowsers;

/** Playwright's `test` with the harness, one for each worker. */
export const test = base.extend<object, { harness: Harness }>({
  harness: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from the pattern
    async ({}, use, { workerIndex, config }) => {
      const run = currentRun();
      if (!run) throw new Error('no run has begun: start it with `npx playwright test --project=conformance`');
      if (process.env.CONFORMANCE_CLI === '1') skipPlaces();
      const target = resolveTarget(currentProfile(), run.facts);
      const harness = createHarness(run, target, workerIndex, config.workers);
      await use(harness);
      harness.transport.close();
      harness.sideTransport.close();
    },
    { scope: 'worker' },
  ],
});

/** Makes what the cases of one process share; `workers` processes share the target's request rate. */
export function createHarness(run: Run, target: Target, worker: number, workers: number): Harness {
  const { timeoutMs, requestsPerSecond } = target.limits;
  const { ca } = target.http;
  return {
    run,
    target,
    transport: new Transport(target.baseUrl, {
      timeoutMs,
      ...(requestsPerSecond && { requestsPerSecond: requestsPerSecond / workers }),
      ...target.http,
      mayAnswer503: target.isMock,
    }),
    sideTransport: new Transport(target.outbox?.mailpit ?? target.baseUrl, { timeoutMs, ...(ca && { ca }) }),
    unique: new Unique(run.id, worker, target.email.recipientDomain ?? 'example.com'),
    time: new TargetTime(target.clockOffsetMs),
    partition: target.partitioned ? `run-${run.id}-${worker}` : fixedPartition(target),
    worker,
    silent: new Map(),
    casesSoFar: 0,
  };
}

/** The partition that the profile's own keys name. */
function fixedPartition(target: Target): string {
  return target.accounts.primary.apiKey.split('.')[1] ?? 'default';
}
