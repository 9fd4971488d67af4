import diff, { type Difference } from 'microdiff';
import type { Answer } from './replay.ts';

/** How one answer differs: whether a client breaks on it, and what it is in a few words. */
export interface AnswerDifference {
  level: 'breaking' | 'soft' | 'safe';
  message: string;
}

/**
 * What the revision answers otherwise than the base. Another status, a member that is gone and one of another JSON type
 * break a client; another value is soft, because fixtures may change; what is new is safe.
 */
export function differences(base: Answer, revision: Answer): AnswerDifference[] {
  if (base.status !== revision.status) {
    return [{ level: 'breaking', message: `${base.status} becomes ${revision.status}${reasonOf(revision.body)}` }];
  }
  return [...headerDifferences(base, revision), ...bodyDifferences(base.body, revision.body)];
}

function headerDifferences(base: Answer, revision: Answer): AnswerDifference[] {
  return Object.entries(base.headers).flatMap(([name, value]): AnswerDifference[] => {
    const now = revision.headers[name];
    if (now === value) return [];
    if (now === undefined) return [{ level: 'breaking', message: `the header ${name} is gone` }];
    return [{ level: 'soft', message: `the header ${name} is ${show(now)}, was ${show(value)}` }];
  });
}

function bodyDifferences(base: unknown, revision: unknown): AnswerDifference[] {
  // Wrapped, because the library compares objects, and a body may be a text.
  return diff({ body: base }, { body: revision }).map(judge);
}

function judge(difference: Difference): AnswerDifference {
  const place = difference.path.slice(1).join('.') || 'the body';
  const inList = typeof difference.path.at(-1) === 'number';
  if (difference.type === 'CREATE') return { level: inList ? 'soft' : 'safe', message: `${place} is new` };
  if (difference.type === 'REMOVE') return { level: inList ? 'soft' : 'breaking', message: `${place} is gone` };
  const [was, is] = [kindOf(difference.oldValue), kindOf(difference.value)];
  if (was !== is) return { level: 'breaking', message: `${place} is ${is}, was ${was}` };
  return { level: 'soft', message: `${place} is ${show(difference.value)}, was ${show(difference.oldValue)}` };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function reasonOf(body: unknown): string {
  const { errors, detail } = (body ?? {}) as { errors?: { detail?: string }[]; detail?: { msg?: string }[] };
  const reason = errors?.[0]?.detail ?? detail?.[0]?.msg;
  return reason ? `: ${reason}` : '';
}
