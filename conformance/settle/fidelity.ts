import type { ContractDocument } from '../../spec/document.ts';
import { grouped } from '../../spec/grouped.ts';
import type { Report } from '../report/report.ts';
import { isJudged } from '../suite/outcome/outcome.ts';
import { OwnRefusals } from './own-refusal.ts';
import { refusalsByRule } from './refusals.ts';

/** Compares the reports of a target and of the mock that imitates it: one line for each different rule, and the share of equal ones. */
export function fidelityText(target: Report, mock: Report, contract: ContractDocument): string {
  const outcomes = new Map(mock.rules.map(({ id, outcome }) => [id, outcome]));
  const [there, here] = [refusalsOf(target, contract), refusalsOf(mock, contract)];
  const judged = target.rules.filter(({ outcome }) => isJudged(outcome));
  const differences = judged.flatMap(({ id, outcome }) => {
    const ofMock = outcomes.get(id) ?? 'absent';
    if (outcome !== ofMock) return [`${id}: ${outcome} at the target, ${ofMock} at the mock`];
    const [refusal, own] = [there.get(id), here.get(id)];
    if (refusal === undefined || own === undefined || refusal === own) return [];
    return [`${id}: ${refusal} at the target, ${own} at the mock`];
  });
  const equal = judged.length - differences.length;
  const share = judged.length === 0 ? 0 : Math.floor((100 * equal) / judged.length);
  const figure = `Fidelity: ${share} %, ${equal} of ${judged.length} rules have equal outcomes and refusals.`;
  return [...differences, figure].join('\n');
}

/** Status, code and title of the most frequent refusal under each rule, by operation. */
function refusalsOf({ seen }: Report, contract: ContractDocument): Map<string, string> {
  const groups = refusalsByRule(seen ?? { refusals: [], choices: {} }, new OwnRefusals(contract));
  const texts = [...grouped(groups, ({ rule }) => rule)].map(([rule, ofRule]) => {
    const lines = ofRule.map(({ operation, forms }) => {
      const { status, code, title, body } = forms[0]?.form ?? {};
      return `${[status, code, title, body === false && 'without a body'].filter(Boolean).join(' ')} (${operation ?? 'no operation'})`;
    });
    return [rule, lines.sort().join(', ')] as const;
  });
  return new Map(texts);
}
