import {
  CharSet,
  type Concatenation,
  DFA,
  type Element,
  isDisjointWith,
  JS,
  NFA,
  type NoParent,
  Transformers,
  transform,
} from 'refa';
import { withinTime } from '../within-time.ts';
import type { StringAlternative } from './shape.ts';

/**
 * Whether every text that one alternative allows is allowed by another one, by their patterns and lengths. Undefined when that
 * can't be told: patterns that look around or back, or automata that get too large or take too long.
 */
export function isWithin(one: StringAlternative, other: StringAlternative): boolean | undefined {
  try {
    return withinTime(automataLimit, () => compareLanguages(one, other));
  } catch {
    return undefined;
  }
}

/** Milliseconds of processor time that a comparison of two patterns may take, behind the limit of refa on the size of an automaton. */
const automataLimit = 5_000;

function compareLanguages(one: StringAlternative, other: StringAlternative): boolean {
  const allowed = automataOf(one).reduce((left, right) => NFA.fromIntersection(left, right));
  return automataOf(other).every((automaton) => {
    const refused = DFA.fromFA(automaton);
    refused.complement();
    return isDisjointWith(allowed, refused);
  });
}

/** One automaton for each pattern, and one for the length. */
function automataOf({ patterns, min, max }: StringAlternative): NFA[] {
  const length = `^[^]{${min?.value ?? 0},${max?.value ?? ''}}$`;
  return [length, ...patterns.map(({ value }) => value)].map(automatonOf);
}

/** The texts that a pattern is found in; a pattern that is not anchored may have anything around it. */
function automatonOf(pattern: string): NFA {
  const parser = JS.Parser.fromLiteral({ source: pattern, flags: 'u' });
  const { expression, maxCharacter } = parser.parse({ assertions: 'parse', backreferences: 'throw' });
  const alternatives = expression.alternatives.map(({ elements }): NoParent<Concatenation> => {
    const isStart = isEdge(elements[0], 'behind');
    const isEnd = isEdge(elements.at(-1), 'ahead');
    const inner = elements.slice(isStart ? 1 : 0, isEnd ? -1 : undefined);
    const rest = [anything(maxCharacter)];
    return { type: 'Concatenation', elements: [...(isStart ? [] : rest), ...inner, ...(isEnd ? [] : rest)] };
  });
  const plain = transform(Transformers.applyAssertions(), { type: 'Expression', alternatives });
  return NFA.fromRegex(plain, { maxCharacter });
}

/** `^` and `$` are read as "nothing before" and "nothing after". */
function isEdge(element: NoParent<Element> | undefined, kind: 'behind' | 'ahead'): boolean {
  if (element?.type !== 'Assertion' || element.kind !== kind || !element.negate) return false;
  const [only, ...others] = element.alternatives;
  const [character, ...more] = only?.elements ?? [];
  return others.length + more.length === 0 && character?.type === 'CharacterClass' && character.characters.isAll;
}

function anything(maxCharacter: number): NoParent<Element> {
  const any: NoParent<Concatenation> = {
    type: 'Concatenation',
    elements: [{ type: 'CharacterClass', characters: CharSet.all(maxCharacter) }],
  };
  return { type: 'Quantifier', min: 0, max: Number.POSITIVE_INFINITY, lazy: false, alternatives: [any] };
}
