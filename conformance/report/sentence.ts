import { learnedLines } from './learned.ts';
import type { Report } from './report.ts';

/** The headline: the verdict in a sentence, before it what nobody may overlook. */
export function sentence(report: Report): string {
  return [...learnedLines(report).headline, verdictSentence(report)].join(' ');
}

function verdictSentence({ verdict, target, summary, rules, waivers }: Report): string {
  const broken = rules.filter(({ outcome, waived }) => outcome === 'fail' && !waived).length;
  const badWaivers = waivers.filter(({ state }) => state !== 'applied').length;
  switch (verdict) {
    case 'conformant':
      return `${target.name} conforms${summary.warn > 0 ? `, with ${summary.warn} ${summary.warn === 1 ? 'warning' : 'warnings'}` : ''}.`;
    case 'nonConformant':
      return broken > 0
        ? `${target.name} does not conform: ${broken} ${broken === 1 ? 'rule is' : 'rules are'} broken.`
        : `${target.name} has ${badWaivers} ${badWaivers === 1 ? 'waiver' : 'waivers'} that should be removed.`;
    case 'incomplete':
      return `${target.name} broke no rule, but not every rule that it must keep could be judged.`;
    case 'interrupted':
      return 'The run was interrupted; what is shown is what it had found by then.';
  }
}
