import { grouped } from '../../spec/grouped.ts';
import { type Paint, paintWhere } from '../../spec/print.ts';
import { counted, seconds } from '../../spec/texts.ts';
import { labels, type Outcome } from '../suite/outcome/outcome.ts';
import { summarize } from './assemble.ts';
import { comparisonText } from './compare.ts';
import { exitCodeOf, type Report, type RuleReport } from './report.ts';
import {
  byReason,
  concernOf,
  countsIn,
  detailsOf,
  factLines,
  headline,
  isInOrder,
  operationName,
  waivedText,
  waiverText,
} from './text.ts';

const styles: Record<Outcome, Parameters<Paint>[0]> = {
  pass: 'green',
  fail: 'red',
  warn: 'yellow',
  notApplicable: 'gray',
  outOfScope: 'gray',
  blocked: 'magenta',
  error: 'red',
  inconclusive: 'cyan',
};

/** Counts for each concern, every finding in full, the reasons of other outcomes, waivers, changes and the verdict. */
export function terminalReport(report: Report, options: { color: boolean; cases: number; files: string[] }): string {
  const paint = paintWhere(options.color);
  const label = (outcome: Outcome) => paint(styles[outcome], labels[outcome]);
  const wrong = report.waivers.filter(({ state }) => state !== 'applied');
  const blocks = [
    concerns(report, paint),
    ...(['fail', 'error', 'inconclusive', 'warn'] as const).flatMap((outcome) => {
      const rules = report.rules.filter((rule) => rule.outcome === outcome);
      const ran = rules.filter(({ cases }) => cases.some((one) => one.outcome === outcome));
      const others = rules.filter((rule) => !ran.includes(rule));
      const rest = `${label(outcome)} ${someOf(others)}\n  ${others[0]?.note ?? ''}`;
      return [...ran.map((rule) => `${label(outcome)} ${finding(rule, paint)}`), ...(others.length > 0 ? [rest] : [])];
    }),
    ...(['blocked', 'outOfScope'] as const).map((outcome) =>
      [...byReason(report.rules, outcome)]
        .map(([reason, rules]) => {
          const ids = outcome === 'blocked' ? rules.map(({ id }) => id).join(', ') : someOf(rules);
          return `${label(outcome)} ${ids}\n  ${indented(reason)}`;
        })
        .join('\n'),
    ),
    wrong.map((one) => `${paint(isInOrder(one) ? 'gray' : 'red', 'WAIVER')} ${waiverText(one)}`).join('\n'),
    report.comparison ? `Compared with the baseline:\n${comparisonText(report.comparison)}` : '',
    conclusion(report, options, paint),
  ];
  return `\n${blocks.filter((block) => block !== '').join('\n\n')}`;
}

/** The ids of the first rules, and how many more there are. */
function someOf(rules: readonly RuleReport[]): string {
  const shown = rules.slice(0, 12).map(({ id }) => id);
  if (rules.length > shown.length) shown.push(`and ${rules.length - shown.length} more`);
  return shown.join(', ');
}

function concerns({ rules }: Report, paint: Paint): string {
  const groups = [...grouped(rules, concernOf)];
  const width = Math.max(0, ...groups.map(([concern]) => concern.length));
  const lines = groups.map(([concern, of]) => {
    const counts = countsIn(summarize(of)).map(([outcome, text]) => paint(styles[outcome], text));
    return `${concern.padEnd(width)}  ${counts.join(', ')}`;
  });
  return lines.join('\n');
}

function finding({ id, statement, waived, clause, basis, note, cases, outcome }: RuleReport, paint: Paint): string {
  const details = cases
    .filter((one) => one.outcome === outcome)
    .flatMap((one) => [['case', one.title], ...detailsOf(one)])
    .map(([name = '', text = '']) => `  ${name.padEnd(8)}  ${indented(text)}`);
  return [
    `${paint('bold', id)} ${statement}${waived ? ` (waived ${waivedText(waived)})` : ''}`,
    `  clause    ${clause}${basis === 'assumption' ? ' (assumption)' : ''}`,
    ...(note ? [`  ${note}`] : []),
    ...details,
  ].join('\n');
}

function conclusion(report: Report, { cases, files }: { cases: number; files: string[] }, paint: Paint): string {
  const { rules, summary, coverage, durationMs, seed, outsideSelection = [] } = report;
  const color = ({ 0: 'green', 1: 'red' } as const)[exitCodeOf(report)] ?? 'yellow';
  const counts = countsIn(summary).map(([, text]) => text);
  const waived = rules.filter((rule) => rule.waived).length;
  if (waived > 0) counts.push(`${waived} of all waived`);
  const judged = Object.entries(coverage.byOperation).map(
    ([name, part]) => `${operationName(name)} ${part.judged} of ${part.of}`,
  );
  // The time of a case includes the start, as a reader waits for that too.
  const perCase = `${Math.round(durationMs / cases)} ms a case`;
  const lines = [
    paint(['bold', color], headline(report)),
    `${counted(rules.length, 'rule')}: ${counts.join(', ')}.`,
    coverage.judged < coverage.of && `Judged: ${judged.join(', ')}.`,
    cases > 0 && `${counted(cases, 'case')} in ${seconds(durationMs)} (${perCase}), seed ${seed}.`,
    ...factLines(report),
    outsideSelection.length > 0 && `Also broken, outside the selection: ${outsideSelection.join(', ')}`,
    files.length > 0 && `Written: ${files.join(', ')}`,
  ];
  return lines.filter((line) => line !== false).join('\n');
}

const indented = (text: string) => text.replaceAll('\n', '\n            ');
