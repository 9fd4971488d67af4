import type { Schema } from './api.ts';

type Scenario = Schema<'NewScenario'>;

/** A number in the form of a scenario, under the path of its member. */
interface Amount {
  name: string;
  label: string;
  min: number;
  max?: number;
  defaultValue?: number;
  required?: boolean;
}

const times: Amount = { name: 'times', label: 'Calls; empty is always', min: 1, defaultValue: 1 };
const status: Amount = {
  name: 'answer.status',
  label: 'Status',
  min: 200,
  max: 599,
  defaultValue: 503,
  required: true,
};
const retryAfter: Amount = { name: 'answer.retryAfter', label: 'Retry-After, seconds', min: 0 };
const gateway: Amount = { name: 'gateway', label: 'Status', min: 502, max: 504, defaultValue: 502 };
const perSecond: Amount = { name: 'perSecond', label: 'Calls a second', min: 1, defaultValue: 5 };
const from: Amount = { name: 'delay.from', label: 'At least, seconds', min: 0, defaultValue: 2 };
const to: Amount = { name: 'delay.to', label: 'At most, seconds', min: 0 };
const dribble: Amount = { name: 'dribble', label: 'Seconds', min: 0, defaultValue: 5 };
const rows: Amount = { name: 'rows', label: 'Rows; below zero they vanish', min: -1000, defaultValue: 2 };
const lateMail: Amount = { ...dribble, name: 'lateMail' };

/** The effects of scenarios by name, with the numbers of their forms. One without `times` lasts until it is switched off. */
export const effects = {
  answer: { title: 'answers with a status', amounts: [status, retryAfter, times] },
  gateway: { title: "answers with a gateway's page", amounts: [gateway, times] },
  perSecond: { title: 'answers 429 beyond a rate', amounts: [perSecond] },
  delay: { title: 'takes longer', amounts: [from, to, times] },
  dribble: { title: 'sends its body slowly', amounts: [dribble, times] },
  half: { title: 'sends half of its answer', amounts: [times] },
  drop: { title: 'loses its answer after the work is done', amounts: [times] },
  rows: { title: 'rows move between two pages', amounts: [rows] },
  lateMail: { title: 'mail arrives late', amounts: [lateMail] },
};

export type Effect = keyof typeof effects;

/** True for members that are durations; their forms have seconds. */
export const isDuration = (name: string) => ['delay.from', 'delay.to', 'dribble', 'lateMail'].includes(name);
const texts = ['operation', 'answer.example'];

/** The scenario of a filled form. */
export function scenarioOf(effect: Effect, fields: FormData): Scenario {
  const scenario: Record<string, unknown> = effect === 'half' || effect === 'drop' ? { [effect]: true } : {};
  for (const [name, text] of fields) {
    if (text === '') continue;
    const value = isDuration(name) ? `PT${text}S` : texts.includes(name) ? text : Number(text);
    const [member = '', part] = name.split('.');
    scenario[member] = part === undefined ? value : { ...(scenario[member] as object), [part]: value };
  }
  if (effect === 'delay') scenario.delay = { to: `PT${fields.get('delay.from')}S`, ...(scenario.delay as object) };
  return scenario as Scenario;
}

export function describe(scenario: Scenario): string {
  const { answer, delay } = scenario;
  if (answer) {
    const { status: code, example, retryAfter: after } = answer;
    return `answers ${code}${example ? ` (${example})` : ''}${after === undefined ? '' : `, Retry-After ${after} s`}`;
  }
  if (delay) {
    const { from: least, to: most } = typeof delay === 'string' ? { from: delay, to: delay } : delay;
    return `takes ${least === most ? least : `${least} to ${most}`} longer`;
  }
  if (scenario.gateway) return `answers ${scenario.gateway} with a gateway's page`;
  if (scenario.perSecond) return `answers 429 beyond ${scenario.perSecond} calls a second`;
  if (scenario.dribble) return `sends its body in ${scenario.dribble}`;
  if (scenario.half) return 'does the work and sends half of the answer';
  if (scenario.drop) return 'does the work and drops the connection';
  if (scenario.lateMail) return `mail arrives ${scenario.lateMail} later`;
  const moved = scenario.rows ?? 0;
  return `${Math.abs(moved)} rows ${moved < 0 ? 'vanish' : 'come up'} after the first page`;
}
