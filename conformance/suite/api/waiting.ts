import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../wire/answer.ts';

/** The longest that a change took to show, over all cases of one worker. */
export interface Lateness {
  longestMs: number;
}

/** Waits for changes to show: no target promises that a read sees the write before it. */
export class Waiting {
  /** The longest that a change of this case took to show; 0 where each showed at once. */
  lateMs = 0;

  constructor(
    private readonly waitMs: number,
    private readonly lateness: Lateness,
  ) {}

  /** Sends a request until its answer meets the condition or the wait of the profile is over; returns the last answer. */
  async eventually<A extends Answer>(ask: () => Promise<A>, isShown: (answer: A) => boolean = isFound): Promise<A> {
    const begun = Date.now();
    for (let pause = 20; ; pause = Math.min(pause * 2, 500)) {
      const answer = await ask();
      const ms = Date.now() - begun;
      if (isShown(answer)) {
        if (pause > 20) this.wasLate(ms);
        return answer;
      }
      if (ms >= this.waitMs) return answer;
      await sleep(pause);
    }
  }

  /** Waits until a change that should not have happened would show, judged by how late others were. */
  async settle(): Promise<void> {
    await sleep(2 * this.lateness.longestMs);
  }

  private wasLate(ms: number): void {
    this.lateMs = Math.max(this.lateMs, ms);
    this.lateness.longestMs = Math.max(this.lateness.longestMs, ms);
  }
}

/** A message that was just made may not be found yet. */
function isFound({ status }: Answer): boolean {
  return status !== 404;
}

const queues = new WeakMap<object, Promise<unknown>>();

/** Does work on an owner after all earlier work on it. */
export function inTurn<T>(owner: object, work: () => Promise<T>): Promise<T> {
  const result = (queues.get(owner) ?? Promise.resolve()).then(work);
  queues.set(
    owner,
    result.catch(() => {}),
  );
  return result;
}

const asked = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Asks a question about an owner once, under a name; again when it could not be answered. */
export function once<T>(owner: object, name: string, ask: () => Promise<T>): Promise<T> {
  const answers = asked.get(owner) ?? new Map<string, Promise<unknown>>();
  asked.set(owner, answers);
  const answer = answers.get(name) ?? ask();
  answers.set(name, answer);
  answer.catch(() => answers.delete(name));
  return answer as Promise<T>;
}
