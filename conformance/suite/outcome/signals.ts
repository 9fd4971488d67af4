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

/** A precondition is missing; the reason says what unblocks it. */
export function blocked(reason: string): never {
  throw new Signal('blocked', reason);
}

/** A precondition is missing until a time that is known, as `forNow` says in short. */
export function blockedForNow(reason: string, forNow: string): never {
  throw new Signal('blocked', reason, forNow);
}

/** The target moved under the case, or its data does not allow a verdict this time. */
export function inconclusive(reason: string): never {
  throw new Signal('inconclusive', reason);
}

/** The rule says nothing about this target. */
export function notApplicable(reason: string): never {
  throw new Signal('notApplicable', reason);
}

/** The network or the harness broke: nothing is learned about the target's behaviour. */
export function harnessError(reason: string): never {
  throw new Signal('error', reason);
}

/** A wrong command line or profile, or a target that can't be tested: one line, exit code 2. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}
