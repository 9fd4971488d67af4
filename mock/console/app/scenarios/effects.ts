import type { Schema } from '../api.ts';

/** What a scenario can do, in words. */
export const effects = {
  answer: 'answers with a status',
  gateway: "answers with a gateway's page",
  perSecond: 'answers 429 beyond a rate',
  delay: 'takes longer',
  dribble: 'sends its body slowly',
  half: 'sends half of its answer',
  drop: 'loses its answer after the work is done',
  rows: 'rows move between two pages',
  lateMail: 'mail arrives late',
} as const;

/** Those that last until they are switched off. */
export const lasting: readonly Effect[] = ['perSecond', 'rows', 'lateMail'];

export type Effect = keyof typeof effects;

/** The scenario that the fields of the form ask for. */
export function scenarioOf(effect: Effect, fields: FormData): Schema<'NewScenario'> {
  const operation = String(fields.get('operation') ?? '');
  const times = numberIn(fields, 'times');
  return {
    ...(operation !== '' && { operation }),
    ...(times !== undefined && { times }),
    ...effectOf(effect, fields),
  };
}

function effectOf(effect: Effect, fields: FormData): Schema<'NewScenario'> {
  if (effect === 'drop' || effect === 'half') return { [effect]: true };
  if (effect === 'rows' || effect === 'perSecond') return { [effect]: numberIn(fields, 'amount') ?? 0 };
  if (effect === 'gateway') return { gateway: Number(fields.get('gateway')) as 502 };
  if (effect === 'dribble' || effect === 'lateMail') return { [effect]: `PT${numberIn(fields, 'seconds') ?? 0}S` };
  if (effect === 'delay') {
    const from = numberIn(fields, 'from') ?? 0;
    return { delay: { from: `PT${from}S`, to: `PT${numberIn(fields, 'to') ?? from}S` } };
  }
  const retryAfter = numberIn(fields, 'retryAfter');
  const example = String(fields.get('example') ?? '');
  const answer = { status: Number(fields.get('status')), ...(example !== '' && { example }) };
  return { answer: { ...answer, ...(retryAfter !== undefined && { retryAfter }) } };
}

function numberIn(fields: FormData, name: string): number | undefined {
  const text = String(fields.get(name) ?? '');
  return text === '' ? undefined : Number(text);
}
