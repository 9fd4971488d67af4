import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stringify } from 'yaml';
import { formatXml, type JunitCase } from '../conformance/report/junit.ts';
import type { Paint } from '../spec/print.ts';
import { chooseFence, formatCount, formatSeconds } from '../spec/texts.ts';
import { formatPlace } from '../spec/yaml.ts';
import { type JudgedChange, type JudgedChanges, placeholders } from './changes.ts';
import { phrase, type RuleId, rules } from './diff/index.ts';
import type { Finding, StepResult } from './finding.ts';

export interface StepReport extends StepResult {
  name: string;
  durationMs: number;
}

/** The record of a run of the gate; every other report is made from it. */
export interface GateReport {
  outcome: 'passed' | 'failed';
  /** False for a run of some steps, and for the judgement of a file. */
  isWhole: boolean;
  /** The verdict on the changes and the least version that they allow; absent when the step `diff` did not run. */
  verdict?: JudgedChanges['verdict'];
  requiredVersion?: string;
  base: { name: string; reason: string; version: string; commit?: string };
  revision: { name: string; version: string };
  startedAt: string;
  durationMs: number;
  steps: StepReport[];
}

export function conclude({ outcome, isWhole, steps, verdict }: GateReport): string {
  if (outcome === 'passed') {
    if (!isWhole) return 'These steps found nothing; the others did not run.';
    const accepted = listChanges(steps).filter((change) => change.accepted).length;
    if (accepted > 0) return `This change may land; ${formatCount(accepted, 'breaking change')} acknowledged.`;
    return verdict === 'soft' ? 'This change may land; clients may notice the soft changes.' : 'This change may land.';
  }
  const failed = steps.filter((step) => step.outcome === 'failed').map(({ name }) => name);
  const open = openChanges(steps).length;
  const breaking = open > 0 ? `; ${formatCount(open, 'breaking change')} not acknowledged` : '';
  return `This change may not land yet: ${failed.join(', ')} failed${breaking}.`;
}

function listChanges(steps: readonly StepReport[]): JudgedChange[] {
  return steps.flatMap(({ findings }) => findings.flatMap(({ change }) => change ?? []));
}

export function openChanges(steps: readonly StepReport[]): JudgedChange[] {
  return listChanges(steps).filter(({ level, accepted }) => level === 'breaking' && !accepted);
}

/** The entry of `spec/accepted-changes.yaml` that would acknowledge a change. */
export function proposeEntry({ rule, name }: JudgedChange): string {
  return stringify([{ rule, pointer: name, ...placeholders }], { lineWidth: 0 }).trimEnd();
}

export function getLabel({ severity, change }: Finding): string {
  return change?.accepted ? 'acknowledged' : (change?.level ?? severity);
}

const sides = { request: 'requests of', response: 'answers of', client: 'generated clients of', any: 'in' } as const;

/** The lines below the message of a finding. */
function listDetails({ details = [], change }: Finding): string[] {
  if (!change) return details;
  const { name, operation, operations = [operation], direction, basePlace, accepted, landed } = change;
  const names = operations.filter(Boolean).join(', ') || 'the whole document';
  const lines = [...details, `${sides[direction]} ${names}: ${name}`];
  if (basePlace) lines.push(`at the base: ${formatPlace(basePlace)}`);
  if (accepted) lines.push(`acknowledged by ${accepted.owner}: ${accepted.reason}`);
  if (landed)
    lines.push(`the entry of ${landed.owner} in spec/accepted-changes.yaml acknowledged an earlier change; renew it`);
  if (change.example) lines.push(`example: ${JSON.stringify(change.example)}`);
  else if (change.level === 'breaking') lines.push('no example could be made');
  return lines;
}

/** The name of a finding, which does not depend on the order of the document. */
export function nameFinding({ change, message, place }: Finding): string {
  return change?.name ?? `${place.file} ${message}`;
}

/** A finding as text: its weight, rule and place, then its lines. */
export function formatFinding(finding: Finding): string {
  const head = `${getLabel(finding).toUpperCase()} ${finding.rule} ${formatPlace(finding.place)}`;
  return [head, finding.message, ...listDetails(finding)].join('\n');
}

const outcomeStyles = { passed: 'green', failed: 'red', unchanged: 'gray', skipped: 'gray' } as const;
const styles = { error: 'red', warning: 'yellow', note: 'gray' } as const;

export function formatStep({ name, outcome, summary, durationMs }: StepReport, paint: Paint): string {
  const word = paint(outcomeStyles[outcome], outcome.padEnd(9));
  return `${word} ${name.padEnd(11)} ${formatSeconds(durationMs).padStart(7)}  ${summary}`;
}

/** All findings in full, the entries that would acknowledge them, and the conclusion. */
export function formatTerminal(report: GateReport, paint: Paint, files: readonly string[]): string {
  const { steps, outcome, durationMs } = report;
  const open = openChanges(steps).map(proposeEntry).join('\n').replaceAll(/^/gm, '  ');
  const summary = [
    paint(['bold', outcome === 'passed' ? 'green' : 'red'], conclude(report)),
    `${formatSeconds(durationMs)}. Written: ${files.join(', ')}`,
  ];
  const blocks = [
    ...steps.flatMap(({ name, findings }) => findings.map((finding) => paintFinding(name, finding, paint))),
    ...(open.trim()
      ? [`If a breaking change is wanted, add to \`changes\` in spec/accepted-changes.yaml:\n${open}`]
      : []),
    summary.join('\n'),
  ];
  return `\n${blocks.join('\n\n')}`;
}

function paintFinding(step: string, finding: Finding, paint: Paint): string {
  const [label, { rule, severity }] = [getLabel(finding).toUpperCase(), finding];
  const head = `${paint(styles[severity], label)} ${paint('bold', rule)} (${step})`;
  const text = formatFinding(finding).replace(`${label} ${rule}`, () => head);
  return text.replaceAll(/\n */g, '\n  ');
}

/** JUnit XML: a suite for each step, in it a case for each finding that fails, or one for the step itself. */
export function formatJunit({ steps, startedAt, durationMs }: GateReport): string {
  const suites = steps.map((step) => [`gate.${step.name}`, makeCases(step)] as const);
  return formatXml('gate', suites, startedAt, durationMs);
}

function makeCases({ name, outcome, summary, durationMs, findings }: StepReport): JunitCase[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const isIdle = outcome === 'skipped' || outcome === 'unchanged';
  const text = [summary, ...findings.map(formatFinding)].join('\n');
  if (errors.length === 0) return [{ name, durationMs, text, ...(isIdle && { outcome: 'skipped' as const }) }];
  return errors.map((finding, index) => ({
    name: `${finding.rule} ${nameFinding(finding)}`,
    outcome: 'failure',
    message: finding.message,
    text: formatFinding(finding),
    durationMs: index === 0 ? durationMs : 0,
  }));
}

/** SARIF 2.1.0, for code scanning. */
export function formatSarif({ steps }: GateReport) {
  const found = steps.flatMap(({ name, findings }) =>
    findings.map((finding) => ({ id: `${name}/${finding.rule}`, name: nameFinding(finding), finding })),
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
  return { id, ...(rule in rules && { shortDescription: { text: phrase(rule as RuleId) } }) };
}

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** The findings as annotations that GitHub Actions reads from the output of a job. */
export function formatAnnotations({ steps }: GateReport): string[] {
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

/** The workflow finds the comment of an earlier run by this. */
const commentMark = '<!-- contract-gate -->';

/** GitHub takes 65,536 characters in a comment. */
const maxComment = 60_000;

const marks = { passed: '✅', failed: '❌', unchanged: '➖', skipped: '➖' } as const;

const titles: Readonly<Record<string, string>> = {
  breaking: 'Breaking',
  acknowledged: 'Breaking, acknowledged',
  soft: 'Soft: no request is refused, but clients may notice',
  safe: 'Safe',
};

/** The comment on a pull request: the verdict, the steps, the findings, and the entries that would acknowledge them. */
export function formatMarkdown(report: GateReport): string {
  const { base, revision, requiredVersion, outcome, steps } = report;
  const isSame = base.version === revision.version;
  const rises = isSame ? `stays ${revision.version}` : `goes from ${base.version} to ${revision.version}`;
  const versions = requiredVersion && ` \`info.version\` ${rises}; the changes require at least ${requiredVersion}.`;
  const rows = steps.map(
    ({ name, outcome, summary, durationMs }) =>
      `| ${marks[outcome]} | ${name} | ${summary.replaceAll(/[|\n]/g, ' ')} | ${formatSeconds(durationMs)} |`,
  );
  const entries = openChanges(steps).map(proposeEntry).join('\n');
  const advice =
    'Add it to `changes` in `spec/accepted-changes.yaml` with a reason and an owner, and raise `info.version`:';
  const howToAcknowledge = `<details><summary>If a breaking change is wanted</summary>\n\n${advice}\n\n${wrapInFence('yaml', entries)}\n</details>`;
  const blocks = [
    `${commentMark}\n### ${marks[outcome]} ${conclude(report)}`,
    `Compared with \`${base.name}\`, ${base.reason}.${versions ?? ''}`,
    ['| | step | | time |', '|---|---|---|---:|', ...rows].join('\n'),
    ...formatFindings(report),
    ...(entries.length > 0 && entries.length < maxComment / 10 ? [howToAcknowledge] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** The changes of the contract by their weight, and the findings of each other step, as literal text. */
function formatFindings({ steps }: GateReport): string[] {
  const groups = new Map<string, Finding[]>();
  for (const { name, findings } of steps)
    for (const finding of findings) {
      const title = finding.change ? (titles[getLabel(finding)] ?? name) : name;
      groups.set(title, [...(groups.get(title) ?? []), finding]);
    }
  let room = maxComment * 0.8;
  return [...groups].map(([title, findings]) => {
    const texts = findings.map(formatFinding).filter((text) => {
      room -= text.length;
      return room > 0;
    });
    const left = findings.length - texts.length;
    if (left > 0) texts.push(`${formatCount(left, 'finding')} more: see the output of the job`);
    return `#### ${title}\n\n${wrapInFence('text', texts.join('\n\n'))}`;
  });
}

/** Literal text as a block. */
function wrapInFence(language: string, content: string): string {
  const fence = chooseFence(content, 3);
  return [`${fence}${language}`, content, fence].join('\n');
}

/** Writes the reports of a run and returns their paths, relative to the working directory. */
export function writeReports(report: GateReport, directory: string): string[] {
  mkdirSync(directory, { recursive: true });
  const contents: Record<string, string> = {
    'gate.json': formatJson(report),
    'gate.junit.xml': formatJunit(report),
    'gate.md': formatMarkdown(report),
    'gate.sarif': formatJson(formatSarif(report)),
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
  const comment = `${commentMark}\n### ${marks.failed} The gate can't judge this change\n\n${wrapInFence('text', message)}\n`;
  writeFileSync(join(directory, 'gate.md'), comment);
  const xml = formatXml('gate', [['gate', [failed]]], new Date().toISOString(), 0);
  writeFileSync(join(directory, 'gate.junit.xml'), xml);
}

export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
