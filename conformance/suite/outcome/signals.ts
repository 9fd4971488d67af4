/** Thrown to end a case (or one check of it) with an outcome that is neither a pass nor a failure. */
export class Signal extends Error {
  override name = 'Signal';
  constructor(
    readonly outcome: 'blocked' | 'outOfScope' | 'inconclusive' | 'notApplicable' | 'error',
    reason: string,
    /** Why it is so for now only, with the time from which it is not. */
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

/** A precondition is missing until a time that is known, as `forNow` says in short. */
export function blockedForNow(reason: string, forNow: string): never {
  throw new Signal('blocked', reason, forNow);
}

/** The target moved under the case, or its data does not allow a verdict this time. */
export const inconclusive: End = ending('inconclusive');

/** The rule says nothing about this target. */
export const notApplicable: End = ending('notApplicable');

/** The network or the harness broke: nothing is learned about the target's behaviour. */
export const harnessError: End = ending('error');

/** A wrong command line or profile, or a target that can't be tested: one line, exit code 2. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}
