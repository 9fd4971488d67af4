import type { Direction, Level } from '../change.ts';

/** Which part of the version a change raises at least. */
export type Bump = 'major' | 'minor' | 'patch';

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

/** A rule of the comparison: its id is permanent, because `spec/accepted-changes.yaml` names it. */
export interface Rule {
  id: string;
  direction: Direction;
  level: Level;
  /** What it does to the version, below which semver.org allows no change of this kind. */
  version: Bump;
  /** What the change means for clients. */
  sentence(words: Words): string;
}

type Sentence = Rule['sentence'];

/** The ways to write a rule of one direction. Breaking rules ask for a major version, soft ones and additions for a minor one. */
function rulesOf(direction: Direction) {
  const rule = (level: Level, version: Bump) => (id: string, sentence: Sentence) =>
    ({ id, direction, level, version, sentence }) satisfies Rule;
  return {
    breaking: rule('breaking', 'major'),
    soft: rule('soft', 'minor'),
    added: rule('safe', 'minor'),
    safe: rule('safe', 'patch'),
  };
}

/** Rules about what clients send. */
export const request = rulesOf('request');
/** Rules about what clients are given. */
export const response = rulesOf('response');
/** Rules about code that is generated of the document. */
export const client = rulesOf('client');

/** A rule for each direction of a value: what clients send, and what they are given. */
export interface BothWays {
  request: Rule;
  response: Rule;
}

/** A rule of changes that one direction alone can have. */
export function oneWay(rule: Rule): BothWays {
  return { request: rule, response: rule };
}
