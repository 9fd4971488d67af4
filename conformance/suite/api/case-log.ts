import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { Rule } from '../../../spec/register.ts';
import { judge as judgeAnswer } from '../../rules/invariants/index.ts';
import { type Assumptions, isFinding, isJudged, judge, worst } from '../outcome/outcome.ts';
import type { SeenVariant } from '../outcome/seen.ts';
import { Signal } from '../outcome/signals.ts';
import type { CaseRecord, Verdict } from '../outcome/verdict.ts';
import { type Answer, MissingInAnswer, type ShownRequest } from '../wire/answer.ts';
import { Disturbance, TargetStopped } from '../wire/disturbance.ts';
import { asFailure, Evidence, evidenceOf, type ReadMail } from './evidence.ts';
import { SeenAnswers } from './seen-answers.ts';

/** The most runs of a part of a case whose exchanges are disturbed; each run has fresh data. */
export const mostAttempts = 3;

/** Runs a part of a case as a step that its runner shows. */
export type ShowStep = <T>(label: string, body: () => Promise<T>) => Promise<T>;

type Part<T> = (entry: T, label: string) => unknown;
type Each<T> = [Part<T>] | [named: string | ((entry: T) => string), Part<T>];

/** Collects the findings of one case, and turns thrown errors into verdicts. */
export class CaseLog {
  private readonly verdicts = new Map<RuleId, Verdict[]>();
  private readonly mismatches = new Map<string, Verdict>();
  private readonly observations: string[] = [];
  /** The names of the steps that run now, the outermost first. */
  private readonly labels: string[] = [];
  /** The steps in which an error was thrown that has ended a part of the case. */
  private readonly thrownIn = new Map<unknown, readonly string[]>();
  private readonly evidence = new Evidence();
  private readonly seen = new SeenAnswers();
  /** In how many answers an invariant showed. */
  private readonly shown = new Map<RuleId, number>();
  private wasAccepted = false;
  /** Rules with a verdict from after an exchange was disturbed. */
  private readonly unsure = new Set<RuleId>();
  private firstDisturbance: Disturbance | undefined;
  private isCutShort = false;
  /** The error by which an assertion first failed. */
  failure: unknown;

  constructor(
    private readonly rules: ReadonlyMap<RuleId, Rule>,
    private readonly ids: readonly RuleId[],
    private readonly assumptions: Assumptions,
    private readonly showStep: ShowStep = (_, body) => body(),
    /** It sends requests for the invariants, and checks nothing itself. */
    private readonly isProbe = false,
  ) {}

  /** Adds an answer as evidence, counts the invariants that it shows, and charges its mismatches to the rules that own them. */
  answered(answer: Answer): void {
    this.evidence.add(answer);
    const { shown, broken } = judgeAnswer(answer);
    for (const id of shown) this.shown.set(id, (this.shown.get(id) ?? 0) + 1);
    this.wasAccepted ||= answer.accepted;
    this.seen.add(
      answer,
      broken.some(({ rule }) => this.isOfSource(rule)),
    );
    for (const { rule: id, expected, actual } of broken) {
      const rule = this.rules.get(id);
      const key = `${id} ${answer.operation} ${answer.status} ${expected}`;
      if (!rule || this.mismatches.has(key)) continue;
      const outcome = judge(rule, this.assumptions);
      this.mismatches.set(key, { rule: id, outcome, expected, actual, ...this.evidence.of(answer) });
    }
  }

  /** The answer to a request is not known: later findings of the case may come of that. */
  disturbed(disturbance: Disturbance, request?: ShownRequest): void {
    this.firstDisturbance ??= disturbance;
    const failedAt = new Date().toISOString();
    if (request) this.evidence.add({ request, failure: disturbance.message, failedAt });
  }

  /** Adds a delivered mail as evidence. */
  read(mail: ReadMail): void {
    this.evidence.add(mail);
  }

  /** The first disturbance of the case. */
  get disturbance(): Disturbance | undefined {
    return this.firstDisturbance;
  }

  /** The verdict on a rule, and whether it was found before any disturbance. */
  verdictOn(id: RuleId): { verdict: Verdict; isSure: boolean } | undefined {
    const of = this.verdicts.get(id);
    return of && { verdict: this.summary(of), isSure: !this.unsure.has(id) };
  }

  /** Reports an observation where nothing is judged. */
  observe(text: string): void {
    this.observations.push(text);
  }

  /** Reports the target's choice where the source leaves one. */
  chose(name: string, word: string | number): void {
    if (!this.firstDisturbance) this.seen.choices[name] = word;
  }

  /** Reports if the target treats a derived request as the contract does. */
  compared({ path, about, isAsContract }: SeenVariant): void {
    if (!this.firstDisturbance) this.seen.variants.push({ path, about, isAsContract });
  }

  /** Runs the case: assertions outside of all checks are about its first rule. */
  async run(body: () => Promise<void> | void): Promise<void> {
    const [first] = this.ids;
    let held = false;
    try {
      await body();
      held = true;
    } finally {
      if (first) this.noteJudged(first, held);
    }
  }

  /**
   * Checks one of the declared rules without ending the case; returns whether it held. The evidence is the answer that a matcher judged,
   * else the answer or mail given here, else what came last.
   */
  check(id: RuleId, body: () => void): boolean;
  check(id: RuleId, body: () => Promise<void>): Promise<boolean>;
  check(id: RuleId, evidence: object, body: () => void): boolean;
  check(id: RuleId, ...rest: [() => void | Promise<void>] | [object, () => void]): boolean | Promise<boolean> {
    if (!this.ids.includes(id)) throw new Error(`case bug: ${id} is checked, but the case is not declared for it`);
    const [evidence, body] = rest.length === 2 ? rest : [undefined, rest[0]];
    const passed = (): boolean => {
      this.add(id, { outcome: 'pass' });
      return this.noteJudged(id, true);
    };
    const broken = (error: unknown): boolean => {
      // The step that it belongs to is run anew.
      if (error instanceof Disturbance && this.labels.length > 0) throw error;
      this.add(id, this.verdictOf(id, error, evidence));
      return this.noteJudged(id, false);
    };
    try {
      const running = body();
      return running instanceof Promise ? running.then(passed, broken) : passed();
    } catch (error) {
      return broken(error);
    }
  }

  /** Names a part of the case; its failures carry the name. It is run anew as `again` does. */
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

  /** A step for each entry: of a table under its name, of a list under its JSON, after some words, or by a function. */
  each<T>(table: Readonly<Record<string, T>>, part: Part<T>): Promise<void>;
  each<T>(list: readonly T[], part: Part<T>): Promise<void>;
  each<T>(list: readonly T[], named: string | ((entry: T) => string), part: Part<T>): Promise<void>;
  async each<T>(entries: readonly T[] | Readonly<Record<string, T>>, ...rest: Each<T>): Promise<void> {
    const [named, work] = rest.length === 2 ? rest : ['', rest[0]];
    const nameOf = typeof named === 'function' ? named : (entry: T) => named + JSON.stringify(entry);
    for (const [name, entry] of Object.entries(entries) as [string, T][]) {
      const label = Array.isArray(entries) ? nameOf(entry) : name;
      await this.step(label, () => work(entry, label));
    }
  }

  /** Runs a part that makes its own data, or changes nothing; it is run anew when an exchange in it was disturbed. */
  async again<T>(body: () => Promise<T> | T): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const before = this.firstDisturbance;
      try {
        return await body();
      } catch (error) {
        if (!(error instanceof Disturbance) || attempt === mostAttempts) throw error;
        this.firstDisturbance = before;
      }
    }
  }

  /** Ends the case, by an error or not: every rule without a verdict gets one. */
  end(error?: unknown): void {
    const [first] = this.ids;
    const open = this.ids.filter((id) => !this.verdicts.has(id));
    if (error !== undefined && first) {
      const verdict = this.verdictOf(first, error);
      const note = `not reached, because a check of ${first} failed before`;
      const others = isJudged(verdict.outcome) ? ({ outcome: 'blocked', note } as const) : verdict;
      const isFirst = isJudged(verdict.outcome) || open.length === 0 || open.includes(first);
      if (isFirst) this.add(first, verdict);
      for (const id of open) if (id !== first) this.add(id, others);
      return;
    }
    const untouched = this.isProbe
      ? ({ outcome: 'notApplicable', note: 'no answer shows anything that the rule is about' } as const)
      : undefined;
    for (const id of open) {
      const note = `case bug: the case is declared for ${id} and never checks it`;
      this.add(id, untouched ?? (this.ids.length === 1 ? { outcome: 'pass' } : { outcome: 'error', note }));
    }
  }

  record(title: string): CaseRecord {
    return {
      title,
      verdicts: [...this.verdicts.values()].map((of) => this.summary(of)),
      mismatches: [...this.mismatches.values()],
      // A target that refuses everything shows nothing.
      shown: this.wasAccepted ? Object.fromEntries(this.shown) : {},
      ...(this.isProbe && { isProbe: true }),
      ...(this.isCutShort && { isCutShort: true }),
      seen: this.seen.seen,
    };
  }

  /** Every declared rule gets this outcome. */
  all(outcome: Verdict['outcome'], note: string): void {
    for (const id of this.ids) this.add(id, { outcome, note });
  }

  private isOfSource(id: RuleId): boolean {
    const rule = this.rules.get(id);
    return rule !== undefined && judge(rule, 'warn') === 'fail';
  }

  /** Notes the answers that a check judged, unless they may come of a disturbance; returns whether the check held. */
  private noteJudged(id: RuleId, held: boolean): boolean {
    this.seen.judge(this.firstDisturbance ? undefined : id, !held && this.isOfSource(id));
    return held;
  }

  private verdictOf(id: RuleId | undefined, error: unknown, evidence?: object): Omit<Verdict, 'rule'> {
    const labels = this.thrownIn.get(error) ?? this.labels;
    const label = labels.length > 0 ? `${labels.join(', ')}: ` : '';
    this.thrownIn.delete(error);
    if (error instanceof Disturbance) this.disturbed(error);
    if (error instanceof TargetStopped) this.isCutShort = true;
    const trace = this.evidence.about(evidenceOf(error) ?? evidence);
    if (error instanceof Signal) {
      const { outcome, forNow } = error;
      return { outcome, note: label + error.message, ...(forNow !== undefined && { forNow }), ...trace };
    }
    const failure = asFailure(error);
    this.failure ??= error;
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const [mismatch] = this.mismatches.values();
    const lacksMember = error instanceof MissingInAnswer && error.answer.accepted;
    if (mismatch && mismatch.rule !== id && (!failure || lacksMember)) {
      const note = `an answer lacks what the case reads (${message}), see ${mismatch.rule}: expected ${mismatch.expected}`;
      return { outcome: 'blocked', note: label + note, ...trace };
    }
    if (!failure) {
      const place = placeIn(error);
      return {
        outcome: 'error',
        note: `${label}the case itself broke: ${message}${place && ` at ${place}`}`,
        ...trace,
      };
    }
    const rule = id && this.rules.get(id);
    const outcome = rule ? judge(rule, this.assumptions) : 'error';
    const observed = outcome === 'pass' && { note: `observed otherwise: ${failure.actual}` };
    return { outcome, expected: label + failure.expected, actual: failure.actual, ...observed, ...trace };
  }

  private add(id: RuleId, verdict: Omit<Verdict, 'rule'>): void {
    if (this.firstDisturbance) this.unsure.add(id);
    this.verdicts.set(id, [...(this.verdicts.get(id) ?? []), { rule: id, ...verdict }]);
  }

  /** The worst of several verdicts about one rule, with the number of equal ones. */
  private summary(of: Verdict[]): Verdict {
    const outcome = worst(of.map((verdict) => verdict.outcome));
    const equal = of.filter((verdict) => verdict.outcome === outcome);
    const { ...verdict } = equal.find(({ note }) => note) ?? equal[0];
    if (equal.length > 1 && outcome !== 'pass')
      verdict.actual = `${verdict.actual ?? ''} (and ${equal.length - 1} more)`;
    const notes = [verdict.note, ...this.observations].filter((note) => note !== undefined);
    if (notes.length > 0) verdict.note = notes.join('; ');
    const { exchanges } = isFinding(outcome) ? this.evidence : { exchanges: [] };
    return { ...verdict, ...(exchanges.length > 0 && { exchanges }) } as Verdict;
  }
}

/** The place of an error in the rules files, such as `conformance/rules/errors.spec.ts:12:3`; empty when it is elsewhere. */
function placeIn(error: unknown): string {
  const { stack = '' } = error instanceof Error ? error : {};
  return /conformance\/rules\/[^)\n]+/.exec(stack)?.[0] ?? '';
}
