import { escaped } from '../../spec/texts.ts';
import { type Outcome, outcomes, word } from '../suite/outcome/outcome.ts';
import { byOperation, countOf, operationName, summarize } from './groups.ts';
import type { Report, RuleReport } from './report.ts';

/** How the rules of each operation fared: counts by outcome, and below them every rule. */
export function matrix({ rules, summary }: Report): string {
  const seen = outcomes.filter((outcome) => summary[outcome] > 0);
  const head = seen.map((outcome) => `<th scope="col">${word(outcome)}</th>`).join('');
  const rows = [...byOperation(rules)].map(([name, of]) => operationRows(operationName(name), of, seen));
  return `<section>
<h2>Rules by operation</h2>
<div class="scroll"><table class="matrix">
<thead><tr><th scope="col">operation</th>${head}<th scope="col">judged</th></tr></thead>
${rows.join('\n')}
<tfoot>${countsRow('all rules', rules, seen)}</tfoot>
</table></div>
<p class="soft">A rule about several operations stands with each of them. Rules that are not applicable are left out of what is to be judged.</p>
</section>`;
}

function operationRows(name: string, rules: readonly RuleReport[], seen: readonly Outcome[]): string {
  const passed = rules.filter(({ outcome }) => outcome === 'pass');
  const others = seen.flatMap((outcome) => rules.filter((rule) => outcome !== 'pass' && rule.outcome === outcome));
  const passes =
    passed.length > 0 ? `<details><summary>${passed.length} pass</summary>${passed.map(chip).join('')}</details>` : '';
  return `<tbody>${countsRow(name, rules, seen)}
<tr class="rules"><td colspan="${seen.length + 2}">${others.map(chip).join('')}${passes}</td></tr></tbody>`;
}

function countsRow(name: string, rules: readonly RuleReport[], seen: readonly Outcome[]): string {
  const { judged, of } = countOf(rules);
  const counts = summarize(rules);
  const cells = seen.map((outcome) => `<td class="${counts[outcome] > 0 ? outcome : 'none'}">${counts[outcome]}</td>`);
  // The names of operations are long words, which may break before a capital.
  const shown = escaped(name).replace(/(?<=[a-z])(?=[A-Z])/g, '<wbr>');
  return `<tr><th scope="row">${shown}</th>${cells.join('')}<td>${judged} of ${of}</td></tr>`;
}

/** The sentence of a rule as HTML; its words between backticks are code. */
export function withCode(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** Outcomes whose rules are shown in full, worst first, with the headings of their sections. */
export const sections: readonly [outcome: Outcome, heading: string][] = [
  ['fail', 'Failures'],
  ['error', 'Errors of the suite or the network'],
  ['inconclusive', 'Inconclusive'],
  ['warn', 'Warnings'],
];

/** The id of a rule, coloured by its outcome and leading to where the page says most about it. */
export function chip({ id, outcome, statement, waived }: RuleReport): string {
  const place = sections.some(([one]) => one === outcome) ? id : `all-${id}`;
  const about = `${word(outcome)}${waived ? ', waived' : ''}: ${statement}`;
  return `<a class="chip ${outcome}" href="#${escaped(place)}" title="${escaped(about)}">${escaped(id)}</a>`;
}
