import type { ContractDocument } from '../../spec/document.ts';
import { grouped } from '../../spec/grouped.ts';
import type { Report } from '../report/report.ts';
import { isJudged } from '../suite/outcome/outcome.ts';
import { OwnRefusals } from './own-refusal.ts';
import { refusalsByRule } from './refusals.ts';

/** The agreement of a mock with the target that its deployment file describes. */
export interface Fidelity {
  /** Rules that were judged at the target. */
  judged: number;
  /** A line for each of these that has another outcome or another refusal at the mock. */
  differences: string[];
}

/** Compares the reports of a target and of the mock with its deployment file, rule by rule. */
export function fidelityOf(target: Report, mock: Report, contract: ContractDocument): Fidelity {
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
  return { judged: judged.length, differences };
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

/** The figure, and the rules that differ. */
export function fidelityText({ judged, differences }: Fidelity): string {
  const equal = judged - differences.length;
  const share = judged === 0 ? 0 : Math.floor((100 * equal) / judged);
  return [...differences, `Fidelity: ${share} %, ${equal} of ${judged} rules have equal outcomes and refusals.`].join(
    '\n',
  );
}
