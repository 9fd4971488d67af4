import { placeText } from '../../spec/locator.ts';
import type { Paint } from '../../spec/print.ts';
import { seconds } from '../../spec/texts.ts';
import type { Finding } from '../finding.ts';
import { conclusion, entryFor, type GateReport, openChanges, type StepReport, sideOf } from './report.ts';

const outcomeStyles = { passed: 'green', failed: 'red', unchanged: 'gray', skipped: 'gray' } as const;
const styles = { error: 'red', warning: 'yellow', note: 'gray' } as const;

/** The line of a step that has ended. */
export function stepLine({ name, outcome, summary, durationMs }: StepReport, paint: Paint): string {
  const word = paint(outcomeStyles[outcome], outcome.padEnd(9));
  return `${word} ${name.padEnd(11)} ${seconds(durationMs).padStart(7)}  ${summary}`;
}

/** All findings in full, where the time went, and what it comes down to. */
export function terminalReport(report: GateReport, paint: Paint, files: readonly string[]): string {
  const { steps } = report;
  const blocks = [
    ...steps.flatMap(({ name, findings }) => findings.map((finding) => findingText(name, finding, paint))),
    howToAcknowledge(report),
    [
      paint(['bold', report.outcome === 'passed' ? 'green' : 'red'], conclusion(report)),
      `${seconds(report.durationMs)}, side by side: ${times(steps)}.`,
      ...(files.length > 0 ? [`Written: ${files.join(', ')}`] : []),
    ].join('\n'),
  ];
  return `\n${blocks.filter(Boolean).join('\n\n')}`;
}

function findingText(
  step: string,
  { severity, rule, message, place, details = [], change }: Finding,
  paint: Paint,
): string {
  const word = change?.accepted ? 'acknowledged' : (change?.level ?? severity);
  const lines = [`${paint(styles[severity], word.toUpperCase())} ${paint('bold', rule)} (${step}) ${placeText(place)}`];
  lines.push(message, ...details);
  if (change) {
    const { name, basePlace, example, accepted, landed } = change;
    lines.push(`in ${sideOf(change)}: ${name}`);
    if (basePlace) lines.push(`at the base: ${placeText(basePlace)}`);
    if (example !== undefined) lines.push(`example: ${JSON.stringify(example)}`);
    else if (change.level === 'breaking') lines.push('no example could be made');
    if (accepted) lines.push(`acknowledged by ${accepted.owner}: ${accepted.reason}`);
    if (landed)
      lines.push(`the entry of ${landed.owner} in spec/accepted-changes.yaml acknowledged an earlier change; renew it`);
  }
  return lines.join('\n  ').replaceAll(/\n(?! {2})/g, '\n  ');
}

function howToAcknowledge({ steps }: GateReport): string {
  const open = openChanges(steps);
  if (open.length === 0) return '';
  return `If a breaking change is wanted, add to \`changes\` in spec/accepted-changes.yaml:\n${open.map(entryFor).join('\n').replaceAll(/^/gm, '  ')}`;
}

function times(steps: readonly StepReport[]): string {
  const slowest = steps.filter(({ durationMs }) => durationMs >= 50).sort((a, b) => b.durationMs - a.durationMs);
  return slowest.map(({ name, durationMs }) => `${name} ${seconds(durationMs)}`).join(', ') || 'nothing took long';
}
