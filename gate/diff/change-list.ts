import semver from 'semver';
import type { Rule, Words } from './catalogue/rule.ts';
import type { Change, Example } from './change.ts';

/** So many characters all examples together have at most: thousands of large ones would have no room in a report. */
const examplesRoom = 20_000_000;

/** A change as the comparison reports it. */
interface ReportedChange {
  rule: Rule;
  operation: string;
  pointer: string;
  basePointer?: string | undefined;
  words?: Partial<Words>;
  /** Makes the example; asked only when the change is kept and not safe. */
  show?: () => Example | undefined;
}

/** Collects changes. One that several operations share, because it stands in a component, is kept once. */
export class ChangeList {
  private readonly kept = new Map<string, ReportedChange & { operations: Set<string> }>();

  add(report: ReportedChange): void {
    const { rule, pointer, basePointer, operation } = report;
    const key = [rule.id, pointer, basePointer].join('\n');
    const known = this.kept.get(key);
    if (known) known.operations.add(operation);
    else this.kept.set(key, { ...report, operations: new Set([operation]) });
  }

  /** The changes, the gravest first. */
  all(): Change[] {
    const order = ['breaking', 'soft', 'safe'];
    const sorted = [...this.kept.values()].sort((a, b) => order.indexOf(a.rule.level) - order.indexOf(b.rule.level));
    let room = examplesRoom;
    return sorted.map(({ rule, operation, operations, pointer, basePointer, words, show }) => {
      const example = rule.level === 'safe' || room < 0 ? undefined : show?.();
      room -= example === undefined ? 0 : JSON.stringify(example).length;
      return {
        level: rule.level,
        rule: rule.id,
        operation,
        direction: rule.direction,
        pointer,
        ...(basePointer !== undefined && { basePointer }),
        message: rule.sentence({ subject: '', from: 'none', to: 'none', ...words }),
        ...(operations.size > 1 && { operations: [...operations] }),
        ...(example && { example }),
      };
    });
  }

  /**
   * The least version after `base` that the changes allow. Below 1.0.0 nothing is promised yet, so that a new minor version is enough for
   * everything (semver.org, item 4). What is no semantic version stays as it is.
   */
  requiredVersion(base: string): string {
    const version = semver.parse(base);
    const bumps = [...this.kept.values()].map(({ rule }) => rule.version);
    const bump = (['major', 'minor', 'patch'] as const).find((one) => bumps.includes(one));
    if (!version || !bump) return base;
    return semver.inc(version.version, bump === 'major' && version.major === 0 ? 'minor' : bump) ?? base;
  }
}
