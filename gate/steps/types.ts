import type { Finding } from '../finding.ts';
import { runNode } from '../run-node.ts';
import { resultOf, type Step } from '../step.ts';

/** What is generated from the contract against what lies in the repository; in a process of its own, as it takes long. */
export const types: Step = async () => {
  const { code, stdout, stderr } = await runNode(['--import', 'tsx', 'scripts/generate.ts', '--check']);
  const lines = stderr.trim().split('\n');
  const findings = lines.flatMap((line): Finding[] => {
    const [, file, message] = line.match(/^(spec\/generated\/[^:]+): (.*)$/) ?? [];
    if (!file || !message) return [];
    return [{ severity: 'error', rule: 'generated-file-current', message, place: { file, line: 1, column: 1 } }];
  });
  if (code !== 0 && findings.length === 0) throw new Error(lines.at(-1) || `generate --check ended with code ${code}`);
  return resultOf(findings, stdout.trim());
};
