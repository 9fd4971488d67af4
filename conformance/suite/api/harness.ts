import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Learned } from '../outcome/outcome.ts';
import { TargetTime } from '../target/clock.ts';
import { checkPresence } from '../target/preflight.ts';
import { openTransport, type Target } from '../target/target.ts';
import { type Pace, PaceKeeper } from '../wire/disturbance.ts';
import { Transport } from '../wire/transport.ts';
import type { ShowStep } from './case-log.ts';
import type { Delivery } from './mailbox.ts';
import { Numbers } from './numbers.ts';

/** The process that a run ends with, and its machine. */
export interface Owner {
  pid: number;
  host: string;
}

/** The part of a run that cases read. */
export interface HarnessRun {
  /** Part of the name of everything that the run makes. */
  id: string;
  seed: number;
  owner?: Owner;
}

/** Creates the pace keeper of a target, which adds to the facts of a run. */
export function createPace(target: Target, learned: Learned = {}): PaceKeeper {
  const { requestsPerSecond } = target.limits;
  const presence = () => checkPresence(target);
  return new PaceKeeper({ requestsPerSecond, presence, now: () => Date.now(), sleep, learned });
}

/** The parts that all cases of a run share. */
export class Harness {
  readonly transport: Transport;
  /** For the outbox and the control API: without the target's headers, proxy and request rate. */
  readonly sideTransport: Transport;
  readonly unique: Unique;
  readonly time: TargetTime;
  /** The copy of the mock's state that cases share which need none of their own. */
  readonly partition: string;
  /** The number of copies that cases have of their own. */
  partitions = 0;
  /** The number of changes that were read back. */
  readBacks = 0;
  /** The longest that a change took to show. */
  longestLateMs = 0;
  readonly delivery: Delivery = { slowestMs: 0, isDead: false };
  /** Shows the steps of cases in Playwright. */
  step?: ShowStep;
  private readonly known = new Map<string, Promise<unknown>>();
  private lastTurn = Promise.resolve();
  private ownNumbers: Numbers | undefined;

  constructor(
    readonly run: HarnessRun,
    readonly target: Target,
    pace?: Pace,
  ) {
    const { timeoutMs } = target.limits;
    this.transport = openTransport(target, pace);
    this.sideTransport = new Transport(target.outbox?.mailpit ?? target.baseUrl, { timeoutMs, ca: target.http.ca });
    this.unique = new Unique(run.id, target.email.recipientDomain ?? 'example.com');
    this.time = new TargetTime(target.clockOffsetMs);
    // Keys that are not the run's own name the partition themselves.
    this.partition = target.partitioned ? `run-${run.id}` : (target.accounts.primary.apiKey.split('.')[1] ?? 'default');
  }

  get numbers(): Numbers {
    this.ownNumbers ??= new Numbers(this.target, this.run.id, this.time);
    return this.ownNumbers;
  }

  /** Answers a question about the target once; again after a failure. */
  once<T>(name: string, find: () => Promise<T>): Promise<T> {
    const answer = (this.known.get(name) as Promise<T> | undefined) ?? find();
    this.known.set(name, answer);
    answer.catch(() => this.known.delete(name));
    return answer;
  }

  /** Does work on the notification after all earlier work on it. */
  runInTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.lastTurn.then(work);
    this.lastTurn = turn.catch(() => {});
    return turn;
  }

  close(): void {
    this.transport.close();
    this.sideTransport.close();
  }
}

/** Unique names; all but UUIDs contain the run id, which marks everything that the suite made. */
export class Unique {
  private count = 0;

  constructor(
    private readonly runId: string,
    private readonly domain: string,
  ) {}

  /** An idempotency key. */
  key(): string {
    return `conf-${this.makeName()}`;
  }

  /** An address in the profile's recipient domain, with a word for its purpose. */
  address(local = 'to'): string {
    return `${local}.conf-${this.makeName()}@${this.domain}`;
  }

  /** A text such as a customer reference or a subject. */
  reference(word = 'conformance'): string {
    return `${word}-${this.makeName()}`;
  }

  /** A UUID that names nothing. */
  uuid(): string {
    return randomUUID();
  }

  private makeName(): string {
    this.count += 1;
    return `${this.runId}-${this.count.toString(36).padStart(3, '0')}`;
  }
}
