import { type JunitCase, junitXml } from '../../conformance/report/junit-xml.ts';
import { placeText } from '../../spec/locator.ts';
import type { Finding } from '../finding.ts';
import type { GateReport, StepReport } from './report.ts';

/** JUnit XML: a suite for each step, in it a case for each finding that fails, or one for the step itself. */
export function junitReport({ steps, startedAt, durationMs }: GateReport): string {
  const suites = steps.map((step) => ({ name: `gate.${step.name}`, cases: casesOf(step) }));
  return junitXml('gate', suites, startedAt, durationMs);
}

function casesOf({ name, outcome, summary, durationMs, findings }: StepReport): JunitCase[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const others = findings.filter(({ severity }) => severity !== 'error').map(textOf);
  const text = [summary, ...others].join('\n');
  const idle = outcome === 'skipped' || outcome === 'unchanged';
  if (errors.length === 0) return [{ name, durationMs, text, ...(idle && { outcome: 'skipped' as const }) }];
  return errors.map((finding, index) => ({
    name: `${finding.rule} ${placeText(finding.place)}`,
    outcome: 'failure',
    message: finding.message,
    text: textOf(finding),
    durationMs: index === 0 ? durationMs : 0,
  }));
}

function textOf({ severity, rule, message, place, details = [], change }: Finding): string {
  const lines = [`${change?.level ?? severity} ${rule} ${placeText(place)}`, message, ...details];
  if (change) lines.push(change.name);
  if (change?.example !== undefined) lines.push(`example: ${JSON.stringify(change.example)}`);
  else if (change?.level === 'breaking') lines.push('no example could be made');
  return lines.join('\n');
}
