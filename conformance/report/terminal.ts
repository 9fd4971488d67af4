import { type Paint, paintWhere } from '../../spec/print.ts';
import { counted, seconds } from '../../spec/texts.ts';
import { labels, type Outcome } from '../suite/outcome/outcome.ts';
import { summarize } from './assemble.ts';
import { byConcern, changesIn, countsIn, countsText, detailsOf, judgedIn, outlineOf, type Section } from './outline.ts';
import { type Comparison, exitCodeOf, factLines, headline, type Report } from './report.ts';

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
  const groups = [...byConcern(report.rules)];
  const width = Math.max(0, ...groups.map(([concern]) => concern.length));
  const concerns = groups.map(([concern, rules]) => {
    const counts = countsIn(summarize(rules)).map(([outcome, text]) => paint(styles[outcome], text));
    return `${concern.padEnd(width)}  ${counts.join(', ')}`;
  });
  const sections = outlineOf(report).map((section) => sectionText(section, paint));
  return `\n${[concerns.join('\n'), ...sections, conclusion(report, options, paint)].join('\n\n')}`;
}

/** The changes between two reports. */
export function comparisonText(comparison: Comparison): string {
  const sections = changesIn(comparison).map((section) => sectionText(section, paintWhere(false)));
  return sections.join('\n\n') || 'No rule differs.';
}

function sectionText({ heading, outcome, items }: Section, paint: Paint): string {
  if (!outcome) return [`${heading} (${items.length})`, ...items.map(({ title }) => `  ${title}`)].join('\n');
  const indented = (text: string) => text.replaceAll('\n', '\n            ');
  const texts = items.map(({ title, details, cases }) => {
    const ofCases = cases.flatMap((testCase) => [['case', testCase.title], ...detailsOf(testCase)]);
    const lines = [...details, ...ofCases].map(
      ([name = '', text = '']) => `  ${name.padEnd(name ? 10 : 0)}${indented(text)}`,
    );
    return [`${paint(styles[outcome], labels[outcome])} ${paint('bold', title)}`, ...lines].join('\n');
  });
  return texts.join(items.some(({ cases }) => cases.length > 0) ? '\n\n' : '\n');
}

function conclusion(report: Report, { cases, files }: { cases: number; files: string[] }, paint: Paint): string {
  const { rules, summary, coverage, durationMs, seed, outsideSelection = [] } = report;
  const color = ({ 0: 'green', 1: 'red' } as const)[exitCodeOf(report)] ?? 'yellow';
  const waived = rules.filter((rule) => rule.waived).length;
  const judged = judgedIn(report).map(([name, share]) => `${name} ${share}`);
  const lines = [
    paint(['bold', color], headline(report)),
    `${counted(rules.length, 'rule')}: ${countsText(summary)}${waived > 0 ? `, ${waived} of them waived` : ''}.`,
    coverage.judged < coverage.of && `Judged: ${judged.join(', ')}.`,
    cases > 0 && `${counted(cases, 'case')} in ${seconds(durationMs)}, seed ${seed}.`,
    ...factLines(report),
    outsideSelection.length > 0 && `Also broken, outside the selection: ${outsideSelection.join(', ')}`,
    files.length > 0 && `Written: ${files.join(', ')}`,
  ];
  return lines.filter(Boolean).join('\n');
}
