import inc from 'semver/functions/inc.js';
import parse from 'semver/functions/parse.js';
import type { Element, Operation } from './operations/element.ts';
import { type Direction, directionOf, type Level, type RuleId, rules, sentence, type Words } from './rules.ts';
import type { Comparison } from './schema/compare.ts';
import type { Delta } from './schema/delta.ts';
import type { Source } from './source.ts';

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

/** A change as the comparison finds it: of an element, or with `delta` of its schema and that of its successor. */
export interface Found {
  operation?: Operation | undefined;
  element?: Element;
  successor?: Element;
  delta?: Delta;
  pointer: string;
  basePointer?: string | undefined;
  words?: Words;
}

/** Both documents, their schemas in both directions, and the changes. */
export interface Diff {
  base: Source;
  revision: Source;
  request: Comparison;
  response: Comparison;
  changes: ChangeList;
}

const levels: readonly Level[] = ['breaking', 'soft', 'safe'];

/** Collects changes. A change of a component that several operations use is one change. */
export class ChangeList {
  private readonly found = new Map<string, Found & { rule: RuleId; operations: Set<string> }>();

  add(rule: RuleId, found: Found): void {
    const { pointer, basePointer, operation: { label = '' } = {} } = found;
    const key = [rule, pointer, basePointer].join('\n');
    const known = this.found.get(key);
    if (known) known.operations.add(label);
    else this.found.set(key, { ...found, rule, operations: new Set([label]) });
  }

  isBreaking(): boolean {
    return [...this.found.values()].some(({ rule }) => rules[rule].level === 'breaking');
  }

  /** The changes, the gravest first, with examples of the breaking ones, and the version that they require after `base`. */
  result(base: string, exampleOf: (rule: RuleId, found: Found) => Example | undefined): DiffResult {
    const found = levels.flatMap((level) => [...this.found.values()].filter(({ rule }) => rules[rule].level === level));
    const changes = found.map((entry): Change => {
      const { rule, pointer, basePointer, words = {} } = entry;
      const { level } = rules[rule];
      const [operation = '', ...others] = entry.operations;
      const example = level === 'breaking' ? exampleOf(rule, entry) : undefined;
      const holders = { operation, ...(others.length > 0 && { operations: [operation, ...others] }) };
      const parts = { ...holders, direction: directionOf(rule), pointer, basePointer, message: sentence(rule, words) };
      return { level, rule, ...parts, ...(example && { example }) };
    });
    return { verdict: changes[0]?.level ?? 'safe', changes, requiredVersion: this.requiredVersion(base) };
  }

  /** Below 1.0.0 a minor version is enough (semver.org, item 4). Text that is no semantic version stays. */
  private requiredVersion(base: string): string {
    const version = parse(base);
    const bumps = [...this.found.values()].map(({ rule }) => rules[rule].version);
    const bump = (['major', 'minor', 'patch'] as const).find((part) => bumps.includes(part));
    if (!version || !bump) return base;
    return inc(version.version, bump === 'major' && version.major === 0 ? 'minor' : bump) ?? base;
  }
}
