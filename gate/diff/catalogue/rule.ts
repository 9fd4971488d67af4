import type { Direction, Level } from '../change.ts';

/** Which part of the version a change raises at least. */
type Bump = 'major' | 'minor' | 'patch';

/** What a sentence speaks of: a part of a message or document, and what was there and is there now (`none` for nothing). */
export interface Words {
  subject: string;
  from: string;
  to: string;
}

/** The end of a sentence about something that is gone: what took its place, when something did. */
export function heir({ to }: Words): string {
  return to === 'none' ? '' : `: it is ${to} now`;
}

/** A rule of the comparison: its id, and with it its name, is permanent, because `spec/accepted-changes.yaml` has it. */
export interface Rule {
  id: string;
  direction: Direction;
  level: Level;
  /** What it does to the version, below which semver.org allows no change of this kind. */
  version: Bump;
  /** What the change means for clients. */
  sentence(words: Words): string;
}

/** A rule as it is written down: where it stands tells the rest. */
type Draft = Pick<Rule, 'level' | 'version' | 'sentence'>;

const draft = (level: Level, version: Bump) => (sentence: Rule['sentence']) =>
  ({ level, version, sentence }) satisfies Draft;

/** The ways to write a rule. Breaking ones ask for a major version, soft ones and additions for a minor one. */
export const breaking = draft('breaking', 'major');
export const soft = draft('soft', 'minor');
export const added = draft('safe', 'minor');
export const safe = draft('safe', 'patch');

/** Rules of one direction; the id of each is its name. */
export function oneWay<Name extends string>(direction: Direction, drafts: Record<Name, Draft>): Record<Name, Rule> {
  const rules = Object.entries<Draft>(drafts).map(([id, one]) => [id, { id, direction, ...one }] as const);
  return Object.fromEntries(rules) as Record<Name, Rule>;
}

/** A rule for each direction of a value: what clients send, and what they are given. */
type BothWays = Record<'request' | 'response', Rule>;

/** The same, as it is written down; what one direction alone can have is written for that one. */
export type Drafts = { request: Draft; response?: Draft } | { request?: Draft; response: Draft };

/** One draft for both directions. */
export function alike(one: Draft): Drafts {
  return { request: one, response: one };
}

/** Rules of two directions; the id of each is its direction and its name, between them what it is `of`. */
export function bothWays<Name extends string>(drafts: Record<Name, Drafts>, of = ''): Record<Name, BothWays> {
  const rules = Object.entries<Drafts>(drafts).map(([name, written]) => {
    const ways = Object.entries(written).map(
      ([way, one]) => [way, { id: `${way}-${of}${name}`, direction: way as keyof Drafts, ...one }] as const,
    );
    const both: Partial<BothWays> = Object.fromEntries(ways);
    return [
      name,
      { ...both, request: both.request ?? both.response, response: both.response ?? both.request },
    ] as const;
  });
  return Object.fromEntries(rules) as Record<Name, BothWays>;
}
