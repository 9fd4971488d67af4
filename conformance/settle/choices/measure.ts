import type { Choices } from '../../../spec/generated/choices.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';

/** Reads a choice from exchanges; undefined when they say nothing of it. */
type Measure<Name extends keyof Choices> = (exchanges: readonly NotedExchange[]) => Choices[Name] | undefined;

/** How choices are read from exchanges, by their names. */
export type Measures = { [Name in keyof Choices]?: Measure<Name> };

/** Reads a choice from each exchange alone; one that they show in two ways is not known. */
export function each<Value>(
  measure: (seen: NotedExchange) => Value | undefined,
): (exchanges: readonly NotedExchange[]) => Value | undefined {
  return (exchanges) => {
    const values = new Set(exchanges.map(measure).filter((value) => value !== undefined));
    return values.size === 1 ? [...values][0] : undefined;
  };
}
