import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import type { Met, Path } from '../asked/compared-members.ts';

type About = Partial<Pick<Met, 'situation' | 'part' | 'beside' | 'whole'>> & { asked?: object };

/** A value beside ours, in an exchange of its own whose request has a body. */
export function met(theirs: unknown, ours?: unknown, { asked = {}, ...more }: About = {}): Met {
  const request = { method: 'POST', url: 'http://target/v2/x', headers: [], body: JSON.stringify(asked) };
  const seen: NotedExchange = {
    ...{ case: 'a case', rules: [], request, at: 0, status: 200, headers: [], text: '', broken: [] },
  };
  return { theirs, ours, seen, whole: undefined, situation: undefined, part: undefined, beside: undefined, ...more };
}

/** A member of objects that were met, wherever one of the two has it. */
export function memberOf(name: string, objects: readonly Met[]): Path {
  const all = objects.map((one) => ({
    ...one,
    theirs: (one.theirs as Record<string, unknown>)[name],
    ours: (one.ours as Record<string, unknown>)[name],
  }));
  const isThere = ({ theirs, ours }: Met) => theirs !== undefined || ours !== undefined;
  return { all: all.filter(isThere), around: { all: [...objects], around: undefined } };
}
