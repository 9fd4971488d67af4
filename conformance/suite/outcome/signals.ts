import { accessSync, constants, mkdirSync } from 'node:fs';

/** Thrown to end a case (or one check of it) with an outcome that is neither a pass nor a failure. */
export class Signal extends Error {
  override name = 'Signal';
  constructor(
    readonly outcome: 'blocked' | 'outOfScope' | 'inconclusive' | 'notApplicable' | 'error',
    reason: string,
    /** Why the outcome is temporary, with the time at which it ends. */
    readonly forNow?: string,
  ) {
    super(reason);
  }
}

/** Ends a case, or a check of it. */
type End = (reason: string) => never;

const ending =
  (outcome: Signal['outcome']): End =>
  (reason) => {
    throw new Signal(outcome, reason);
  };

/** A precondition is missing; the reason says what unblocks it. */
export const blocked: End = ending('blocked');

/** A precondition is missing until a known time; `forNow` is the short reason. */
export function blockedForNow(reason: string, forNow: string): never {
  throw new Signal('blocked', reason, forNow);
}

/** The target moved under the case, or its data does not allow a verdict this time. */
export const inconclusive: End = ending('inconclusive');

/** The rule does not apply to this target. */
export const notApplicable: End = ending('notApplicable');

/** The network or the harness broke: the outcome is not about the target. */
export const harnessError: End = ending('error');

/** A wrong command line or profile, or a target that can't be tested: one line, exit code 2. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

/** Makes a folder for writing. Throws a ConfigurationError where that fails, by the code of the error. */
export function makeFolder(directory: string, refusal: (code: string) => string): void {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
  } catch (error) {
    throw new ConfigurationError(refusal(String((error as NodeJS.ErrnoException).code)));
  }
}
