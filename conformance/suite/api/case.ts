import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { SeenVariant } from '../outcome/seen.ts';
import type { Target } from '../target/target.ts';
import type { TargetTime } from '../target/time.ts';
import type { Answer } from '../wire/answer.ts';
import type { Client, EmailRequest } from './client.ts';
import type { Control } from './control.ts';
import type { Mailbox } from './mailbox.ts';
import type { Asked, Numbers } from './numbers.ts';
import type { Unique } from './unique.ts';

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

/** Everything that the body of a case is given. */
export interface Case {
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
  /** Reserves so many numbers that nobody holds, trying other ones where some are held from before. */
  reserve(count?: number): Promise<Asked>;
  /** The seed of the run, for generated data. */
  seed: number;
  /** A precondition: an answer has to be a success, a promise has to hold; otherwise the case is blocked. */
  mustSucceed<T>(result: T | Promise<T>, label?: string): Promise<T>;
  /**
   * Checks one of the declared rules without ending the case; returns whether it held. The evidence is the answer that a matcher
   * judged, else the answer or mail given here, else what came last.
   */
  check(id: RuleId, assertions: () => void): boolean;
  check(id: RuleId, assertions: () => Promise<void>): Promise<boolean>;
  check(id: RuleId, evidence: object, assertions: () => void): boolean;
  /** Names a part of the case; its failures carry the name. It is run anew as `again` does. */
  step<T>(label: string, part: () => Promise<T> | T): Promise<T>;
  /** A step for each entry: of a table under its name, of a list under what it is in JSON, after some words, or by a function. */
  each<T>(table: Readonly<Record<string, T>>, part: (entry: T, label: string) => unknown): Promise<void>;
  each<T>(list: readonly T[], part: (entry: T, label: string) => unknown): Promise<void>;
  each<T>(list: readonly T[], named: string | ((entry: T) => string), part: (entry: T) => unknown): Promise<void>;
  /**
   * Sends a request until its answer meets the condition (by default: it is no 404), as a change need not show at once; returns the last
   * answer when the wait of the profile is over.
   */
  eventually<A extends Answer>(ask: () => Promise<A>, isShown?: (answer: A) => boolean): Promise<A>;
  /** Waits until a change that should not have happened would show. */
  settle(): Promise<void>;
  /** Runs a part that makes its own data, or changes nothing; it is run anew when somebody else than the service answered in it. */
  again<T>(part: () => Promise<T> | T): Promise<T>;
  /** Reports the target's choice where the source leaves one. */
  chose(name: string, word: string | number): void;
  /** Reports whether the target treats a derived request as the contract does. */
  compared(variant: SeenVariant): void;
  /** Reports what was seen where nothing is judged. */
  observe(text: string): void;
  blocked(reason: string): never;
  inconclusive(reason: string): never;
  notApplicable(reason: string): never;
}
