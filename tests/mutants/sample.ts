import { grouped } from '../../spec/grouped.ts';
import { randomFrom } from '../random.ts';
import { type Mutant, mutantsOf } from './operators.ts';

/** The code that the tests are to hold: mock, suite, gate and validators, without what is there for tests alone. */
const areas = [/^mock\//, /^conformance\/(suite|report)\//, /^gate\//, /^spec\/validators\.ts$/];
const aside = [/\.test\.ts$/, /(^|\/)testing(\/|\.ts$)/, /^gate\/diff\/table\//, /^mock\/console\/app\//];

export function isMutable(file: string): boolean {
  return areas.some((area) => area.test(file)) && !aside.some((one) => one.test(file));
}

/**
 * Mutants of some files, the same for the same seed and files: one a line, so that long lists of values are not most of them.
 *
 * @param files the files' texts by their names
 */
export function sample(files: ReadonlyMap<string, string>, { seed, count }: { seed: number; count: number }): Mutant[] {
  const mutants = [...files].flatMap(([file, text]) => mutantsOf(file, text));
  const lines = grouped(mutants, ({ file, line }) => `${file}:${line}`);
  const random = randomFrom(seed);
  const order = [...lines.values()].map((mutants) => ({ mutants, rank: random() })).sort((a, b) => a.rank - b.rank);
  return order.slice(0, count).map(({ mutants }) => mutants[Math.floor(random() * mutants.length)] as Mutant);
}
