import type { Finding } from '../finding.ts';
import { lastLine } from '../last-line.ts';
import type { Ended } from '../run-node.ts';
import { resultOf, type StepResult } from '../step.ts';

/** Turns what `generate --check` says into the result of the step: a finding at each file that is out of date. Throws when it says why it ended otherwise. */
export function resultOfGenerated(ended: Ended): StepResult {
  const findings = ended.stderr.split('\n').flatMap((line): Finding[] => {
    const [, file, message] = line.match(/^([^:]+): (differs from .*)$/) ?? [];
    if (!file || !message) return [];
    return [{ severity: 'error', rule: 'generated-file-current', message, place: { file, line: 1, column: 1 } }];
  });
  if (ended.code !== 0 && findings.length === 0)
    throw new Error(lastLine(ended) || `generate --check ended with code ${ended.code}`);
  return resultOf(findings, ended.stdout.trim());
}
