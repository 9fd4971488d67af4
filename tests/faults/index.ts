import type { Fault } from './fault.ts';
import { faults as retrieval } from './lists.faults.ts';

/** Every fault, in the order of the register's concerns. */
export const faults: readonly Fault[] = [...retrieval];
