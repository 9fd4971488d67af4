import { setTimeout as sleep } from 'node:timers/promises';
import type { ShowStep } from '../api/case-log.ts';
import type { Delivery } from '../api/mailbox.ts';
import { Unique } from '../api/unique.ts';
import type { Lateness } from '../api/waiting.ts';
import { TargetTime } from '../target/clock.ts';
import { presenceOf } from '../target/probe.ts';
import { type Target, transportTo } from '../target/target.ts';
import { type Learned, type Pace, PaceKeeper, Silences } from '../wire/pace-keeper.ts';
import { Transport } from '../wire/transport.ts';
import type { Run } from './run.ts';

/** The parts that cases which run one after the other share. */
export interface Harness {
  run: HarnessRun;
  target: Target;
  transport: Transport;
  /** For the outbox and the control plane: without the target's headers, proxy and request rate. */
  sideTransport: Transport;
  unique: Unique;
  time: TargetTime;
  /** The copy of the mock's state that these cases share. */
  partition: string;
  worker: number;
  silences: Silences;
  lateness: Lateness;
  delivery: Delivery;
  casesSoFar: number;
  /** Shows the steps of cases in Playwright. */
  step?: ShowStep;
  close(): void;
}

/** The part of a run that cases read. */
type HarnessRun = Pick<Run, 'id' | 'seed'> & Partial<Pick<Run, 'owner'>>;

/** Makes the keeper of the turns of all requests to a target, which adds to what a run learns. */
export function paceFor(target: Target, learned: Learned = {}): PaceKeeper {
  const { requestsPerSecond } = target.limits;
  const presence = () => presenceOf(target);
  return new PaceKeeper({ requestsPerSecond, presence, now: () => Date.now(), sleep, learned });
}

/** Makes the harness of one worker; all workers of a run have the same pace. */
export function createHarness(run: HarnessRun, target: Target, worker: number, pace?: Pace): Harness {
  const { timeoutMs } = target.limits;
  const unique = new Unique(run.id, worker, target.email.recipientDomain ?? 'example.com');
  const transport = transportTo(target, pace);
  const sideTransport = new Transport(target.outbox?.mailpit ?? target.baseUrl, { timeoutMs, ca: target.http.ca });
  return {
    run,
    target,
    transport,
    sideTransport,
    unique,
    time: new TargetTime(target.clockOffsetMs),
    // Keys that are not the run's own name the partition themselves.
    partition: target.partitioned
      ? `run-${run.id}-${worker}`
      : (target.accounts.primary.apiKey.split('.')[1] ?? 'default'),
    worker,
    silences: new Silences(),
    lateness: { longestMs: 0 },
    delivery: { slowestMs: 0, isDead: false },
    casesSoFar: 0,
    close() {
      transport.close();
      sideTransport.close();
    },
  };
}
