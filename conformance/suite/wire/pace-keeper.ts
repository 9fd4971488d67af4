import type { Learned } from '../outcome/verdict.ts';
import { TargetStopped } from './disturbance.ts';

/** The rate that the profile allows, and time from outside. */
export interface PaceOptions {
  /** The most requests a second; no limit when absent. */
  requestsPerSecond?: number | undefined;
  /** The state of the target: it answers, its gateway reports that it is away, or it is silent. */
  presence: () => Promise<'there' | 'away' | 'silent'>;
  /** Milliseconds since the epoch. */
  now: () => number;
  sleep: (ms: number) => Promise<unknown>;
  /** Filled in on the way. */
  learned: Learned;
}

/**
 * The run ends when the target is silent for this time and for this number of looks in a row: on a busy machine one look may take longer.
 * A target whose gateway reports that it is away has more time.
 */
const silenceMs = 15_000;
const silentLooks = 3;
const patienceMs = 60_000;
const betweenLooksMs = 500;
/** The number of unanswered requests that a report names: as many as a run has workers. */
const mostNamed = 4;
const slowest = 0.5;
/** The rate falls by this factor when the target refuses a request, and comes back by the other each second. */
const fallsBy = 0.75;
const comesBackBy = 1.02;

/** The pace of all requests of a run together. */
export type Pace = Pick<PaceKeeper, 'turn' | 'limited' | 'lost'>;

/** Gives out the turns of all requests of a run, and watches over whether the target is there. */
export class PaceKeeper {
  private rate: number | undefined;
  private nextTurn = 0;
  private heldUntil = 0;
  private rateSetAt = 0;
  private watch: Promise<void> | undefined;
  private stopped: TargetStopped | undefined;
  /** The requests without an answer since the target last answered. */
  private unanswered: string[] = [];

  constructor(private readonly options: PaceOptions) {
    this.rate = options.requestsPerSecond;
  }

  /** Waits for the turn of the next requests, which go out together. Throws a TargetStopped where the target is gone. */
  async turn(requests = 1): Promise<void> {
    const { now, sleep } = this.options;
    for (;;) {
      await this.watch;
      if (this.stopped) throw this.stopped;
      if (this.rate === undefined) return;
      const at = this.reserve(requests, this.rate);
      if (at > now()) await sleep(at - now());
      if (this.heldUntil <= now() && !this.watch && !this.stopped) return;
    }
  }

  /** A request was refused as one too many: waits as long as the target wants. */
  async limited(waitMs: number): Promise<void> {
    const { now, sleep } = this.options;
    // Requests that were refused together, and a target that does not want to be waited for, lower the rate once or not at all.
    if (this.rate !== undefined && waitMs > 0 && now() >= this.heldUntil) {
      this.rate = Math.max(slowest, this.rate * fallsBy);
      this.options.learned.requestsPerSecond = this.rate;
    }
    this.heldUntil = Math.max(this.heldUntil, now() + waitMs);
    await sleep(this.heldUntil - now());
  }

  /** An exchange was broken: waits until the target answers. Throws a TargetStopped when it does not. */
  lost(request: string): Promise<void> {
    if (this.stopped) return Promise.reject(this.stopped);
    this.unanswered.push(request);
    const { learned } = this.options;
    learned.disturbances = (learned.disturbances ?? 0) + 1;
    this.watch ??= this.watchTarget().finally(() => {
      this.watch = undefined;
      this.unanswered = [];
    });
    return this.watch;
  }

  /** The turn of the last of several requests, when no other has gone out for as long as they would have taken. */
  private reserve(requests: number, rate: number): number {
    const now = this.options.now();
    const seconds = this.rateSetAt === 0 ? 0 : (now - this.rateSetAt) / 1000;
    this.rateSetAt = now;
    this.rate = Math.min(this.options.requestsPerSecond ?? rate, rate * comesBackBy ** seconds);
    const at = Math.max(now, this.nextTurn, this.heldUntil) + ((requests - 1) * 1000) / this.rate;
    this.nextTurn = at + 1000 / this.rate;
    return at;
  }

  private async watchTarget(): Promise<void> {
    const { now, sleep } = this.options;
    const since = now();
    let heardAt = since;
    let looks = 0;
    for (;;) {
      const presence = await this.options.presence();
      if (presence === 'there') return;
      if (presence === 'away') {
        heardAt = now();
        looks = 0;
      } else looks += 1;
      const isSilent = looks >= silentLooks && now() - heardAt > silenceMs;
      if (isSilent || (presence === 'away' && now() - since > patienceMs)) {
        const at = new Date(since).toISOString();
        this.options.learned.stoppedAnsweringAt = at;
        this.options.learned.unanswered = [...new Set(this.unanswered)].slice(0, mostNamed);
        this.stopped = new TargetStopped(`the target stopped answering at ${at.slice(11, 19)} UTC`);
        throw this.stopped;
      }
      await sleep(betweenLooksMs);
    }
  }
}
