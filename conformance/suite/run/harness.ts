import type { Delivery } from '../calls/mailbox.ts';
import type { Lateness } from '../calls/read-back.ts';
import { Unique } from '../calls/unique.ts';
import { type Target, transportTo } from '../target/target.ts';
import { TargetTime } from '../target/time.ts';
import { Transport } from '../wire/transport.ts';
import type { Run } from './run.ts';

/** What a worker process makes once and all its cases share. */
export interface Harness {
  run: HarnessRun;
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
  lateness: Lateness;
  delivery: Delivery;
  casesSoFar: number;
  close(): void;
}

/** What cases know of their run. */
export type HarnessRun = Pick<Run, 'id' | 'dir' | 'seed' | 'byCommand'>;

/** Makes what the cases of one process share; `workers` processes share the target's request rate. */
export function createHarness(run: HarnessRun, target: Target, worker: number, workers: number): Harness {
  const { timeoutMs } = target.limits;
  const { ca } = target.http;
  const transport = transportTo(target, workers);
  const sideTransport = new Transport(target.outbox?.mailpit ?? target.baseUrl, { timeoutMs, ...(ca && { ca }) });
  return {
    run,
    target,
    transport,
    sideTransport,
    unique: new Unique(run.id, worker, target.email.recipientDomain ?? 'example.com'),
    time: new TargetTime(target.clockOffsetMs),
    partition: target.partitioned ? `run-${run.id}-${worker}` : fixedPartition(target),
    worker,
    silent: new Map(),
    lateness: { longestMs: 0, hopeless: new Set() },
    delivery: { slowestMs: 0, isDead: false },
    casesSoFar: 0,
    close() {
      transport.close();
      sideTransport.close();
    },
  };
}

/** The partition that the profile's own keys name. */
function fixedPartition(target: Target): string {
  return target.accounts.primary.apiKey.split('.')[1] ?? 'default';
}
