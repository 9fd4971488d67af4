import { setTimeout as sleep } from 'node:timers/promises';
import { TargetTime } from '../target/clock.ts';
import { presenceOf } from '../target/probe.ts';
import { type Target, transportTo } from '../target/target.ts';
import { type Learned, type Pace, PaceKeeper, Silences } from '../wire/pace-keeper.ts';
import { Transport } from '../wire/transport.ts';
import type { ShowStep } from './case-log.ts';
import type { Delivery } from './mailbox.ts';
import { Numbers } from './numbers.ts';
import type { Owner } from './original.ts';
import { Unique } from './unique.ts';

/** The parts that all cases of a run share. */
export interface Harness {
  run: HarnessRun;
  target: Target;
  transport: Transport;
  /** For the outbox and the control plane: without the target's headers, proxy and request rate. */
  sideTransport: Transport;
  unique: Unique;
  time: TargetTime;
  numbers: Numbers;
  /** The copy of the mock's state that cases share which need none of their own. */
  partition: string;
  /** The number of copies that cases have of their own. */
  partitions: number;
  silences: Silences;
  /** The number of changes that were read back. */
  readBacks: number;
  /** The longest that a change took to show. */
  longestLateMs: number;
  delivery: Delivery;
  /** Shows the steps of cases in Playwright. */
  step?: ShowStep;
  close(): void;
}

/** The part of a run that cases read. */
interface HarnessRun {
  /** Part of the name of everything that the run makes. */
  id: string;
  seed: number;
  owner?: Owner;
}

/** Makes the keeper of the turns of all requests to a target, which adds to what a run learns. */
export function paceFor(target: Target, learned: Learned = {}): PaceKeeper {
  const { requestsPerSecond } = target.limits;
  const presence = () => presenceOf(target);
  return new PaceKeeper({ requestsPerSecond, presence, now: () => Date.now(), sleep, learned });
}

/** Makes the harness of a run. */
export function createHarness(run: HarnessRun, target: Target, pace?: Pace): Harness {
  const { timeoutMs } = target.limits;
  const time = new TargetTime(target.clockOffsetMs);
  const transport = transportTo(target, pace);
  const sideTransport = new Transport(target.outbox?.mailpit ?? target.baseUrl, { timeoutMs, ca: target.http.ca });
  return {
    run,
    target,
    transport,
    sideTransport,
    unique: new Unique(run.id, target.email.recipientDomain ?? 'example.com'),
    time,
    numbers: new Numbers(target, run.id, time),
    // Keys that are not the run's own name the partition themselves.
    partition: target.partitioned ? `run-${run.id}` : (target.accounts.primary.apiKey.split('.')[1] ?? 'default'),
    partitions: 0,
    silences: new Silences(),
    readBacks: 0,
    longestLateMs: 0,
    delivery: { slowestMs: 0, isDead: false },
    close() {
      transport.close();
      sideTransport.close();
    },
  };
}
