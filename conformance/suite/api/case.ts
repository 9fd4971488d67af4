import type { TargetTime } from '../target/clock.ts';
import type { Target } from '../target/target.ts';
import type { CaseLog } from './case-log.ts';
import type { Client, EmailRequest } from './client.ts';
import type { Control } from './control.ts';
import type { Mailbox } from './mailbox.ts';
import type { Asked, Numbers } from './numbers.ts';
import type { Unique } from './unique.ts';
import type { Waiting } from './waiting.ts';

/** The body of a case. */
export type Body = (t: Case) => Promise<void> | void;

/** Properties of a case. */
export interface CaseOptions {
  /** The needs of the case, where they are fewer or more than those of its rules in the register. */
  needs?: readonly string[];
  /** Left out with `--quick`: a second look at a rule, or a long one. */
  thorough?: boolean;
  /** Left out with `--quick`: made from the document, not written by hand. */
  derived?: boolean;
  /** It sends plain requests, whose answers the invariants judge. */
  isProbe?: boolean;
  /** It shows a choice of the target: left out unless a deployment file is written or compared. */
  choice?: boolean;
}

/** Makes bodies of sends that any target accepts; overrides may be anything, and `undefined` leaves a member out. */
export interface EmailMaker {
  /** A sandbox send to one made-up recipient: safe, as nothing is delivered. */
  (overrides?: Record<string, unknown>): EmailRequest;
  /** The same without `sandbox_mode`: mail is really sent. Only for rules about delivered mail or real sends. */
  real(overrides?: Record<string, unknown>): EmailRequest;
}

type OfLog = 'check' | 'step' | 'each' | 'again' | 'observe' | 'chose' | 'compared';

/** Everything that the body of a case is given. */
export interface Case extends Pick<CaseLog, OfLog>, Pick<Waiting, 'eventually' | 'settle'> {
  /** The client with the primary account's token; `api.as('other')` has another's. */
  api: Client;
  target: Target;
  unique: Unique;
  email: EmailMaker;
  mailbox: Mailbox;
  /** The mock's clock and holds. Reading it gives the case a copy of the state to itself. */
  control: Control;
  /** The target's time: `time.in('PT1H')`, `time.ago('P1D')`. */
  time: TargetTime;
  /** The one notification that may be changed, and one of another account. */
  notification: { id: string; foreignId: string };
  numbers: Numbers;
  /** Reserves a count of free numbers; those that an earlier run holds are replaced. */
  reserve(count?: number): Promise<Asked>;
  /** The seed of the run, for generated data. */
  seed: number;
  /** A precondition: an answer has to be a success, a promise has to hold; otherwise the case is blocked. */
  mustSucceed<T>(result: T | Promise<T>, label?: string): Promise<T>;
  blocked(reason: string): never;
  inconclusive(reason: string): never;
  notApplicable(reason: string): never;
}
