import { pointerSteps } from '../pointer.ts';

/** A status is a name though it looks like a number; no list of a contract is as long. */
const INDEX = /^\d{1,2}$/;

/** A JSON pointer into a contract as the JSONPath that leads to the same place. */
export function jsonPath(pointer: string): string {
  return `$${pointerSteps(pointer)
    .map((step) => (INDEX.test(step) ? `[${step}]` : `['${step.replaceAll("'", "\\'")}']`))
    .join('')}`;
}
