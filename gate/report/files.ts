import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type JunitCase, junitXml } from '../../conformance/report/junit.ts';
import { type RuleId, rules, sentence } from '../diff/index.ts';
import { inputErrorComment, markdownReport } from './markdown.ts';
import { type GateReport, nameOf, type StepReport, textOf } from './report.ts';

/** JUnit XML: a suite for each step, in it a case for each finding that fails, or one for the step itself. */
export function junitReport({ steps, startedAt, durationMs }: GateReport): string {
  const suites = steps.map((step) => [`gate.${step.name}`, casesOf(step)] as const);
  return junitXml('gate', suites, startedAt, durationMs);
}

function casesOf({ name, outcome, summary, durationMs, findings }: StepReport): JunitCase[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const isIdle = outcome === 'skipped' || outcome === 'unchanged';
  const text = [summary, ...findings.map(textOf)].join('\n');
  if (errors.length === 0) return [{ name, durationMs, text, ...(isIdle && { outcome: 'skipped' as const }) }];
  return errors.map((finding, index) => ({
    name: `${finding.rule} ${nameOf(finding)}`,
    outcome: 'failure',
    message: finding.message,
    text: textOf(finding),
    durationMs: index === 0 ? durationMs : 0,
  }));
}

/** SARIF 2.1.0, for code scanning. */
export function sarifReport({ steps }: GateReport) {
  const found = steps.flatMap(({ name, findings }) =>
    findings.map((finding) => ({ id: `${name}/${finding.rule}`, name: nameOf(finding), finding })),
  );
  const ids = [...new Set(found.map(({ id }) => id))];
  const results = found.map(({ id, name, finding: { severity, message, place, details = [], change } }) => ({
    ruleId: id,
    ruleIndex: ids.indexOf(id),
    level: severity,
    message: { text: [message, ...details].join('\n') },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: place.file.split('/').map(encodeURIComponent).join('/') },
          region: { startLine: place.line, startColumn: place.column },
        },
        ...(change && { logicalLocations: [{ fullyQualifiedName: change.name }] }),
      },
    ],
    partialFingerprints: { 'contractGate/v1': `${id} ${name}` },
    ...(change?.accepted && {
      suppressions: [
        { kind: 'external' as const, justification: `${change.accepted.owner}: ${change.accepted.reason}` },
      ],
    }),
  }));
  const driver = { name: 'contract-gate', rules: ids.map(describeRule) };
  const runs = [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }];
  return { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs };
}

function describeRule(id: string) {
  const rule = id.replace(/^diff\//, '');
  return { id, ...(rule in rules && { shortDescription: { text: sentence(rule as RuleId) } }) };
}

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** The findings as annotations that GitHub Actions reads from the output of a job. */
export function githubAnnotations({ steps }: GateReport): string[] {
  const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (value: string | number) => data(`${value}`).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return steps.flatMap(({ name, findings }) =>
    findings.map(({ severity, rule, message, place: { file, line, column: col }, change }) => {
      const properties = { file, line, col, title: `${change?.level ?? name}: ${rule}` };
      const list = Object.entries(properties).map(([key, value]) => `${key}=${property(value)}`);
      return `::${commands[severity]} ${list.join(',')}::${data(message)}`;
    }),
  );
}

/** Writes the reports of a run and returns their paths, relative to the working directory. */
export function writeReports(report: GateReport, directory: string): string[] {
  mkdirSync(directory, { recursive: true });
  const contents: Record<string, string> = {
    'gate.json': json(report),
    'gate.junit.xml': junitReport(report),
    'gate.md': markdownReport(report),
    'gate.sarif': json(sarifReport(report)),
  };
  return Object.entries(contents).map(([name, content]) => {
    const file = join(directory, name);
    writeFileSync(file, content);
    return relative(process.cwd(), file);
  });
}

/** Writes the reason why nothing was judged for the pull request and for CI. */
export function writeInputError(error: unknown, directory: string): void {
  const message = error instanceof Error ? error.message : String(error);
  const failed: JunitCase = { name: 'input', outcome: 'error', message, text: message, durationMs: 0 };
  writeFileSync(join(directory, 'gate.md'), inputErrorComment(message));
  const xml = junitXml('gate', [['gate', [failed]]], new Date().toISOString(), 0);
  writeFileSync(join(directory, 'gate.junit.xml'), xml);
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
