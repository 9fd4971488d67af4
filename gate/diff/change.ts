import semver from 'semver';
import { type Direction, directionOf, type Level, type RuleId, rules, sentence, type Words } from './rules.ts';

export interface Example {
  request?: { method: string; url: string; headers?: Record<string, string>; body?: unknown };
  answer?: { status: string; body?: unknown };
  /** `valid`, or the reason why the base document refuses it. */
  base: string;
  /** `valid`, or the reason why the revision refuses it. */
  revision: string;
}

export interface Change {
  level: Level;
  rule: string;
  /** Its id, else method and path; empty for the whole document. */
  operation: string;
  /** Every operation that uses a changed component. */
  operations?: string[];
  direction: Direction;
  /** Its place in the revision, or the place that it would have. */
  pointer: string;
  /** Its place in the base; absent for an addition. */
  basePointer?: string | undefined;
  message: string;
  example?: Example;
}

export interface DiffResult {
  verdict: Level;
  changes: Change[];
  /** The least `info.version` that the changes allow. */
  requiredVersion: string;
}

/** A change as the comparison finds it. */
export interface Found {
  operation: string;
  pointer: string;
  basePointer?: string | undefined;
  words?: Words;
  show?: (() => Example | undefined) | undefined;
}

const levels: readonly Level[] = ['breaking', 'soft', 'safe'];

/** Collects changes. A change of a component that several operations use is one change. */
export class ChangeList {
  private readonly found = new Map<string, Found & { rule: RuleId; operations: Set<string> }>();

  add(rule: RuleId, found: Found): void {
    const { pointer, basePointer, operation } = found;
    const key = [rule, pointer, basePointer].join('\n');
    const known = this.found.get(key);
    if (known) known.operations.add(operation);
    else this.found.set(key, { ...found, rule, operations: new Set([operation]) });
  }

  isBreaking(): boolean {
    return [...this.found.values()].some(({ rule }) => rules[rule].level === 'breaking');
  }

  /** The changes, the gravest first, and the version that they require after `base`. */
  result(base: string): DiffResult {
    const found = levels.flatMap((level) => [...this.found.values()].filter(({ rule }) => rules[rule].level === level));
    const changes = found.map(({ rule, operations, words = {}, show, ...places }): Change => {
      const { level } = rules[rule];
      const [shared, example] = [operations.size > 1, level === 'breaking' ? show?.() : undefined];
      const parts = { ...(shared && { operations: [...operations] }), ...(example && { example }) };
      return { level, rule, direction: directionOf(rule), ...places, message: sentence(rule, words), ...parts };
    });
    return { verdict: changes[0]?.level ?? 'safe', changes, requiredVersion: this.requiredVersion(base) };
  }

  /** Below 1.0.0 a minor version is enough (semver.org, item 4). Text that is no semantic version stays. */
  private requiredVersion(base: string): string {
    const version = semver.parse(base);
    const bumps = [...this.found.values()].map(({ rule }) => rules[rule].version);
    const bump = (['major', 'minor', 'patch'] as const).find((part) => bumps.includes(part));
    if (!version || !bump) return base;
    return semver.inc(version.version, bump === 'major' && version.major === 0 ? 'minor' : bump) ?? base;
  }
}
