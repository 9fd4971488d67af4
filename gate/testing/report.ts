import type { JudgedChange } from '../changes.ts';
import type { Finding } from '../finding.ts';
import type { GateReport, StepReport } from '../report.ts';

const place = { file: 'spec/openapi.yaml', line: 12, column: 5 };

/** A change of the contract, for tests of what is made from it. */
export function someChange(parts: Partial<JudgedChange> = {}): JudgedChange {
  return {
    level: 'breaking',
    rule: 'request-property-removed',
    operation: 'createThing',
    direction: 'request',
    pointer: '/components/schemas/Thing/properties/colour',
    name: '/components/schemas/Thing/properties/colour',
    message: 'Requests with a colour are refused.',
    place,
    ...parts,
  };
}

/** A finding of the step `diff`. */
export function someFinding(change: JudgedChange, severity: Finding['severity'] = 'error'): Finding {
  return { severity, rule: change.rule, message: change.message, place: change.place, change };
}

/** A report whose steps have some findings. */
export function someReport(...steps: Partial<StepReport>[]): GateReport {
  const full = steps.map((step): StepReport => {
    const failed = step.findings?.some(({ severity }) => severity === 'error');
    return {
      name: 'diff',
      outcome: failed ? 'failed' : 'passed',
      summary: '',
      durationMs: 1200,
      findings: [],
      ...step,
    };
  });
  return {
    outcome: full.some(({ outcome }) => outcome === 'failed') ? 'failed' : 'passed',
    isWhole: true,
    verdict: 'breaking',
    requiredVersion: '3.0.0',
    base: { name: 'main (abc1234)', reason: 'the last release', version: '2.0.0', commit: 'abc1234' },
    revision: { name: 'spec/openapi.yaml', version: '2.0.0' },
    startedAt: '2027-01-02T03:04:05.000Z',
    durationMs: 2500,
    steps: full,
  };
}
