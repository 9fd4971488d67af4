import type { Choices } from '../../../spec/generated/choices.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { Rule } from '../../../spec/register.ts';
import { judge as judgeAnswer } from '../../rules/invariants/index.ts';
import { type Assumptions, isJudged, judge, Signal, type Verdict } from '../outcome/outcome.ts';
import type { SeenVariant } from '../outcome/seen.ts';
import { Answer, MissingInAnswer } from '../wire/answer.ts';
import type { Mismatch } from '../wire/contract.ts';
import type { ShownRequest } from '../wire/curl.ts';
import { Disturbance, TargetStopped } from '../wire/disturbance.ts';
import { type Entry, findJudged, toFailure, traceEvidence } from './failure.ts';
import type { ReadMail } from './mailbox.ts';

/** The most attempts at a disturbed part of a case; each has fresh data. */
export const mostAttempts = 3;

/** Runs a part of a case as a visible step. */
export type ShowStep = <T>(label: string, body: () => Promise<T>) => Promise<T>;

/** A verdict; `isSure` if nothing was disturbed before. */
interface Finding {
  verdict: Verdict;
  isSure: boolean;
}

type Part<T> = (entry: T, label: string) => unknown;
type Each<T> = [Part<T>] | [named: string | ((entry: T) => string), Part<T>];

/** The answers and findings of an attempt, in order. `foldAttempts` makes attempts into a record. */
export class CaseLog {
  readonly begunAt = performance.now();
  readonly entries: Entry[] = [];
  readonly findings: Finding[] = [];
  readonly mismatches: Mismatch[] = [];
  /** Invariants that the answers exercised. */
  readonly shown: RuleId[] = [];
  readonly observations: string[] = [];
  /** The target's own choices, by name. */
  readonly choices: Record<string, string | number> = {};
  readonly variants: SeenVariant[] = [];
  /** The first disturbance, or the one that ended a check; it may have caused later findings. */
  disturbance: Disturbance | undefined;
  isCutShort = false;
  /** The first failed assertion. */
  failure: unknown;
  /** Labels of the running steps, outermost first. */
  private readonly labels: string[] = [];
  /** The labels of the steps that threw an error. */
  private readonly thrownIn = new Map<unknown, readonly string[]>();

  constructor(
    private readonly rules: ReadonlyMap<RuleId, Rule>,
    readonly ids: readonly RuleId[],
    readonly assumptions: Assumptions,
    private readonly showStep: ShowStep = (_, body) => body(),
    /** True for a case that only exercises invariants. */
    readonly isProbe = false,
  ) {}

  /** Adds an answer with its invariants and mismatches. */
  addAnswer(answer: Answer): void {
    this.entries.push(answer);
    const { shown, broken } = judgeAnswer(answer);
    this.shown.push(...shown);
    this.mismatches.push(...broken.filter(({ rule }) => this.rules.has(rule)));
  }

  addDisturbance(disturbance: Disturbance, request?: ShownRequest): void {
    this.disturbance ??= disturbance;
    if (request) this.entries.push({ request, failure: disturbance.message, failedAt: new Date().toISOString() });
  }

  addMail(mail: ReadMail): void {
    this.entries.push(mail);
  }

  /** Reports an observation if nothing is judged. */
  observe(text: string): void {
    this.observations.push(text);
  }

  /** Reports the target's choice where the source leaves one, if an answer shows it. */
  addChoice<Name extends keyof Choices>(name: Name, word: Choices[Name] | undefined): void {
    this.addWord(name, word);
  }

  /** Reports the target's word in the place of the contract's, by schema and word of the contract. */
  addWord(name: string, word: unknown): void {
    if (typeof word === 'string' || typeof word === 'number') this.choices[name] = word;
  }

  /** Reports if the target treats a derived request as the contract does. */
  addVariant({ path, about, isAsContract }: SeenVariant): void {
    this.variants.push({ path, about, isAsContract });
  }

  /** The outcome of a broken rule. */
  judgeBrokenRule(id: RuleId, assumptions = this.assumptions) {
    const rule = this.rules.get(id);
    return rule ? judge(rule, assumptions) : 'error';
  }

  /** Runs the case. Assertions outside checks judge its first rule. Every rule gets a verdict. */
  async run(body: () => Promise<void> | void): Promise<void> {
    try {
      await body();
      this.assign(this.ids[0], true);
      this.end();
    } catch (error) {
      this.assign(this.ids[0], false);
      this.end(error);
    }
  }

  /** Checks a declared rule and continues; true if it held. */
  check(id: RuleId, body: () => void): boolean;
  check(id: RuleId, body: () => Promise<void>): Promise<boolean>;
  check(id: RuleId, body: () => void | Promise<void>): boolean | Promise<boolean> {
    if (!this.ids.includes(id)) throw new Error(`case bug: ${id} is checked, but the case is not declared for it`);
    const passed = (): boolean => {
      this.add(id, { outcome: 'pass' });
      return this.assign(id, true);
    };
    const broken = (error: unknown): boolean => {
      // Its step is repeated.
      if (error instanceof Disturbance && this.labels.length > 0) throw error;
      this.add(id, this.judgeError(id, error));
      return this.assign(id, false);
    };
    try {
      const running = body();
      return running instanceof Promise ? running.then(passed, broken) : passed();
    } catch (error) {
      return broken(error);
    }
  }

  /** Names a part of the case in its failures, and repeats it like `again`. */
  async step<T>(label: string, body: () => Promise<T> | T): Promise<T> {
    this.labels.push(label);
    try {
      return await this.showStep(label, () => this.again(body));
    } catch (error) {
      if (!this.thrownIn.has(error)) this.thrownIn.set(error, [...this.labels]);
      throw error;
    } finally {
      this.labels.pop();
    }
  }

  /** A step for each entry, named by its key, its JSON after a prefix, or a function. */
  each<T>(table: Readonly<Record<string, T>>, part: Part<T>): Promise<void>;
  each<T>(list: readonly T[], part: Part<T>): Promise<void>;
  each<T>(list: readonly T[], named: string | ((entry: T) => string), part: Part<T>): Promise<void>;
  async each<T>(entries: readonly T[] | Readonly<Record<string, T>>, ...rest: Each<T>): Promise<void> {
    const [named, work] = rest.length === 2 ? rest : ['', rest[0]];
    const nameOf = typeof named === 'function' ? named : (entry: T) => named + (JSON.stringify(entry) ?? 'nothing');
    for (const [name, entry] of Object.entries(entries) as [string, T][]) {
      const label = Array.isArray(entries) ? nameOf(entry) : name;
      try {
        await this.step(label, () => work(entry, label));
      } catch (error) {
        // The other entries may be within the scope.
        if (!(error instanceof Signal) || error.outcome !== 'outOfScope') throw error;
        this.judgeAll('outOfScope', error.message);
      }
    }
  }

  /** Runs a part, and repeats it if disturbed. It makes its own data or changes nothing. */
  async again<T>(body: () => Promise<T> | T): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await body();
      } catch (error) {
        if (!(error instanceof Disturbance) || attempt === mostAttempts) throw error;
        // Parallel parts have disturbances of their own.
        if (this.disturbance === error) this.disturbance = undefined;
      }
    }
  }

  /** Ends the case, by an error or not: every rule without a verdict gets one. */
  end(error?: unknown): void {
    const [first] = this.ids;
    const open = this.ids.filter((id) => !this.findings.some(({ verdict }) => verdict.rule === id));
    if (error !== undefined && first) {
      const verdict = this.judgeError(first, error);
      const note = `not reached, because a check of ${first} failed before`;
      const others = isJudged(verdict.outcome) ? ({ outcome: 'blocked', note } as const) : verdict;
      if (isJudged(verdict.outcome) || open.length === 0 || open.includes(first)) this.add(first, verdict);
      for (const id of open) if (id !== first) this.add(id, others);
      return;
    }
    for (const id of open) {
      if (this.isProbe) this.add(id, { outcome: 'notApplicable', note: 'no answer exercises the rule' });
      else if (this.ids.length === 1) this.add(id, { outcome: 'pass' });
      else this.add(id, { outcome: 'error', note: `case bug: the case is declared for ${id} and never checks it` });
    }
  }

  /** Every declared rule gets this outcome. */
  judgeAll(outcome: Verdict['outcome'], note: string): void {
    for (const id of this.ids) this.add(id, { outcome, note });
  }

  /** Assigns the matchers since the last check to a rule. */
  private assign(rule: RuleId | undefined, held: boolean): boolean {
    for (const entry of this.entries) {
      if (!(entry instanceof Answer)) continue;
      for (const expectation of entry.expectations) if (rule) expectation.check ??= { rule, held };
    }
    return held;
  }

  private judgeError(id: RuleId, error: unknown): Omit<Verdict, 'rule'> {
    const labels = this.thrownIn.get(error) ?? this.labels;
    const label = labels.length > 0 ? `${labels.join(', ')}: ` : '';
    if (error instanceof Disturbance) this.disturbance = error;
    if (error instanceof TargetStopped) this.isCutShort = true;
    return { ...this.explain(id, error, label), ...traceEvidence(this.entries, findJudged(error)) };
  }

  private explain(id: RuleId, error: unknown, label: string): Omit<Verdict, 'rule'> {
    if (error instanceof Signal) return { outcome: error.outcome, note: label + error.message };
    const failure = toFailure(error);
    this.failure ??= error;
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const [mismatch] = this.mismatches;
    const lacksMember = error instanceof MissingInAnswer && error.answer.accepted;
    if (mismatch && mismatch.rule !== id && (!failure || lacksMember)) {
      const note = `an answer lacks a member (${message}), see ${mismatch.rule}: expected ${mismatch.expected}`;
      return { outcome: 'blocked', note: label + note };
    }
    if (!failure) return { outcome: 'error', note: `${label}the case itself broke: ${message}${findPlace(error)}` };
    const outcome = this.judgeBrokenRule(id);
    const observed = outcome === 'pass' && { note: `observed instead: ${failure.actual}` };
    return { outcome, expected: label + failure.expected, actual: failure.actual, ...observed };
  }

  private add(rule: RuleId, verdict: Omit<Verdict, 'rule'>): void {
    this.findings.push({ verdict: { rule, ...verdict }, isSure: !this.disturbance });
  }
}

/** The place of an error in the rules files, such as ` at conformance/rules/errors.spec.ts:12:3`; empty when it is elsewhere. */
function findPlace(error: unknown): string {
  const { stack = '' } = error instanceof Error ? error : {};
  const [place] = /conformance\/rules\/[^)\n]+/.exec(stack) ?? [];
  return place ? ` at ${place}` : '';
}
