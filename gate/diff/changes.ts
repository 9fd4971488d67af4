import type { Direction, Example, Finding, Level } from './change.ts';

/** Which part of the version a change raises. */
export type Bump = 'major' | 'minor' | 'patch' | 'none';

/** A change as a rule reports it. */
export interface Change {
  level: Level;
  rule: string;
  operation: string;
  direction: Direction;
  pointer: string;
  basePointer?: string;
  message: string;
  /** Of safe changes; the others speak for themselves. */
  bump?: Bump;
  /** Makes the example; asked only when the finding is kept. */
  show?: () => Example | undefined;
}

/** Collects changes. One that several operations share, because it stands in a component, is kept once. */
export class Changes {
  private readonly kept = new Map<string, Change & { operations: Set<string> }>();

  add(change: Change): void {
    const { level, rule, direction, pointer, basePointer, operation } = change;
    const key = [level, rule, direction, pointer, basePointer].join('\n');
    const known = this.kept.get(key);
    if (known) known.operations.add(operation);
    else this.kept.set(key, { ...change, operations: new Set([operation]) });
  }

  /** The findings, the gravest first. */
  findings(): Finding[] {
    const order = ['breaking', 'soft', 'safe'];
    const sorted = [...this.kept.values()].sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
    return sorted.map(({ show, bump: _, operations, ...finding }) => {
      const example = finding.level === 'safe' ? undefined : show?.();
      const others = operations.size > 1 ? { operations: [...operations] } : {};
      return { ...finding, ...others, ...(example && { example }) };
    });
  }

  /** What the changes demand of the version. */
  bump(): Bump {
    const bumps = [...this.kept.values()].map(({ level, bump }) =>
      level === 'breaking' ? 'major' : level === 'soft' ? 'minor' : (bump ?? 'patch'),
    );
    return (['major', 'minor', 'patch'] as const).find((bump) => bumps.includes(bump)) ?? 'none';
  }
}
