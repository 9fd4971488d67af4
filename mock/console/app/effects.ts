import type { Schema } from './api.ts';

type Scenario = Schema<'NewScenario'>;

/** A number in the form of a scenario. */
interface Amount {
  name: string;
  label: string;
  min: number;
  max?: number;
  defaultValue?: number;
  step?: 'any';
}

interface EffectForm {
  title: string;
  /** The numbers of its form. An effect without `times` lasts until it is switched off. */
  amounts: Amount[];
  /** Makes its part of a scenario from the fields of the form. */
  of(number: (name: string) => number | undefined, text: (name: string) => string | undefined): Scenario;
}

const seconds: Amount = { name: 'seconds', label: 'Seconds', min: 0, defaultValue: 5, step: 'any' };
const calls: Amount = { name: 'times', label: 'Calls; empty is always', min: 1, defaultValue: 1 };
const durationOf = (length = 0) => `PT${length}S`;

/** The effects of scenarios by name. */
const forms = {
  answer: {
    title: 'answers with a status',
    amounts: [{ name: 'retryAfter', label: 'Retry-After, seconds', min: 0 }, calls],
    of: (number, text) => {
      const answer = { status: number('status'), retryAfter: number('retryAfter'), example: text('example') };
      return { answer: answer as NonNullable<Scenario['answer']> };
    },
  },
  gateway: {
    title: "answers with a gateway's page",
    amounts: [{ name: 'gateway', label: 'Status', min: 502, max: 504, defaultValue: 502 }, calls],
    of: (number) => ({ gateway: number('gateway') as 502 }),
  },
  perSecond: {
    title: 'answers 429 beyond a rate',
    amounts: [{ name: 'amount', label: 'Calls a second', min: 1, defaultValue: 5 }],
    of: (number) => ({ perSecond: number('amount') ?? 0 }),
  },
  delay: {
    title: 'takes longer',
    amounts: [
      { name: 'from', label: 'At least, seconds', min: 0, defaultValue: 2, step: 'any' },
      { name: 'to', label: 'At most, seconds', min: 0, step: 'any' },
      calls,
    ],
    of: (number) => ({ delay: { from: durationOf(number('from')), to: durationOf(number('to') ?? number('from')) } }),
  },
  dribble: {
    title: 'sends its body slowly',
    amounts: [seconds, calls],
    of: (number) => ({ dribble: durationOf(number('seconds')) }),
  },
  half: { title: 'sends half of its answer', amounts: [calls], of: () => ({ half: true }) },
  drop: { title: 'loses its answer after the work is done', amounts: [calls], of: () => ({ drop: true }) },
  rows: {
    title: 'rows move between two pages',
    amounts: [{ name: 'amount', label: 'Rows; below zero they vanish', min: -1000, defaultValue: 2 }],
    of: (number) => ({ rows: number('amount') ?? 0 }),
  },
  lateMail: {
    title: 'mail arrives late',
    amounts: [seconds],
    of: (number) => ({ lateMail: durationOf(number('seconds')) }),
  },
} satisfies Record<string, EffectForm>;

export type Effect = keyof typeof forms;
export const effects: Record<Effect, EffectForm> = forms;

/** The scenario of a filled form. */
export function scenarioOf(effect: Effect, fields: FormData): Scenario {
  const text = (name: string) => String(fields.get(name) ?? '') || undefined;
  const number = (name: string) => (text(name) === undefined ? undefined : Number(text(name)));
  // JSON has no member that is undefined.
  const shared = { operation: text('operation'), times: number('times') } as Scenario;
  return { ...shared, ...effects[effect].of(number, text) };
}

/** A scenario's effect in words. */
export function describe(scenario: Scenario): string {
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
