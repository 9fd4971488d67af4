import { nodeArguments } from '../../spec/form.ts';
import type { Finding } from '../finding.ts';
import { lastLine, runNode } from '../run-node.ts';
import { resultOf, type Step } from '../step.ts';

/** The files that are generated from the contract against those in the repository; in a process of its own, as it takes long. */
export const types: Step = async () => {
  const ended = await runNode([...nodeArguments, 'scripts/generate.ts', '--check']);
  const findings = ended.stderr.split('\n').flatMap((line): Finding[] => {
    const [, file, message] = line.match(/^([^:]+): (differs from .*)$/) ?? [];
    if (!file || !message) return [];
    return [{ severity: 'error', rule: 'generated-file-current', message, place: { file, line: 1, column: 1 } }];
  });
  if (ended.code !== 0 && findings.length === 0) {
    throw new Error(lastLine(ended) || `generate --check ended with code ${ended.code}`);
  }
  return resultOf(findings, ended.stdout.trim());
};
