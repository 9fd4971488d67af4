import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { Rule } from '../../../spec/register.ts';
import { judge as judgeAnswer } from '../../rules/invariants/index.ts';
import { collectJudged, type JudgedAnswer } from '../api/expect.ts';
import { type Assumptions, isFinding, judge, worst } from '../outcome/outcome.ts';
import type { SeenVariant } from '../outcome/seen.ts';
import { Signal } from '../outcome/signals.ts';
import type { CaseRecord, Took, Verdict } from '../outcome/verdict.ts';
import type { ShownRequest } from '../wire/answer.ts';
import { type Answer, MissingInAnswer } from '../wire/answer.ts';
import { Disturbance, TargetStopped } from '../wire/disturbance.ts';
import { asFailure, Evidence, evidenceOf, type ReadMail } from './evidence.ts';
import { SeenAnswers } from './seen-answers.ts';

/** A case, or a part of one, in which an exchange was disturbed is run anew with fresh data, until it has been run so often. */
export const mostAttempts = 3;

/** Runs a part of a case as a step that its runner shows. */
export type ShowStep = <T>(label: string, body: () => Promise<T>) => Promise<T>;

type Work<T> = (entry: T, label: string) => unknown;
/** What is done with each entry, and before that how those of a list are called. */
type Each<T> = [Work<T>] | [named: string | ((entry: T) => string), Work<T>];

/** Collects what one case finds out, and turns thrown errors into verdicts. */
export class CaseLog {
  private readonly verdicts = new Map<RuleId, Verdict[]>();
  private readonly mismatches = new Map<string, Verdict>();
  private readonly observations: string[] = [];
  /** The names of the parts that run now, the outermost first. */
  private readonly labels: string[] = [];
  /** Where in the case an error was thrown that has ended a part of it. */
  private readonly thrownIn = new Map<unknown, readonly string[]>();
  private readonly evidence = new Evidence();
  private readonly seen = new SeenAnswers();
  /** In how many answers an invariant showed. */
  private readonly shown = new Map<RuleId, number>();
  private wasAccepted = false;
  /** Rules of which something was said after an exchange had been disturbed. */
  private readonly unsure = new Set<RuleId>();
  private firstDisturbance: Disturbance | undefined;
  private isCutShort = false;
  private longest: Took | undefined;
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

  /** Keeps the answer as evidence, counts the invariants that it shows something of, and charges what is wrong to the rules that own it. */
  answered(answer: Answer): void {
    this.evidence.add(answer);
    const { shown, broken } = judgeAnswer(answer);
    for (const id of shown) this.shown.set(id, (this.shown.get(id) ?? 0) + 1);
    this.wasAccepted ||= answer.accepted;
    if (answer.accepted) this.seen.addSuccess(answer);
    if (broken.some(({ rule }) => this.isOfSource(rule))) this.seen.addBroken(answer);
    for (const { rule: id, expected, actual } of broken) {
      const rule = this.rules.get(id);
      const key = `${id} ${answer.operation} ${answer.status} ${expected}`;
      if (!rule || this.mismatches.has(key)) continue;
      const outcome = judge(rule, this.assumptions);
      this.mismatches.set(key, { rule: id, outcome, expected, actual, ...this.evidence.of(answer) });
    }
  }

  /** Something was sent whose answer is not known: what the case finds from now on may come of that. */
  disturbed(disturbance: Disturbance, request?: ShownRequest): void {
    this.firstDisturbance ??= disturbance;
    const failedAt = new Date().toISOString();
    if (request) this.evidence.add({ request, failure: disturbance.message, failedAt });
  }

  /** Keeps a delivered mail as evidence. */
  read(mail: ReadMail): void {
    this.evidence.add(mail);
  }

  /** What disturbed the case first; undefined when nothing did. */
  get disturbance(): Disturbance | undefined {
    return this.firstDisturbance;
  }

  /** What is said of a rule, and whether that was found before anything was disturbed. */
  verdictOn(id: RuleId): { verdict: Verdict; isSure: boolean } | undefined {
    const of = this.verdicts.get(id);
    return of && { verdict: this.summary(of), isSure: !this.unsure.has(id) };
  }

  took(longest: Took): void {
    this.longest = longest;
  }

  observe(text: string): void {
    this.observations.push(text);
  }

  /** What the target chose where the source leaves a choice. */
  chose(name: string, word: string | number): void {
    if (!this.firstDisturbance) this.seen.addChoice(name, word);
  }

  /** Whether the target treats a derived request as the contract does. */
  compared(variant: SeenVariant): void {
    if (!this.firstDisturbance) this.seen.addVariant(variant);
  }

  /** Runs the case: assertions outside of all checks are about its first rule. */
  async run(body: () => Promise<void> | void): Promise<void> {
    const judged: JudgedAnswer[] = [];
    const [first] = this.ids;
    try {
      await collectJudged(judged, body);
      if (first) this.judged(first, judged, true);
    } catch (error) {
      if (first) this.judged(first, judged, false);
      throw error;
    }
  }

  /** Runs a check of one rule; returns whether it held. What ends the check early becomes its verdict. */
  check(id: RuleId, body: () => void): boolean;
  check(id: RuleId, body: () => Promise<void>): Promise<boolean>;
  check(id: RuleId, evidence: object, body: () => void): boolean;
  check(id: RuleId, ...rest: [() => void | Promise<void>] | [object, () => void]): boolean | Promise<boolean> {
    if (!this.ids.includes(id)) throw new Error(`case bug: ${id} is checked, but the case is not declared for it`);
    const [evidence, body] = rest.length === 2 ? rest : [undefined, rest[0]];
    const judged: JudgedAnswer[] = [];
    const passed = () => this.judged(id, judged, this.passed(id));
    const broken = (error: unknown) => this.judged(id, judged, this.broken(id, error, evidence));
    try {
      const running = collectJudged(judged, body);
      return running instanceof Promise ? running.then(passed, broken) : passed();
    } catch (error) {
      return broken(error);
    }
  }

  /** Runs a part of the case under a name that its failures then carry, and runs it anew as `again` does. */
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

  /** Runs a part for each entry of a list or a table, each as a step of its own. */
  async each<T>(entries: readonly T[] | Readonly<Record<string, T>>, ...rest: Each<T>): Promise<void> {
    const [named, work] = rest.length === 2 ? rest : ['', rest[0]];
    const nameOf = typeof named === 'function' ? named : (entry: T) => named + JSON.stringify(entry);
    for (const [name, entry] of Object.entries(entries) as [string, T][]) {
      const label = Array.isArray(entries) ? nameOf(entry) : name;
      await this.step(label, () => work(entry, label));
    }
  }

  /** Runs a part of the case, and runs it anew when an exchange in it was disturbed. */
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

  /** The case has come to its end, by itself or by an error. */
  end(error?: unknown): void {
    if (error !== undefined) this.endedBy(error);
    for (const id of this.ids) {
      if (this.verdicts.has(id)) continue;
      if (this.isProbe)
        this.add(id, { outcome: 'notApplicable', note: 'no answer shows anything that the rule is about' });
      else if (this.ids.length === 1) this.passed(id);
      else this.add(id, { outcome: 'error', note: `case bug: the case is declared for ${id} and never checks it` });
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
      ...(this.longest && { took: this.longest }),
    };
  }

  /** Every declared rule gets this outcome. */
  all(outcome: Verdict['outcome'], note: string): void {
    for (const id of this.ids) this.add(id, { outcome, note });
  }

  private endedBy(error: unknown): void {
    const [first] = this.ids;
    const open = this.ids.filter((id) => !this.verdicts.has(id));
    const verdict = this.verdictOf(first, error);
    const isFailure = ['fail', 'warn', 'pass'].includes(verdict.outcome);
    if (isFailure && first) {
      this.add(first, verdict);
      const note = `not reached, because a check of ${first} failed before`;
      for (const id of open) if (id !== first) this.add(id, { outcome: 'blocked', note });
      return;
    }
    for (const id of open.length > 0 || !first ? open : [first]) this.add(id, verdict);
  }

  private isOfSource(id: RuleId): boolean {
    const rule = this.rules.get(id);
    return rule !== undefined && judge(rule, 'warn') === 'fail';
  }

  /** Adds the answers that a check judged, and returns whether it held. After a disturbance they may come of that. */
  private judged<Held extends boolean>(id: RuleId, list: readonly JudgedAnswer[], held: Held): Held {
    if (this.firstDisturbance) return held;
    this.seen.addJudged(id, list);
    if (!held && this.isOfSource(id)) for (const { answer } of list) this.seen.addBroken(answer);
    return held;
  }

  private passed(id: RuleId): true {
    this.add(id, { outcome: 'pass' });
    return true;
  }

  private broken(id: RuleId, error: unknown, evidence?: object): false {
    // The step that it belongs to is run anew.
    if (error instanceof Disturbance && this.labels.length > 0) throw error;
    this.add(id, this.verdictOf(id, error, evidence));
    return false;
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
      const where = place && ` at ${place}`;
      return { outcome: 'error', note: `${label}the case itself broke: ${message}${where}`, ...trace };
    }
    const rule = id && this.rules.get(id);
    const outcome = rule ? judge(rule, this.assumptions) : 'error';
    const observed = outcome === 'pass' ? { note: `observed otherwise: ${failure.actual}` } : {};
    return { outcome, expected: label + failure.expected, actual: failure.actual, ...observed, ...trace };
  }

  private add(id: RuleId, verdict: Omit<Verdict, 'rule'>): void {
    if (this.firstDisturbance) this.unsure.add(id);
    this.verdicts.set(id, [...(this.verdicts.get(id) ?? []), { rule: id, ...verdict }]);
  }

  /** The worst of several verdicts about one rule; how many there were of its kind is said when there were more. */
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

/** Where in the rules files an error was made, such as `conformance/rules/errors.spec.ts:12:3`; empty when it was elsewhere. */
export function placeIn(error: unknown): string {
  const { stack = '' } = error instanceof Error ? error : {};
  return /conformance\/rules\/[^)\n]+/.exec(stack)?.[0] ?? '';
}
