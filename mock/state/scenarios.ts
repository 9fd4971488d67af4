import type { ControlSchema } from '../../spec/control.ts';
import type { OperationId } from '../../spec/types.ts';
import { isoDuration } from '../time/times.ts';

/** A scenario as the control API shows it: durations are texts such as `PT2S`. */
type ShownScenario = ControlSchema<'Scenario'>;

/** The effect on a call, instead of, before or after the mock's own work; it has exactly one of the members. */
export interface Effect extends Pick<ShownScenario, 'answer' | 'gateway' | 'perSecond' | 'half' | 'drop' | 'rows'> {
  /** The call takes longer, by a time between these two, in milliseconds of the partition's clock. */
  delay?: { from: number; to: number };
  /** How long the body of the answer takes to come, in the same. */
  dribble?: number;
  /** How much later mail arrives, in the same. */
  lateMail?: number;
}

/** The effects of which one call has at most one each; of several scenarios with the same one, the first counts. */
const exclusive = [
  'answer',
  'gateway',
  'delay',
  'dribble',
  'half',
  'drop',
] as const satisfies readonly (keyof Effect)[];

/** An effect on the calls of one operation, or of all. */
export interface Scenario extends Effect {
  id: string;
  operation?: OperationId;
  /** The operations that it can happen to. */
  reach: readonly OperationId[];
  /** How many more calls it is for; without it, for all. */
  times?: number;
}

/** A scenario as the control API shows it. */
export function showScenario({ delay, dribble, lateMail, reach: _, ...scenario }: Scenario): ShownScenario {
  return {
    ...scenario,
    ...(delay && { delay: { from: isoDuration(delay.from), to: isoDuration(delay.to) } }),
    ...(dribble !== undefined && { dribble: isoDuration(dribble) }),
    ...(lateMail !== undefined && { lateMail: isoDuration(lateMail) }),
  };
}

/** The scenarios of one partition, in the order in which they were switched on. */
export class Scenarios {
  private readonly active = new Map<string, Scenario>();
  private readonly read = new Set<string>();
  /** The second in which calls are counted, for each scenario that counts them. */
  private readonly seconds = new Map<string, { begun: number; calls: number }>();

  list(): Scenario[] {
    return [...this.active.values()];
  }

  add(scenario: Scenario): void {
    this.active.set(scenario.id, scenario);
  }

  /** False when there is none with this id. */
  remove(id: string): boolean {
    this.read.delete(id);
    this.seconds.delete(id);
    return this.active.delete(id);
  }

  clear(): void {
    this.active.clear();
    this.read.clear();
    this.seconds.clear();
  }

  /**
   * The scenarios of one call of an operation at a time in milliseconds: of each kind of effect the one that was switched on first,
   * all that move rows, and those whose rate it exceeds. One that is for a number of calls is used up by them.
   */
  take(operation: OperationId, now: number): Scenario[] {
    const about = this.about(operation);
    if (about.length === 0) return about;
    const first = exclusive.map((kind) => about.find((scenario) => kind in scenario));
    const happening = about.filter((one) => 'rows' in one || first.includes(one) || this.exceeds(one, now));
    for (const scenario of happening) {
      if (scenario.times === undefined) continue;
      scenario.times -= 1;
      if (scenario.times === 0) this.remove(scenario.id);
    }
    return happening;
  }

  /** How much later mail arrives, in milliseconds. */
  get lateness(): number {
    return this.list().find(({ lateMail }) => lateMail !== undefined)?.lateMail ?? 0;
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

  /** Counts a call, and returns whether it is one too many in its second. */
  private exceeds({ id, perSecond }: Scenario, now: number): boolean {
    if (perSecond === undefined) return false;
    const known = this.seconds.get(id);
    const second = known && now - known.begun < 1000 ? known : { begun: now, calls: 0 };
    second.calls += 1;
    this.seconds.set(id, second);
    return second.calls > perSecond;
  }

  private about(operation: OperationId): Scenario[] {
    if (this.active.size === 0) return [];
    return this.list().filter(({ reach }) => reach.includes(operation));
  }
}
