import type { Schema } from '../api.ts';

/** A scenario's effect in words. */
export function describe(scenario: Schema<'NewScenario'>): string {
  const { answer, gateway, perSecond, delay, dribble, half, drop, lateMail, rows = 0 } = scenario;
  if (answer) {
    const { status, example, retryAfter } = answer;
    const after = retryAfter === undefined ? '' : `, Retry-After ${retryAfter} s`;
    return `answers ${status}${example === undefined ? '' : ` (${example})`}${after}`;
  }
  if (gateway) return `answers ${gateway} with a gateway's page`;
  if (perSecond) return `answers 429 beyond ${perSecond} calls a second`;
  if (delay) {
    const { from, to } = typeof delay === 'string' ? { from: delay, to: delay } : delay;
    return `takes ${from === to ? from : `${from} to ${to}`} longer`;
  }
  if (dribble) return `sends its body in ${dribble}`;
  if (half) return 'does the work and sends half of the answer';
  if (drop) return 'does the work and drops the connection';
  if (lateMail) return `mail arrives ${lateMail} later`;
  return `${Math.abs(rows)} rows ${rows < 0 ? 'vanish' : 'come up'} after the first page`;
}
