import type { Schema } from '../api.ts';

/** What a scenario can do, in words. */
export const effects = {
  answer: 'answers with a status',
  delay: 'takes longer',
  drop: 'loses its answer after the work is done',
  rows: 'rows move between two pages',
} as const;

export type Effect = keyof typeof effects;

/** The scenario that the fields of the form ask for. */
export function scenarioOf(effect: Effect, fields: FormData): Schema<'NewScenario'> {
  const operation = String(fields.get('operation'));
  const times = numberIn(fields, 'times');
  return {
    ...(operation !== '' && { operation }),
    ...(times !== undefined && { times }),
    ...effectOf(effect, fields),
  };
}

function effectOf(effect: Effect, fields: FormData): Schema<'NewScenario'> {
  if (effect === 'drop') return { drop: true };
  if (effect === 'rows') return { rows: numberIn(fields, 'rows') ?? 0 };
  if (effect === 'delay') {
    const from = numberIn(fields, 'from') ?? 0;
    return { delay: { from: `PT${from}S`, to: `PT${numberIn(fields, 'to') ?? from}S` } };
  }
  const retryAfter = numberIn(fields, 'retryAfter');
  return { answer: { status: Number(fields.get('status')), ...(retryAfter !== undefined && { retryAfter }) } };
}

function numberIn(fields: FormData, name: string): number | undefined {
  const text = String(fields.get(name) ?? '');
  return text === '' ? undefined : Number(text);
}
