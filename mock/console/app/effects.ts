import type { Schema } from './connection.ts';

type Scenario = Schema<'NewScenario'>;

/** The attributes of a number field. Durations are in seconds. */
type Amount = { name: string; label: string } & Record<string, string | number | boolean>;

const seconds = (name: string, label: string, defaultValue: number | '' = ''): Amount => ({
  ...{ name, label, defaultValue, min: 0, step: 'any' },
});

const times: Amount = { name: 'times', label: 'Calls; empty is always', min: 1, defaultValue: 1 };

/** The effects of scenarios by name, with their number fields. Effects without `times` last until they are switched off. */
export const effects: Record<string, { title: string; amounts: Amount[] }> = {
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
    amounts: [seconds('delay.from', 'At least, seconds', 2), seconds('delay.to', 'At most, seconds'), times],
  },
  dribble: { title: 'sends its body slowly', amounts: [seconds('dribble', 'Seconds', 5), times] },
  half: { title: 'sends half of its answer', amounts: [times] },
  drop: { title: 'loses its answer after the work is done', amounts: [times] },
  rows: {
    title: 'rows move between two pages',
    amounts: [{ name: 'rows', label: 'Rows; below zero they vanish', min: -1000, defaultValue: 2 }],
  },
  lateMail: { title: 'mail arrives late', amounts: [seconds('lateMail', 'Seconds', 5)] },
};

export function readScenario(fields: FormData): Scenario {
  const effect = String(fields.get('effect'));
  const scenario: Record<string, unknown> = effect === 'half' || effect === 'drop' ? { [effect]: true } : {};
  for (const [name, text] of fields) {
    if (text === '' || name === 'effect') continue;
    const amount = effects[effect]?.amounts.find((known) => known.name === name);
    const value = amount?.step ? `PT${text}S` : amount ? Number(text) : text;
    const [member = '', part] = name.split('.');
    scenario[member] = part === undefined ? value : { ...(scenario[member] as object), [part]: value };
  }
  if (effect === 'delay') scenario.delay = { to: `PT${fields.get('delay.from')}S`, ...(scenario.delay as object) };
  return scenario as Scenario;
}

/** The effects of a scenario with their values, such as `answers with a status: status 503`. */
export function describeScenario(scenario: Scenario): string {
  const parts = Object.entries(scenario).flatMap(([name, value]) => {
    const { title } = effects[name] ?? {};
    if (!title) return [];
    const members = typeof value === 'object' ? Object.entries(value).map((pair) => pair.join(' ')) : [value];
    return value === true ? title : `${title}: ${members.join(', ')}`;
  });
  return parts.join('; ');
}
