import type { Difference } from '../../spec/deployment/compare.ts';
import type { Deployment } from '../../spec/deployment/deployment.ts';
import { deploymentFlaws } from '../../spec/deployment/read.ts';
import type { ContractDocument } from '../../spec/document.ts';
import { atPointer, pointerSteps } from '../../spec/pointer.ts';
import type { NotedExchange } from '../suite/run/noted-exchanges.ts';
import type { Counterpart } from './asked/counterpart.ts';
import { difference } from './asked/likeness.ts';
import type { Pair } from './asked/pair.ts';
import { atTheMock } from './choices/choices.ts';

/** What changes are looked for with. */
interface Known {
  mock: Pick<Counterpart, 'repeat'>;
  document: ContractDocument;
  /** What was settled before. */
  then: Deployment;
}

/**
 * What a run shows of changes: the exchanges that our mock answers otherwise than the target as it was settled before, and alike as it is
 * settled now. What else is settled otherwise now was seen less of.
 */
export class Changes {
  private constructor(
    private readonly exchanges: readonly NotedExchange[],
    private readonly changed: ReadonlySet<NotedExchange>,
    private readonly now: Deployment,
    private readonly known: Known,
  ) {}

  /** Reads the changes from what our mock answered as it was settled `then`. */
  static async seen(pairs: readonly Pair[], now: Deployment, known: Known): Promise<Changes> {
    const before = pairs.filter((pair) => difference(pair) !== undefined).map(({ seen }) => seen);
    const asNow = await known.mock.repeat(inCasesOf(before, pairs), atTheMock(now));
    const alike = new Set(asNow.filter((pair) => difference(pair) === undefined).map(({ seen }) => seen));
    const changed = before.filter((seen) => alike.has(seen));
    return new Changes(inCasesOf(changed, pairs), new Set(changed), now, known);
  }

  /** Whether one of the exchanges is answered otherwise again where this alone is as it was. What can't be compared is taken for a change. */
  async show({ pointer, was }: Difference): Promise<boolean> {
    if (isOfData(pointer)) return true;
    const { mock, document, then } = this.known;
    const asBefore = withValue(
      this.now,
      pointer,
      atPointer(then, pointer) ?? (pointer.startsWith('/refusals/') ? was : undefined),
    );
    if (deploymentFlaws(asBefore, document).length > 0) return true;
    const pairs = await mock.repeat(this.exchanges, atTheMock(asBefore));
    return pairs.some((pair) => this.changed.has(pair.seen) && difference(pair) !== undefined);
  }
}

/** Choices and items of lists show in data, which are each side's own, and headers are not compared. */
function isOfData(pointer: string): boolean {
  const [kind, , field, path = ''] = pointerSteps(pointer);
  const isOfAnswer = kind === 'answers' && (/^locat/.test(field ?? '') || path.startsWith('/data/*'));
  return kind === 'choices' || kind === 'documentTypes' || isOfAnswer;
}

/** The exchanges of all cases in which some are. */
function inCasesOf(some: readonly NotedExchange[], pairs: readonly Pair[]): NotedExchange[] {
  const cases = new Set(some.map((seen) => seen.case));
  return pairs.map(({ seen }) => seen).filter((seen) => cases.has(seen.case));
}

type Node = Record<string, unknown>;

/** A deployment that says this at a pointer, or nothing. */
function withValue(deployment: Deployment, pointer: string, value: unknown): Deployment {
  const copy = structuredClone(deployment);
  const steps = pointerSteps(pointer);
  const last = steps.pop() ?? '';
  let holder = copy as unknown as Node;
  for (const step of steps) {
    holder[step] ??= {};
    holder = holder[step] as Node;
  }
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}
