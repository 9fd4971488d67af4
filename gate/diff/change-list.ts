import semver from 'semver';
import type { Change, Example } from './change.ts';
import { directionOf, type RuleId, rules, sentence, type Words } from './rules.ts';
import { type Unjudged, unjudgedChanges } from './vocabulary.ts';

/** The places of a change, its words, and the request or answer that shows it. */
interface Reported {
  /** The operation; empty for the whole document. */
  operation: string;
  pointer: string;
  basePointer?: string | undefined;
  words?: Words;
  /** Makes the example, for a breaking change. */
  show?: () => Example | undefined;
}

/** Collects changes. A change of a component that several operations use is one change. */
export class ChangeList {
  private readonly found = new Map<string, Reported & { rule: RuleId; operations: Set<string> }>();

  add(rule: RuleId, reported: Reported): void {
    const { pointer, basePointer, operation } = reported;
    const key = [rule, pointer, basePointer].join('\n');
    const known = this.found.get(key);
    if (known) known.operations.add(operation);
    else this.found.set(key, { ...reported, rule, operations: new Set([operation]) });
  }

  /** Reports the keywords outside the vocabulary that a part of the document has in one edition only, or otherwise. */
  addUnjudged(
    base: readonly Unjudged[],
    revision: readonly Unjudged[],
    { at, subject, operation }: { at: string; subject: string; operation: string },
  ): void {
    for (const { keyword, at: pointer, baseAt: basePointer } of unjudgedChanges(base, revision, at)) {
      this.add('not-judged', { operation, pointer, basePointer, words: { subject: `\`${keyword}\` of ${subject}` } });
    }
  }

  /** The changes, the gravest first. */
  all(): Change[] {
    const order = ['breaking', 'soft', 'safe'];
    const levelOf = ({ rule }: { rule: RuleId }) => order.indexOf(rules[rule].level);
    const sorted = [...this.found.values()].sort((a, b) => levelOf(a) - levelOf(b));
    return sorted.map(({ rule, operation, operations, pointer, basePointer, words = {}, show }) => {
      const { level } = rules[rule];
      const example = level === 'breaking' ? show?.() : undefined;
      return {
        level,
        rule,
        operation,
        direction: directionOf(rule),
        pointer,
        ...(basePointer !== undefined && { basePointer }),
        message: sentence(rule, words),
        ...(operations.size > 1 && { operations: [...operations] }),
        ...(example && { example }),
      };
    });
  }

  /**
   * The least version after `base` that the changes allow. Below 1.0.0 a new minor version is enough for everything (semver.org, item 4).
   * Text that is no semantic version stays as it is.
   */
  requiredVersion(base: string): string {
    const version = semver.parse(base);
    const bumps = [...this.found.values()].map(({ rule }) => rules[rule].version);
    const bump = (['major', 'minor', 'patch'] as const).find((one) => bumps.includes(one));
    if (!version || !bump) return base;
    return semver.inc(version.version, bump === 'major' && version.major === 0 ? 'minor' : bump) ?? base;
  }
}
