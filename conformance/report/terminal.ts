import { type Paint, paintWhere } from '../../spec/print.ts';
import { counted, seconds } from '../../spec/texts.ts';
import { labels, type Outcome } from '../suite/outcome/outcome.ts';
import { comparisonText } from './compare.ts';
import { byConcern, byReason, countsIn, operationName, summarize } from './groups.ts';
import { factLines } from './learned.ts';
import { detailsOf, exitCodeOf, type Report, type RuleReport } from './report.ts';
import { sentence } from './sentence.ts';
import { isInOrder, waivedText, waiverText } from './waivers.ts';

type Style = Parameters<Paint>[0];

const styles: Record<Outcome, Style> = {
  pass: 'green',
  fail: 'red',
  warn: 'yellow',
  notApplicable: 'gray',
  outOfScope: 'gray',
  blocked: 'magenta',
  error: 'red',
  inconclusive: 'cyan',
};

/** What a reader at a terminal needs: counts for each concern, every failure in full, what is blocked and how to unblock it. */
export function terminalReport(report: Report, options: { color: boolean; cases: number; files: string[] }): string {
  const paint = paintWhere(options.color);
  const blocks = [
    concerns(report, paint),
    ...(['fail', 'error', 'inconclusive', 'warn'] as const).flatMap((outcome) => rulesWith(report, outcome, paint)),
    ...(['blocked', 'outOfScope'] as const).map((outcome) => reasons(report, outcome, paint)),
    waivers(report, paint),
    report.comparison ? `Compared with the baseline:\n${comparisonText(report.comparison)}` : '',
    conclusion(report, options, paint),
  ];
  return `\n${blocks.filter((block) => block !== '').join('\n\n')}`;
}

/** Rules of an outcome in full; those that have it as cases did not run, in one block. */
function rulesWith(report: Report, outcome: Outcome, paint: Paint): string[] {
  const rules = report.rules.filter((rule) => rule.outcome === outcome);
  const ran = rules.filter(({ cases }) => cases.some((one) => one.outcome === outcome));
  const others = rules.filter((rule) => !ran.includes(rule));
  const rest = `${paint(styles[outcome], labels[outcome])} ${someOf(others)}\n  ${others[0]?.note ?? ''}`;
  return [...ran.map((rule) => failure(rule, outcome, paint)), ...(others.length > 0 ? [rest] : [])];
}

/** The ids of the first rules, and how many more there are. */
function someOf(rules: readonly RuleReport[]): string {
  const shown = rules.slice(0, 12).map(({ id }) => id);
  if (rules.length > shown.length) shown.push(`and ${rules.length - shown.length} more`);
  return shown.join(', ');
}

function concerns(report: Report, paint: Paint): string {
  const groups = byConcern(report.rules);
  const width = Math.max(0, ...[...groups.keys()].map((concern) => concern.length));
  return [...groups]
    .map(([concern, rules]) => {
      const counts = countsIn(summarize(rules)).map(([outcome, text]) => paint(styles[outcome], text));
      return `${concern.padEnd(width)}  ${counts.join(', ')}`;
    })
    .join('\n');
}

function failure(rule: RuleReport, outcome: Outcome, paint: Paint): string {
  const waived = rule.waived ? ` (waived ${waivedText(rule.waived)})` : '';
  const lines = [`${paint(styles[outcome], labels[outcome])} ${paint('bold', rule.id)} ${rule.statement}${waived}`];
  lines.push(`  clause    ${rule.clause}${rule.basis === 'assumption' ? ' (assumption)' : ''}`);
  if (rule.note) lines.push(`  ${rule.note}`);
  for (const one of rule.cases.filter((candidate) => candidate.outcome === outcome)) {
    lines.push(`  case      ${one.title}`);
    lines.push(...detailsOf(one).map(([name, text]) => `  ${name.padEnd(8)}  ${indent(text)}`));
  }
  return lines.join('\n');
}

/** Rules that were not judged, put together by why. Those that somebody can unblock are all named. */
function reasons(report: Report, outcome: 'blocked' | 'outOfScope', paint: Paint): string {
  const lines = [...byReason(report.rules, outcome)].map(([reason, rules]) => {
    const ids = outcome === 'blocked' ? rules.map(({ id }) => id).join(', ') : someOf(rules);
    return `${paint(styles[outcome], labels[outcome])} ${ids}\n  ${indent(reason)}`;
  });
  return lines.join('\n');
}

function waivers(report: Report, paint: Paint): string {
  return report.waivers
    .filter(({ state }) => state !== 'applied')
    .map((waiver) => `${paint(isInOrder(waiver) ? 'gray' : 'red', 'WAIVER')} ${waiverText(waiver)}`)
    .join('\n');
}

function conclusion(report: Report, { cases, files }: { cases: number; files: string[] }, paint: Paint): string {
  const style: Style = ({ 0: 'green', 1: 'red' } as Record<number, Style>)[exitCodeOf(report)] ?? 'yellow';
  const counts = countsIn(report.summary).map(([, text]) => text);
  const waived = report.rules.filter((rule) => rule.waived).length;
  if (waived > 0) counts.push(`${waived} of all waived`);
  // Start included, as a reader waits for that too.
  const perCase = cases > 0 ? ` (${Math.round(report.durationMs / cases)} ms a case)` : '';
  const lines = [
    paint(['bold', style] as Style, sentence(report)),
    `${counted(report.rules.length, 'rule')}: ${counts.join(', ')}.`,
    ...coverageLines(report),
    ...(cases === 0
      ? []
      : [`${counted(cases, 'case')} in ${seconds(report.durationMs)}${perCase}, seed ${report.seed}.`]),
    ...factLines(report),
  ];
  if (report.outsideSelection) lines.push(`Also broken, outside the selection: ${report.outsideSelection.join(', ')}`);
  if (files.length > 0) lines.push(`Written: ${files.join(', ')}`);
  return lines.join('\n');
}

/** How much of each operation was judged, where that is not everything. */
function coverageLines({ coverage }: Report): string[] {
  if (coverage.judged === coverage.of) return [];
  const parts = Object.entries(coverage.byOperation).map(
    ([name, { judged, of }]) => `${operationName(name)} ${judged} of ${of}`,
  );
  return [`Judged: ${parts.join(', ')}.`];
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n            ');
}
