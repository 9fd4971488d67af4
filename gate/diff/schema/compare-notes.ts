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
    const { rule, width } = now === undefined ? rules[note].gone : rules[note].come;
    const delta: Delta = { rule, width, at: now ?? revision.at, baseAt: before ?? base.at, path: [] };
    return { deltas: [...deltas, delta], isDecided: rule !== 'no-longer-lenient' };
  }
  return { deltas, isDecided: false };
}

const rules = {
  readOnly: {
    come: { rule: 'became-read-only', width: 'both' },
    gone: { rule: 'no-longer-read-only', width: 'none' },
  },
  writeOnly: {
    come: { rule: 'became-write-only', width: 'both' },
    gone: { rule: 'no-longer-write-only', width: 'none' },
  },
  lenient: {
    come: { rule: 'became-lenient', width: 'wider' },
    gone: { rule: 'no-longer-lenient', width: 'none' },
  },
} as const;

function deprecations(base: Notes, revision: Notes, baseAt: string): Delta[] {
  if (revision.deprecated === undefined || base.deprecated !== undefined) return [];
  return [{ rule: 'deprecated', width: 'none', at: revision.deprecated, baseAt, path: [] }];
}

/** A default says what a request means that leaves the value out; in an answer, and of what is never sent, it says nothing. */
function defaults(base: Shape, revision: Shape, flow: Flow): Delta[] {
  const isNeverSent = base.notes.readOnly !== undefined && revision.notes.readOnly !== undefined;
  if (flow === 'response' || isNeverSent) return [];
  const [before, now] = [base.notes.default, revision.notes.default];
  const [from, to] = [before, now].map((held) => (held ? canonical(held.value) : 'none')) as [string, string];
  if (from === to) return [];
  const at = now?.at ?? `${revision.at}/default`;
  return [{ rule: 'default-changed', width: 'none', at, ...(before && { baseAt: before.at }), path: [], from, to }];
}
