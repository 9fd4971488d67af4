import { EventEmitter, once } from 'node:events';
import type { ControlSchema } from '../../spec/control.ts';
import { parseDuration } from '../../spec/duration.ts';
import type { OperationId } from '../../spec/types.ts';

/** An effect on calls, instead of, before or after the mock's own work. */
export type Scenario = ControlSchema<'Scenario'>;

/** A duration in milliseconds; undefined if invalid. */
export function parseRange(length: Scenario['delay']): { from: number; to: number } | undefined {
  const [shortest, longest] = typeof length === 'object' ? [length.from, length.to] : [length, length];
  const [from, to] = [parseDuration(shortest), parseDuration(longest)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** The effects of which one call has at most one each; of several scenarios with the same one, the first counts. */
const exclusive = ['answer', 'gateway', 'delay', 'dribble', 'half', 'drop'] as const;

interface Active {
  scenario: Scenario;
  reach: readonly OperationId[];
  wasRead: boolean;
  /** The beginning of the last second that had calls, and their number. */
  second: number;
  calls: number;
}

export class Scenarios {
  private readonly active = new Map<string, Active>();

  list(): Scenario[] {
    return [...this.active.values()].map(({ scenario }) => scenario);
  }

  add(scenario: Scenario, reach: readonly OperationId[]): void {
    this.active.set(scenario.id, { scenario, reach, wasRead: false, second: Number.NEGATIVE_INFINITY, calls: 0 });
  }

  remove(id: string): boolean {
    return this.active.delete(id);
  }

  clear(): void {
    this.active.clear();
  }

  /** The scenarios of one call: the first of each exclusive effect, all that move rows, and those whose rate it exceeds. Their times run out. */
  take(operation: OperationId, now: number): Scenario[] {
    const about = this.listAbout(operation);
    const first = exclusive.map((kind) => about.find(({ scenario }) => kind in scenario));
    const happening = about.filter(
      (active) => 'rows' in active.scenario || first.includes(active) || exceedsRate(active, now),
    );
    const taken = happening.map(({ scenario }) => scenario);
    for (const active of happening) {
      const { times, ...scenario } = active.scenario;
      if (times === 1) this.remove(scenario.id);
      else if (times !== undefined) active.scenario = { ...scenario, times: times - 1 };
    }
    return taken;
  }

  /** Milliseconds between the sending of a mail and its arrival. */
  get lateness(): number {
    const { lateMail } = this.list().find((scenario) => scenario.lateMail !== undefined) ?? {};
    return parseDuration(lateMail) ?? 0;
  }

  /** The rows of a list as a call sees them: rows that come up later are missing from the first page that is read. */
  hideRows<Row>(operation: OperationId, entries: readonly Row[]): readonly Row[] {
    let hidden = 0;
    for (const active of this.listAbout(operation)) {
      const { rows = 0 } = active.scenario;
      hidden += active.wasRead ? Math.max(-rows, 0) : Math.max(rows, 0);
      active.wasRead = true;
    }
    return hidden === 0 ? entries : entries.slice(hidden);
  }

  private listAbout(operation: OperationId): Active[] {
    if (this.active.size === 0) return [];
    return [...this.active.values()].filter(({ reach }) => reach.includes(operation));
  }
}

function exceedsRate(active: Active, now: number): boolean {
  const { perSecond } = active.scenario;
  if (perSecond === undefined) return false;
  if (now - active.second >= 1000) Object.assign(active, { second: now, calls: 0 });
  active.calls += 1;
  return active.calls > perSecond;
}

export class SendHold {
  private isHolding = false;
  private readonly sends = new EventEmitter().setMaxListeners(0);

  constructor(private readonly changed?: () => void) {}

  get state(): { holding: boolean; held: number } {
    return { holding: this.isHolding, held: this.sends.listenerCount('released') };
  }

  hold(): SendHold['state'] {
    this.isHolding = true;
    return this.state;
  }

  release(): SendHold['state'] {
    this.isHolding = false;
    this.sends.emit('released');
    return this.state;
  }

  /** Ends at the release. Rejects with the reason of `signal`. */
  async waitForRelease(signal?: AbortSignal): Promise<void> {
    if (!this.isHolding) return;
    const released = once(this.sends, 'released', signal && { signal });
    this.changed?.();
    await released.catch(() => {
      this.changed?.();
      throw signal?.reason;
    });
  }
}
