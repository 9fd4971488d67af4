import type { Finding } from '../finding.ts';
import type { GateReport } from './report.ts';

/** SARIF 2.1.0, for code scanning. A result keeps its fingerprint when the document is put in another order. */
export function sarifReport({ steps, startedAt, durationMs }: GateReport) {
  const found = steps.flatMap(({ name, findings }) => findings.map((finding) => ({ step: name, finding })));
  const ids = [...new Set(found.map(({ step, finding }) => ruleId(step, finding)))];
  const ended = new Date(Date.parse(startedAt) + durationMs).toISOString();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'contract-gate', rules: ids.map((id) => ({ id })) } },
        invocations: [{ executionSuccessful: true, startTimeUtc: startedAt, endTimeUtc: ended }],
        columnKind: 'utf16CodeUnits',
        results: found.map(({ step, finding }) => resultOf(step, finding, ids)),
      },
    ],
  };
}

function resultOf(step: string, finding: Finding, ids: readonly string[]) {
  const { severity, message, place, details = [], change } = finding;
  const id = ruleId(step, finding);
  return {
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
    partialFingerprints: { 'contractGate/v1': [id, change?.name ?? `${place.file} ${message}`].join(' ') },
    ...(change?.accepted && {
      suppressions: [
        { kind: 'external' as const, justification: `${change.accepted.owner}: ${change.accepted.reason}` },
      ],
    }),
  };
}

function ruleId(step: string, { rule }: Finding): string {
  return `${step}/${rule}`;
}
