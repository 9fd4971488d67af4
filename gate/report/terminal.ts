import type { Paint } from '../../spec/print.ts';
import { seconds } from '../../spec/texts.ts';
import type { Finding } from '../finding.ts';
import { conclusion, entryFor, type GateReport, labelOf, openChanges, type StepReport, textOf } from './report.ts';

const outcomeStyles = { passed: 'green', failed: 'red', unchanged: 'gray', skipped: 'gray' } as const;
const styles = { error: 'red', warning: 'yellow', note: 'gray' } as const;

export function stepLine({ name, outcome, summary, durationMs }: StepReport, paint: Paint): string {
  const word = paint(outcomeStyles[outcome], outcome.padEnd(9));
  return `${word} ${name.padEnd(11)} ${seconds(durationMs).padStart(7)}  ${summary}`;
}

/** All findings in full, the entries that would acknowledge them, and the conclusion. */
export function terminalReport(report: GateReport, paint: Paint, files: readonly string[]): string {
  const { steps, outcome, durationMs } = report;
  const open = openChanges(steps).map(entryFor).join('\n').replaceAll(/^/gm, '  ');
  const summary = [
    paint(['bold', outcome === 'passed' ? 'green' : 'red'], conclusion(report)),
    `${seconds(durationMs)}, side by side. Written: ${files.join(', ')}`,
  ];
  const blocks = [
    ...steps.flatMap(({ name, findings }) => findings.map((finding) => findingText(name, finding, paint))),
    ...(open.trim()
      ? [`If a breaking change is wanted, add to \`changes\` in spec/accepted-changes.yaml:\n${open}`]
      : []),
    summary.join('\n'),
  ];
  return `\n${blocks.join('\n\n')}`;
}

function findingText(step: string, finding: Finding, paint: Paint): string {
  const [label, { rule, severity }] = [labelOf(finding).toUpperCase(), finding];
  const head = `${paint(styles[severity], label)} ${paint('bold', rule)} (${step})`;
  const text = textOf(finding).replace(`${label} ${rule}`, () => head);
  return text.replaceAll(/\n */g, '\n  ');
}
