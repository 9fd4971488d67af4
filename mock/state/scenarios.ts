import type { ControlSchema } from '../../spec/control.ts';
import type { OperationId } from '../../spec/types.ts';
import { isoDuration } from '../time/times.ts';

/** A scenario as the control API shows it: durations are texts such as `PT2S`. */
export type ShownScenario = ControlSchema<'Scenario'>;

/** What happens to a call instead of, before or after what the mock does by itself; exactly one of the members is there. */
export interface Effect extends Pick<ShownScenario, 'answer' | 'drop' | 'rows'> {
  /** The call takes longer, by a time between these two, in milliseconds of the partition's clock. */
  delay?: { from: number; to: number };
}

/** An effect on the calls of one operation, or of all. */
export interface Scenario extends Effect {
  id: string;
  operation?: OperationId;
  /** The operations that it can happen to. */
  reach: readonly OperationId[];
  /** How many more calls it is for; always, when it is not said. */
  times?: number;
}

/** A scenario as the control API shows it. */
export function showScenario({ delay, reach: _, ...scenario }: Scenario): ShownScenario {
  return { ...scenario, ...(delay && { delay: { from: isoDuration(delay.from), to: isoDuration(delay.to) } }) };
}

/** The scenarios of one partition, in the order in which they were switched on. */
export class Scenarios {
  private readonly active = new Map<string, Scenario>();
  private readonly read = new Set<string>();

  list(): Scenario[] {
    return [...this.active.values()];
  }

  add(scenario: Scenario): void {
    this.active.set(scenario.id, scenario);
  }

  /** False when there is none with this id. */
  remove(id: string): boolean {
    this.read.delete(id);
    return this.active.delete(id);
  }

  clear(): void {
    this.active.clear();
    this.read.clear();
  }

  /**
   * The scenarios that one call of an operation meets: of each kind of effect the one that was switched on first, and all that move
   * rows. One that is for a number of calls is used up by them.
   */
  take(operation: OperationId): Scenario[] {
    const about = this.about(operation);
    const first = (kind: keyof Effect) => about.find((scenario) => kind in scenario);
    const met = about.filter((one) => 'rows' in one || [first('answer'), first('delay'), first('drop')].includes(one));
    for (const scenario of met) {
      if (scenario.times === undefined) continue;
      scenario.times -= 1;
      if (scenario.times === 0) this.remove(scenario.id);
    }
    return met;
  }

  /** The rows of a list as a call sees them: those that come up later are missing from the first page that is read. */
  rows<Row>(operation: OperationId, all: readonly Row[]): readonly Row[] {
    let hidden = 0;
    for (const { id, rows = 0 } of this.about(operation)) {
      hidden += this.read.has(id) ? Math.max(-rows, 0) : Math.max(rows, 0);
      this.read.add(id);
    }
    return hidden === 0 ? all : all.slice(hidden);
  }

  private about(operation: OperationId): Scenario[] {
    if (this.active.size === 0) return [];
    return this.list().filter(({ reach }) => reach.includes(operation));
  }
}
