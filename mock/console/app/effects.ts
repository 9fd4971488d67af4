import type { Schema } from './api.ts';

type Scenario = Schema<'NewScenario'>;

/** The durations among the numbers of the forms, which are in seconds there. */
const durations = ['delay.from', 'delay.to', 'dribble', 'lateMail'];
export const isDuration = (name: string) => durations.includes(name);

const times = { name: 'times', label: 'Calls; empty is always', min: 1, defaultValue: 1 };

/** The effects of scenarios by name, with the numbers of their forms. One without `times` lasts until it is switched off. */
export const effects = {
  answer: {
    title: 'answers with a status',
    amounts: [
      { name: 'answer.status', label: 'Status', min: 200, max: 599, defaultValue: 503, required: true },
      { name: 'answer.retryAfter', label: 'Retry-After, seconds', min: 0 },
      times,
    ],
  },
  gateway: {
    title: "answers with a gateway's page",
    amounts: [{ name: 'gateway', label: 'Status', min: 502, max: 504, defaultValue: 502 }, times],
  },
  perSecond: {
    title: 'answers 429 beyond a rate',
    amounts: [{ name: 'perSecond', label: 'Calls a second', min: 1, defaultValue: 5 }],
  },
  delay: {
    title: 'takes longer',
    amounts: [
      { name: 'delay.from', label: 'At least, seconds', min: 0, defaultValue: 2 },
      { name: 'delay.to', label: 'At most, seconds', min: 0 },
      times,
    ],
  },
  dribble: {
    title: 'sends its body slowly',
    amounts: [{ name: 'dribble', label: 'Seconds', min: 0, defaultValue: 5 }, times],
  },
  half: { title: 'sends half of its answer', amounts: [times] },
  drop: { title: 'loses its answer after the work is done', amounts: [times] },
  rows: {
    title: 'rows move between two pages',
    amounts: [{ name: 'rows', label: 'Rows; below zero they vanish', min: -1000, defaultValue: 2 }],
  },
  lateMail: {
    title: 'mail arrives late',
    amounts: [{ name: 'lateMail', label: 'Seconds', min: 0, defaultValue: 5 }],
  },
};

export type Effect = keyof typeof effects;

/** The scenario of a filled form. */
export function scenarioOf(effect: Effect, fields: FormData): Scenario {
  const scenario: Record<string, unknown> = effect === 'half' || effect === 'drop' ? { [effect]: true } : {};
  for (const [name, text] of fields) {
    if (text === '') continue;
    const isText = name === 'operation' || name === 'answer.example';
    const value = isDuration(name) ? `PT${text}S` : isText ? text : Number(text);
    const [member = '', part] = name.split('.');
    scenario[member] = part === undefined ? value : { ...(scenario[member] as object), [part]: value };
  }
  if (effect === 'delay') scenario.delay = { to: `PT${fields.get('delay.from')}S`, ...(scenario.delay as object) };
  return scenario as Scenario;
}

/** The effects of a scenario with their values, such as `answers with a status: status 503`. */
export function describe(scenario: Scenario): string {
  const found = Object.entries(scenario).filter(([name]) => name in effects) as [Effect, unknown][];
  const parts = found.map(([name, value]) => {
    const members = typeof value === 'object' ? Object.entries(value as object).map((pair) => pair.join(' ')) : [value];
    return value === true ? effects[name].title : `${effects[name].title}: ${members.join(', ')}`;
  });
  return parts.join('; ');
}
