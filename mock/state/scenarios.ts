import { EventEmitter, once } from 'node:events';
import type { ControlSchema } from '../../spec/control.ts';
import type { OperationId } from '../../spec/types.ts';
import { isoDuration } from '../time/times.ts';

type ShownScenario = ControlSchema<'Scenario'>;

/** The effect on a call, instead of, before or after the mock's own work; it has exactly one of the members. Durations are milliseconds. */
export interface Effect extends Pick<ShownScenario, 'answer' | 'gateway' | 'perSecond' | 'half' | 'drop' | 'rows'> {
  delay?: { from: number; to: number };
  dribble?: number;
  lateMail?: number;
}

/** The effects of which one call has at most one each; of several scenarios with the same one, the first counts. */
const exclusive = ['answer', 'gateway', 'delay', 'dribble', 'half', 'drop'] as const;

export interface Scenario extends Effect {
  id: string;
  operation?: OperationId;
  reach: readonly OperationId[];
  times?: number;
}

export function showScenario({ delay, dribble, lateMail, reach: _, ...scenario }: Scenario): ShownScenario {
  return {
    ...scenario,
    ...(delay && { delay: { from: isoDuration(delay.from), to: isoDuration(delay.to) } }),
    ...(dribble !== undefined && { dribble: isoDuration(dribble) }),
    ...(lateMail !== undefined && { lateMail: isoDuration(lateMail) }),
  };
}

export class Scenarios {
  /** Each with whether a list was read under it, and its calls in the second that has begun. */
  private readonly active = new Map<string, { scenario: Scenario; wasRead: boolean; begun: number; calls: number }>();

  list(): Scenario[] {
    return [...this.active.values()].map(({ scenario }) => scenario);
  }

  add(scenario: Scenario): void {
    this.active.set(scenario.id, { scenario, wasRead: false, begun: Number.NEGATIVE_INFINITY, calls: 0 });
  }

  remove(id: string): boolean {
    return this.active.delete(id);
  }

  clear(): void {
    this.active.clear();
  }

  /** The scenarios of one call: the first of each exclusive effect, all that move rows, and those whose rate it exceeds. Their times run out. */
  take(operation: OperationId, now: number): Scenario[] {
    const about = this.about(operation);
    if (about.length === 0) return about;
    const first = exclusive.map((kind) => about.find((scenario) => kind in scenario));
    const happening = about.filter(
      (scenario) => 'rows' in scenario || first.includes(scenario) || this.exceeds(scenario, now),
    );
    for (const scenario of happening) {
      if (scenario.times === undefined) continue;
      scenario.times -= 1;
      if (scenario.times === 0) this.remove(scenario.id);
    }
    return happening;
  }

  get lateness(): number {
    return this.list().find(({ lateMail }) => lateMail !== undefined)?.lateMail ?? 0;
  }

  /** The rows of a list as a call sees them: rows that come up later are missing from the first page that is read. */
  rows<Row>(operation: OperationId, entries: readonly Row[]): readonly Row[] {
    let hidden = 0;
    for (const { id, rows = 0 } of this.about(operation)) {
      const known = this.active.get(id);
      hidden += known?.wasRead ? Math.max(-rows, 0) : Math.max(rows, 0);
      if (known) known.wasRead = true;
    }
    return hidden === 0 ? entries : entries.slice(hidden);
  }

  private exceeds({ id, perSecond }: Scenario, now: number): boolean {
    const known = this.active.get(id);
    if (perSecond === undefined || !known) return false;
    if (now - known.begun >= 1000) Object.assign(known, { begun: now, calls: 0 });
    known.calls += 1;
    return known.calls > perSecond;
  }

  private about(operation: OperationId): Scenario[] {
    if (this.active.size === 0) return [];
    return this.list().filter(({ reach }) => reach.includes(operation));
  }
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

  /** Ends at the release. Rejects with the reason of `left`. */
  async pass(left?: AbortSignal): Promise<void> {
    if (!this.isHolding) return;
    const released = once(this.sends, 'released', left && { signal: left });
    this.changed?.();
    await released.catch(() => {
      this.changed?.();
      throw left?.reason;
    });
  }
}
