import type { Schema } from '../api.ts';

/** A scenario's effect in words. */
export function describe({ answer, delay, drop, rows = 0 }: Schema<'NewScenario'>): string {
  if (answer) {
    const { status, example, retryAfter } = answer;
    const after = retryAfter === undefined ? '' : `, Retry-After ${retryAfter} s`;
    return `answers ${status}${example === undefined ? '' : ` (${example})`}${after}`;
  }
  if (delay) return `takes ${typeof delay === 'string' ? delay : lengthOf(delay)} longer`;
  if (drop) return 'does the work and drops the connection';
  return `${Math.abs(rows)} rows ${rows < 0 ? 'vanish' : 'come up'} after the first page`;
}

function lengthOf({ from, to }: { from: string; to: string }): string {
  return from === to ? from : `${from} to ${to}`;
}
