import type { Schema } from './api.ts';

type Scenario = Schema<'NewScenario'>;

/** A number in the form of a scenario. */
export interface Amount {
  name: string;
  label: string;
  min: number;
  max?: number;
  defaultValue?: number;
  step?: 'any';
}

const seconds: Amount = { name: 'seconds', label: 'Seconds', min: 0, defaultValue: 5, step: 'any' };
const calls: Amount = { name: 'times', label: 'Calls; empty is always', min: 1, defaultValue: 1 };

/** The effects of scenarios by name: a title, and the numbers that one takes. Those without `calls` last until they are switched off. */
export const effects = {
  answer: {
    title: 'answers with a status',
    amounts: [{ name: 'retryAfter', label: 'Retry-After, seconds', min: 0 }, calls],
  },
  gateway: {
    title: "answers with a gateway's page",
    amounts: [{ name: 'gateway', label: 'Status', min: 502, max: 504, defaultValue: 502 }, calls],
  },
  perSecond: {
    title: 'answers 429 beyond a rate',
    amounts: [{ name: 'amount', label: 'Calls a second', min: 1, defaultValue: 5 }],
  },
  delay: {
    title: 'takes longer',
    amounts: [
      { name: 'from', label: 'At least, seconds', min: 0, defaultValue: 2, step: 'any' },
      { name: 'to', label: 'At most, seconds', min: 0, step: 'any' },
      calls,
    ],
  },
  dribble: { title: 'sends its body slowly', amounts: [seconds, calls] },
  half: { title: 'sends half of its answer', amounts: [calls] },
  drop: { title: 'loses its answer after the work is done', amounts: [calls] },
  rows: {
    title: 'rows move between two pages',
    amounts: [{ name: 'amount', label: 'Rows; below zero they vanish', min: -1000, defaultValue: 2 }],
  },
  lateMail: { title: 'mail arrives late', amounts: [seconds] },
} satisfies Record<string, { title: string; amounts: Amount[] }>;

export type Effect = keyof typeof effects;

/** The scenario of a filled form. */
export function scenarioOf(effect: Effect, fields: FormData): Scenario {
  const operation = String(fields.get('operation') ?? '');
  const times = numberIn(fields, 'times');
  return {
    ...(operation !== '' && { operation }),
    ...(times !== undefined && { times }),
    ...effectOf(effect, fields),
  };
}

function effectOf(effect: Effect, fields: FormData): Scenario {
  const number = (name: string) => numberIn(fields, name) ?? 0;
  switch (effect) {
    case 'drop':
    case 'half':
      return { [effect]: true };
    case 'rows':
    case 'perSecond':
      return { [effect]: number('amount') };
    case 'gateway':
      return { gateway: number('gateway') as 502 };
    case 'dribble':
    case 'lateMail':
      return { [effect]: `PT${number('seconds')}S` };
    case 'delay':
      return { delay: { from: `PT${number('from')}S`, to: `PT${numberIn(fields, 'to') ?? number('from')}S` } };
    case 'answer': {
      const retryAfter = numberIn(fields, 'retryAfter');
      const example = String(fields.get('example') ?? '');
      const answer = { status: number('status'), ...(example !== '' && { example }) };
      return { answer: { ...answer, ...(retryAfter !== undefined && { retryAfter }) } };
    }
  }
}

function numberIn(fields: FormData, name: string): number | undefined {
  const text = String(fields.get(name) ?? '');
  return text === '' ? undefined : Number(text);
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
