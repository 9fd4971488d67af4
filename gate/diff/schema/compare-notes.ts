import { canonical } from './accepts.ts';
import type { Delta } from './delta.ts';
import type { Flow, Notes, Shape } from './shape.ts';

/** Compares what two schemas say beside which values they allow; decided when the values then no longer matter. */
export function compareNotes(base: Shape, revision: Shape, flow: Flow): { deltas: Delta[]; isDecided: boolean } {
  const deltas = [...deprecations(base.notes, revision.notes, base.at), ...defaults(base, revision, flow)];
  const decisive = flow === 'request' ? (['readOnly', 'lenient'] as const) : (['writeOnly'] as const);
  for (const note of decisive) {
    const [before, now] = [base.notes[note], revision.notes[note]];
    if (before === undefined && now === undefined) continue;
    if (before !== undefined && now !== undefined) return { deltas, isDecided: true };
    const rule = now === undefined ? `no-longer-${words[note]}` : `became-${words[note]}`;
    const at = now ?? revision.at;
    const baseAt = before ?? base.at;
    const delta: Delta = { rule, at, baseAt, path: [], ...weightOf(rule) };
    return { deltas: [...deltas, delta], isDecided: rule !== 'no-longer-lenient' };
  }
  return { deltas, isDecided: false };
}

const words = { readOnly: 'read-only', writeOnly: 'write-only', lenient: 'lenient' };

function weightOf(rule: string): Pick<Delta, 'effect' | 'level'> {
  if (rule === 'became-read-only' || rule === 'became-write-only') return { effect: 'both' };
  if (rule === 'became-lenient') return { effect: 'wider' };
  return { effect: 'none', level: 'safe' };
}

function deprecations(base: Notes, revision: Notes, baseAt: string): Delta[] {
  if (revision.deprecated === undefined || base.deprecated !== undefined) return [];
  return [{ rule: 'deprecated', effect: 'none', level: 'soft', at: revision.deprecated, baseAt, path: [] }];
}

/** A default says what a request means that leaves the value out; in an answer it says nothing. */
function defaults(base: Shape, revision: Shape, flow: Flow): Delta[] {
  const [before, now] = [base.notes.default, revision.notes.default];
  if (flow === 'response' || canonical(before?.value ?? null) === canonical(now?.value ?? null)) {
    if (flow === 'response' || (before === undefined) === (now === undefined)) return [];
  }
  const written = (held: typeof now) => (held ? { text: canonical(held.value) } : { text: 'none' });
  return [
    {
      rule: 'default-changed',
      effect: 'none',
      level: 'soft',
      at: now?.at ?? `${revision.at}/default`,
      ...(before && { baseAt: before.at }),
      path: [],
      from: written(before).text,
      to: written(now).text,
    },
  ];
}
