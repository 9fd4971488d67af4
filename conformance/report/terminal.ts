import { createPaint, type Paint } from '../../spec/print.ts';
import { chooseFence, formatCount, formatSeconds } from '../../spec/texts.ts';
import { labels, type Outcome } from '../suite/outcome/outcome.ts';
import {
  formatCounts,
  groupByConcern,
  listChanges,
  listCounts,
  listDetails,
  listJudged,
  outline,
  type Section,
} from './outline.ts';
import { type Comparison, findExitCode, formatFacts, formatHeadline, type Report, summarize } from './report.ts';

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
export function formatTerminal(report: Report, options: { color: boolean; cases: number; files: string[] }): string {
  const paint = createPaint(options.color);
  const groups = [...groupByConcern(report.rules)];
  const width = Math.max(0, ...groups.map(([concern]) => concern.length));
  const concerns = groups.map(([concern, rules]) => {
    const counts = listCounts(summarize(rules)).map(([outcome, text]) => paint(styles[outcome], text));
    return `${concern.padEnd(width)}  ${counts.join(', ')}`;
  });
  const sections = outline(report).map((section) => formatSection(section, paint));
  return `\n${[concerns.join('\n'), ...sections, formatConclusion(report, options, paint)].join('\n\n')}`;
}

/** The changes between two reports. */
export function formatComparison(comparison: Comparison): string {
  const sections = listChanges(comparison).map((section) => formatSection(section, createPaint(false)));
  return sections.join('\n\n') || 'No rule differs.';
}

function formatSection({ heading, outcome, items }: Section, paint: Paint): string {
  if (!outcome) return [`${heading} (${items.length})`, ...items.map(({ title }) => `  ${title}`)].join('\n');
  const indented = (text: string) => text.replaceAll('\n', '\n            ');
  const texts = items.map(({ title, details, cases }) => {
    const ofCases = cases.flatMap((testCase) => [['case', testCase.title], ...listDetails(testCase)]);
    const lines = [...details, ...ofCases].map(
      ([name = '', text = '']) => `  ${name.padEnd(name ? 10 : 0)}${indented(text)}`,
    );
    return [`${paint(styles[outcome], labels[outcome])} ${paint('bold', title)}`, ...lines].join('\n');
  });
  return texts.join(items.some(({ cases }) => cases.length > 0) ? '\n\n' : '\n');
}

function formatConclusion(report: Report, { cases, files }: { cases: number; files: string[] }, paint: Paint): string {
  const { rules, summary, coverage, durationMs, seed, outsideSelection = [] } = report;
  const color = ({ 0: 'green', 1: 'red' } as const)[findExitCode(report)] ?? 'yellow';
  const waived = rules.filter((rule) => rule.waived).length;
  const judged = listJudged(report).map(([name, share]) => `${name} ${share}`);
  const lines = [
    paint(['bold', color], formatHeadline(report)),
    `${formatCount(rules.length, 'rule')}: ${formatCounts(summary)}${waived > 0 ? `, ${waived} of them waived` : ''}.`,
    coverage.judged < coverage.of && `Judged: ${judged.join(', ')}.`,
    cases > 0 && `${formatCount(cases, 'case')} in ${formatSeconds(durationMs)}, seed ${seed}.`,
    ...formatFacts(report),
    outsideSelection.length > 0 && `Also broken, outside the selection: ${outsideSelection.join(', ')}`,
    files.length > 0 && `Written: ${files.join(', ')}`,
  ];
  return lines.filter(Boolean).join('\n');
}

/** The number of shown items of each section. */
const maxItems = 20;

/** The summary of a CI job: headline, facts, changes since the baseline, waivers, findings and coverage. */
export function formatMarkdown(report: Report): string {
  const { rules, summary } = report;
  const sections = outline(report).filter(({ outcome }) => outcome !== 'outOfScope');
  const ofRun = sections.filter(({ outcome }) => outcome === undefined).toReversed();
  const blocks = [
    `## ${escapeMarkdown(formatHeadline(report))}`,
    ...formatFacts(report).map(escapeMarkdown),
    ...[...ofRun, ...sections.filter(({ outcome }) => outcome)].map(({ heading, items }) => {
      const lines = items
        .slice(0, maxItems)
        .map(({ title, reason, cases: [first] }) =>
          [`- ${markCode(title)}`, ...[reason, first?.curl].flatMap((text) => (text ? [fence(text)] : []))].join(
            '<br>',
          ),
        );
      const more = items.length > maxItems ? [`- and ${items.length - maxItems} more`] : [];
      return `### ${heading} (${items.length})\n\n${[...lines, ...more].join('\n')}`;
    }),
    `### ${formatCount(rules.length, 'rule')}: ${formatCounts(summary)}`,
    ['| operation | judged |', '|---|---|', ...listJudged(report).map(([name, of]) => `| ${name} | ${of} |`)].join(
      '\n',
    ),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** A text of the suite, whose words between backticks are code. */
function markCode(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? fence(part) : escapeMarkdown(part)))
    .join('');
}

/** Text on one line as code, unchanged: the fence is longer than any backticks in it. */
function fence(text: string): string {
  const backticks = chooseFence(text);
  const gap = backticks.length > 1 ? ' ' : '';
  return backticks + gap + text.replaceAll(/\s+/g, ' ') + gap + backticks;
}

/** Text on one line, without effect as Markdown or HTML. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|#~!@]/g, (character) => `&#${character.charCodeAt(0)};`);
}
