import { styleText } from 'node:util';
import { labels, type Outcome, outcomes } from '../suite/outcome/outcome.ts';
import { comparisonText } from './compare.ts';
import { byConcern, byRemedy, byScope, operationName } from './groups.ts';
import { learnedLines } from './learned.ts';
import { detailsOf, exitCodeOf, type Report, type RuleReport } from './report.ts';
import { sentence } from './sentence.ts';
import { isInOrder, stateText } from './waivers.ts';

type Style = Parameters<typeof styleText>[0];

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
  const paint = (style: Style, text: string) => (options.color ? styleText(style, text) : text);
  const blocks = [
    concerns(report, paint),
    ...withOutcome(report, 'fail').map((rule) => failure(rule, 'fail', paint)),
    ...withOutcome(report, 'error')
      .filter(({ cases }) => cases.some(({ outcome }) => outcome === 'error'))
      .map((rule) => failure(rule, 'error', paint)),
    ...without(report, 'error', paint),
    ...withOutcome(report, 'inconclusive')
      .filter(({ cases }) => cases.some(({ outcome }) => outcome === 'inconclusive'))
      .map((rule) => failure(rule, 'inconclusive', paint)),
    ...without(report, 'inconclusive', paint),
    ...withOutcome(report, 'warn').map((rule) => failure(rule, 'warn', paint)),
    blockedRules(report, paint),
    outsideScope(report, paint),
    waivers(report, paint),
    report.comparison ? `Compared with the baseline:\n${comparisonText(report.comparison)}` : '',
    conclusion(report, options, paint),
  ];
  return `\n${blocks.filter((block) => block !== '').join('\n\n')}`;
}

type Paint = (style: Style, text: string) => string;

function withOutcome(report: Report, outcome: Outcome): RuleReport[] {
  return report.rules.filter((rule) => rule.outcome === outcome);
}

/** Rules of which no case came to that outcome, but which have it as cases did not run, in one block. */
function without(report: Report, outcome: Outcome, paint: Paint): string[] {
  const rules = withOutcome(report, outcome).filter(({ cases }) => !cases.some((one) => one.outcome === outcome));
  const [first] = rules;
  if (!first) return [];
  return [`${paint(styles[outcome], labels[outcome])} ${someOf(rules)}\n  ${first.note ?? ''}`];
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
      const counts = outcomes.flatMap((outcome) => {
        const count = rules.filter((rule) => rule.outcome === outcome).length;
        return count > 0 ? [paint(styles[outcome], `${count} ${labels[outcome].toLowerCase()}`)] : [];
      });
      return `${concern.padEnd(width)}  ${counts.join(', ')}`;
    })
    .join('\n');
}

function failure(rule: RuleReport, outcome: Outcome, paint: Paint): string {
  const waived = rule.waived
    ? ` (waived until ${rule.waived.until} by ${rule.waived.owner}: ${rule.waived.reason})`
    : '';
  const lines = [`${paint(styles[outcome], labels[outcome])} ${paint('bold', rule.id)} ${rule.statement}${waived}`];
  lines.push(`  clause    ${rule.clause}${rule.basis === 'assumption' ? ' (assumption)' : ''}`);
  if (rule.note) lines.push(`  ${rule.note}`);
  for (const one of rule.cases.filter((candidate) => candidate.outcome === outcome)) {
    lines.push(`  case      ${one.title}`);
    lines.push(...detailsOf(one).map(([name, text]) => `  ${name.padEnd(8)}  ${indent(text)}`));
  }
  return lines.join('\n');
}

/** Rules are put together by what would unblock them. */
function blockedRules(report: Report, paint: Paint): string {
  const lines = [...byRemedy(report.rules)].map(
    ([reason, rules]) => `${paint('magenta', 'BLOCKED')} ${rules.map(({ id }) => id).join(', ')}\n  ${indent(reason)}`,
  );
  return lines.join('\n');
}

/** Rules are put together by why they are outside. */
function outsideScope(report: Report, paint: Paint): string {
  const lines = [...byScope(report.rules)].map(
    ([reason, rules]) => `${paint('gray', 'OUT OF SCOPE')} ${someOf(rules)}\n  ${indent(reason)}`,
  );
  return lines.join('\n');
}

function waivers(report: Report, paint: Paint): string {
  return report.waivers
    .filter(({ state }) => state !== 'applied')
    .map((waiver) => {
      const label = paint(isInOrder(waiver) ? 'gray' : 'red', 'WAIVER');
      return `${label} ${waiver.rule} (${waiver.owner}): ${stateText(waiver)}`;
    })
    .join('\n');
}

function conclusion(report: Report, { cases, files }: { cases: number; files: string[] }, paint: Paint): string {
  const style: Style = ({ 0: 'green', 1: 'red' } as Record<number, Style>)[exitCodeOf(report)] ?? 'yellow';
  const counts = outcomes.flatMap((outcome) => {
    const count = report.summary[outcome];
    return count > 0 ? [`${count} ${labels[outcome].toLowerCase()}`] : [];
  });
  const waived = report.rules.filter((rule) => rule.waived).length;
  if (waived > 0) counts.push(`${waived} of them waived`);
  const lines = [
    paint(['bold', style] as Style, sentence(report)),
    `${report.rules.length} rules: ${counts.join(', ')}.`,
    ...coverageLines(report),
    `${cases} cases in ${(report.durationMs / 1000).toFixed(1)} s${perCase(report, cases)}, seed ${report.seed}.`,
  ];
  lines.push(...learnedLines(report).others);
  if (report.took) lines.push(howLong(report.took));
  if (report.outsideSelection) lines.push(`Also broken, outside the selection: ${report.outsideSelection.join(', ')}`);
  if (files.length > 0) lines.push(`Written: ${files.join(', ')}`);
  return lines.join('\n');
}

function howLong({ mailMs, readMs }: NonNullable<Report['took']>): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const read = readMs ? `What was written was read up to ${seconds(readMs)} later.` : '';
  return [mailMs ? `Mail took up to ${seconds(mailMs)}.` : '', read].join(' ').trim();
}

/** How much of each operation was judged, where that is not everything. */
function coverageLines({ coverage }: Report): string[] {
  if (coverage.judged === coverage.of) return [];
  const parts = Object.entries(coverage.byOperation).map(
    ([name, { judged, of }]) => `${operationName(name)} ${judged} of ${of}`,
  );
  return [`Judged: ${parts.join(', ')}.`];
}

/** Start included, as a reader waits for that too. */
function perCase({ durationMs }: Report, cases: number): string {
  return cases > 0 ? ` (${Math.round(durationMs / cases)} ms a case)` : '';
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n            ');
}
