import type { ControlSchema } from '../../spec/control.ts';
import { isoDuration } from '../time/times.ts';

/** Settings of a partition, which can change while the mock runs. */
export interface Settings {
  /** How long a send takes, in milliseconds of the partition's clock. */
  processingTime: number;
  /** Idempotency records at most; a further one is refused with 503. */
  ledgerLimit: number;
  /** Held numbers at most; a reservation beyond is refused with 503. */
  holdLimit: number;
}

/** The settings of a partition at its start. */
export const defaultSettings: Settings = { processingTime: 0, ledgerLimit: 100_000, holdLimit: 100_000 };

/** Settings as the control API shows them: durations are texts such as `PT2S`. */
export function shownSettings({ processingTime, ...limits }: Settings): ControlSchema<'Settings'> {
  return { processingTime: isoDuration(processingTime), ...limits };
}
