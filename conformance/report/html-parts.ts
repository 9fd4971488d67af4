import { escaped } from '../../spec/texts.ts';
import { type Outcome, word } from '../suite/outcome/outcome.ts';
import type { RuleReport } from './report.ts';

/** The sentence of a rule as HTML; its words between backticks are code. */
export function withCode(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** Outcomes whose rules are told in full, worst first, with the headings of their sections. */
export const told: readonly [outcome: Outcome, heading: string][] = [
  ['fail', 'Failures'],
  ['error', 'Errors of the suite or the network'],
  ['inconclusive', 'Inconclusive'],
  ['warn', 'Warnings'],
];

/** The id of a rule, coloured by its outcome and leading to where the page says most about it. */
export function chip({ id, outcome, statement, waived }: RuleReport): string {
  const place = told.some(([one]) => one === outcome) ? id : `all-${id}`;
  const about = `${word(outcome)}${waived ? ', waived' : ''}: ${statement}`;
  return `<a class="chip ${outcome}" href="#${escaped(place)}" title="${escaped(about)}">${escaped(id)}</a>`;
}
