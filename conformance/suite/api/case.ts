// conformance/suite/api/: the case object `t`, with client, matchers, mailbox and lists.
import { setTimeout as sleep } from 'node:timers/promises';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { loadRegister } from '../../../spec/register.ts';
import { blocked, type End, harnessError, inconclusive, notApplicable, Signal } from '../outcome/outcome.ts';
import { TargetTime } from '../target/clock.ts';
import { endForNeed } from '../target/needs.ts';
import type { Target } from '../target/target.ts';
import { Answer, MissingInAnswer } from '../wire/answer.ts';
import type { Transport } from '../wire/transport.ts';
import { CaseLog } from './case-log.ts';
import { Client, type EmailRequest } from './client.ts';
import { toFailure } from './failure.ts';
import { Harness, type Unique } from './harness.ts';
import { Mailbox, MailMissing } from './mailbox.ts';
import { Numbers, type Reserved } from './numbers.ts';

/** The body of a case. */
export type Body = (t: Case) => Promise<void> | void;

/** Properties of a case. */
export interface CaseOptions {
  /** The needs of the case, if they differ from the needs of its rules in the register. */
  needs?: readonly string[];
  /** Left out with `--quick`: a second look at a rule, or a long one. */
  thorough?: boolean;
  /** True for plain requests, which only invariants judge. */
  isProbe?: boolean;
  /** Shows a choice: runs only if a deployment file is written or compared. */
  choice?: boolean;
}

/** Makes bodies of sends that any target accepts; overrides may be anything, and `undefined` leaves a member out. */
interface EmailMaker {
  /** A sandbox send to one made-up recipient: safe, as nothing is delivered. A real one if the target refuses `sandbox_mode`. */
  (overrides?: Record<string, unknown>): EmailRequest;
  /** The same without `sandbox_mode`: mail is really sent. Only for rules about delivered mail or real sends. */
  real(overrides?: Record<string, unknown>): EmailRequest;
}

/** Enough reads to have reached a replica that lags. */
const enoughReadBacks = 10;

/** The parts of a case: its clients, and its log. */
export class Case extends CaseLog {
  /** The client with the primary account's token; `api.as('other')` has another's. */
  readonly api: Client;
  readonly target: Target;
  readonly unique: Unique;
  readonly email: EmailMaker;
  /** The target's time: `time.in('PT1H')`, `time.ago('P1D')`. */
  readonly time: TargetTime;
  /** The seed of the run, for generated data. */
  readonly seed: number;
  readonly blocked: End = blocked;
  readonly inconclusive: End = inconclusive;
  readonly notApplicable: End = notApplicable;
  private readonly harness: Harness;
  private partition: string;
  private ownControl: Control | undefined;
  private ownNumbers: Numbers | undefined;
  private ownMailbox: Mailbox | undefined;

  constructor(harness: Harness, ids: readonly RuleId[] = [], isProbe = false) {
    const { target, transport, unique, run } = harness;
    super(loadRegister(), ids, target.assumptions, harness.step, isProbe);
    this.harness = harness;
    this.target = target;
    this.unique = unique;
    this.seed = run.seed;
    this.email = createEmailMaker(target, unique);
    this.time = target.partitioned ? new TargetTime(target.clockOffsetMs) : harness.time;
    this.partition = harness.partition;
    this.api = new Client({ target, transport, partition: () => this.partition, log: this });
  }

  /** The mock's clock and settings. Reading it gives the case a copy of the state to itself. */
  get control(): Control {
    if (!this.ownControl) {
      const { run, sideTransport } = this.harness;
      if (this.target.partitioned) {
        this.partition = `run-${run.id}-${++this.harness.partitions}`;
        this.ownNumbers = new Numbers(this.target, run.id, this.time);
      }
      this.ownControl = new Control(this.target, sideTransport, this.time, this.partition);
    }
    return this.ownControl;
  }

  get numbers(): Numbers {
    return this.ownNumbers ?? this.harness.numbers;
  }

  get mailbox(): Mailbox {
    const { target, sideTransport, delivery } = this.harness;
    const sendCanary = () => this.sendCanary();
    this.ownMailbox ??= new Mailbox(target, sideTransport, () => this.partition, sendCanary, delivery, this);
    return this.ownMailbox;
  }

  /** Answers a question about the target once in a run. */
  once<T>(name: string, find: () => Promise<T>): Promise<T> {
    return this.harness.once(name, find);
  }

  /** The one notification that may be changed, and one of another account. */
  get notification() {
    const { target } = this;
    return {
      get id() {
        return target.simNotification.id ?? endForNeed('simNotification', target);
      },
      get foreignId() {
        return target.simNotification.foreignId ?? endForNeed('simNotification.foreignId', target);
      },
    };
  }

  /** Reserves a count of free numbers; numbers that an earlier run holds are replaced. */
  async reserve(count = 1): Promise<Reserved> {
    const reserved = await this.again(() => this.numbers.reserve(this.api, count));
    await this.mustSucceed(reserved.answer, 'a reservation of numbers of the profile');
    return reserved;
  }

  /** Blocks the case unless the answer is a success or the promise resolves. */
  async mustSucceed<T>(pending: T | Promise<T>, about = 'the valid twin'): Promise<T> {
    let result: T;
    try {
      result = await pending;
    } catch (error) {
      if (error instanceof Signal) throw error;
      if (error instanceof MailMissing) blocked(error.message);
      const failure = toFailure(error);
      if (failure) blocked(`${about}: expected ${failure.expected}, got ${failure.actual}`);
      throw error;
    }
    if (result instanceof Answer && result.status === 500)
      throw new MissingInAnswer(`${about} to be a success`, result);
    if (result instanceof Answer && !result.accepted) blocked(`${about} was refused: ${result}`);
    return result;
  }

  /**
   * Sends a request until its answer matches (by default: not 404) or the profile's wait ends; returns the last answer.
   * No target promises that a read sees the write before it.
   */
  async eventually<A extends Answer>(send: () => Promise<A>, isShown = ({ status }: A) => status !== 404): Promise<A> {
    const begun = Date.now();
    for (let pause = 20; ; pause = Math.min(pause * 2, 500)) {
      const answer = await send();
      const ms = Date.now() - begun;
      if (isShown(answer)) {
        this.harness.readBacks += 1;
        if (pause > 20) this.harness.longestLateMs = Math.max(this.harness.longestLateMs, ms);
        return answer;
      }
      if (ms >= this.target.consistency.waitMs) return answer;
      await sleep(pause);
    }
  }

  /**
   * Waits until every replica shows an earlier change, as long as the slowest read-back took: replicas differ. After
   * few read-backs nothing is known about replicas, and the wait of the profile counts.
   */
  async settle(): Promise<void> {
    const { readBacks, longestLateMs } = this.harness;
    const { waitMs } = this.target.consistency;
    await sleep(readBacks < enoughReadBacks ? waitMs : Math.min(waitMs, 2 * longestLateMs));
  }

  private sendCanary(): Promise<string> {
    return this.again(async () => {
      const address = this.unique.address('canary');
      const answer = await this.api.sendEmail(
        this.email.real({ to: [address], subject: this.unique.reference('Canary') }),
      );
      if (!answer.accepted) blocked(`a plain mail was refused: ${answer}`);
      return address;
    });
  }
}

function createEmailMaker(target: Target, unique: Unique): EmailMaker {
  const real = (overrides: Record<string, unknown> = {}) =>
    ({
      from: target.email.from,
      to: [unique.address()],
      subject: unique.reference('Conformance'),
      text_body: 'A message of the conformance suite.',
      ...overrides,
    }) as EmailRequest;
  const sandboxed = (overrides: Record<string, unknown> = {}) =>
    real(target.refusesSandbox ? overrides : { sandbox_mode: true, ...overrides });
  return Object.assign(sandboxed, { real });
}

/** Does work with a case object outside of all cases. */
export async function runOutsideCases<T>(target: Target, runId: string, work: (t: Case) => Promise<T>): Promise<T> {
  const harness = new Harness({ id: runId, seed: 1 }, target);
  try {
    return await work(new Case(harness));
  } finally {
    harness.close();
  }
}

/** The mock's control API: its clock and its settings. A case that uses it has a copy of the state to itself. */
export class Control {
  constructor(
    private readonly target: Target,
    private readonly transport: Transport,
    private readonly time: TargetTime,
    private readonly partition: string,
  ) {}

  /** Moves the clock ahead by an ISO 8601 duration such as `PT30M`. */
  async advance(duration: string): Promise<void> {
    await this.clock('POST', { advance: duration });
  }

  /** Moves the clock to a later time. */
  async set(now: Date): Promise<void> {
    await this.clock('POST', { now: now.toISOString() });
  }

  now(): Promise<Date> {
    return this.clock('GET');
  }

  /** Changes settings such as `processingTime: 'PT2S'`. */
  async settings(changes: Record<string, unknown> = {}): Promise<void> {
    await this.call('POST', '/settings', changes);
  }

  private async clock(method: 'GET' | 'POST', change?: unknown): Promise<Date> {
    const { now } = JSON.parse(await this.call(method, '/clock', change)) as { now: string };
    this.time.syncTo(now);
    return new Date(now);
  }

  private async call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<string> {
    const { control } = this.target;
    if (!control) return endForNeed('control', this.target);
    const answer = await this.transport.send({
      method,
      url: `${control.admin}${path}?partition=${encodeURIComponent(this.partition)}`,
      headers: body === undefined ? [] : [['Content-Type', 'application/json']],
      ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
    });
    const text = answer.body.toString('utf8');
    if (answer.status >= 300) harnessError(`the control API answered ${method} ${path} with ${answer.status} ${text}`);
    return text;
  }
}
