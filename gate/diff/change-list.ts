import semver from 'semver';
import type { Change, Example } from './change.ts';
import { documentRules, type Rule, sentence, type Words } from './rules.ts';

/** A change as the comparison reports it. */
interface ReportedChange {
  rule: Rule;
  operation: string;
  pointer: string;
  basePointer?: string | undefined;
  words?: Partial<Words>;
  /** Makes the example, for a change that is not safe. */
  show?: () => Example | undefined;
}

/** A keyword outside the vocabulary that differs, with its places. */
interface UnjudgedChange {
  keyword: string;
  at: string;
  baseAt: string | undefined;
}

/** Collects changes. A change of a component that several operations use is one change. */
export class ChangeList {
  private readonly found = new Map<string, ReportedChange & { operations: Set<string> }>();

  add(report: ReportedChange): void {
    const { rule, pointer, basePointer, operation } = report;
    const key = [rule.id, pointer, basePointer].join('\n');
    const known = this.found.get(key);
    if (known) known.operations.add(operation);
    else this.found.set(key, { ...report, operations: new Set([operation]) });
  }

  addUnjudged(changes: readonly UnjudgedChange[], subject: string, operation: string): void {
    for (const { keyword, at: pointer, baseAt: basePointer } of changes) {
      const words = { subject: `\`${keyword}\` of ${subject}` };
      this.add({ rule: documentRules['not-judged'], operation, pointer, basePointer, words });
    }
  }

  /** The changes, the gravest first. */
  all(): Change[] {
    const order = ['breaking', 'soft', 'safe'];
    const sorted = [...this.found.values()].sort((a, b) => order.indexOf(a.rule.level) - order.indexOf(b.rule.level));
    return sorted.map(({ rule, operation, operations, pointer, basePointer, words = {}, show }) => {
      const example = rule.level === 'safe' ? undefined : show?.();
      return {
        level: rule.level,
        rule: rule.id,
        operation,
        direction: rule.direction,
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
    const bumps = [...this.found.values()].map(({ rule }) => rule.version);
    const bump = (['major', 'minor', 'patch'] as const).find((one) => bumps.includes(one));
    if (!version || !bump) return base;
    return semver.inc(version.version, bump === 'major' && version.major === 0 ? 'minor' : bump) ?? base;
  }
}
