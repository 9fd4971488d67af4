import { join, resolve } from 'node:path';
import { resolvePeer } from '../../spec/peer.ts';
import { root } from '../contract.ts';
import type { Finding } from '../finding.ts';
import { type Ended, lastLine, runNode } from '../run-node.ts';
import { resultOf, type Step } from '../step.ts';

/** The part of Redocly's JSON output that is used here. */
interface LintOutput {
  problems: {
    ruleId: string;
    severity: 'error' | 'warn';
    message: string;
    location: { start?: { line: number; col: number } }[];
  }[];
}

/** The document as such: structure, descriptions, examples, security on every operation, as `spec/lint.yaml` demands. */
export const lint: Step = async ({ revision }) => {
  const redocly = join(resolvePeer('@redocly/cli/package.json'), '../bin/cli.js');
  const args = ['lint', '--config', join(root, 'spec/lint.yaml'), '--format', 'json', '--max-problems', '1000'];
  // The linter runs in the product's directory, and a path is meant from where the gate was called.
  const ended = await runNode([redocly, ...args, resolve(revision.path)], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  const findings = parse(ended).problems.map(({ ruleId, severity, message, location }): Finding => {
    const { line = 1, col = 1 } = location[0]?.start ?? {};
    return {
      severity: severity === 'error' ? 'error' : 'warning',
      rule: ruleId,
      message: message.replaceAll(/\s*\n\s*/g, ' ').trim(),
      place: { file: revision.file, line, column: col },
    };
  });
  return resultOf(findings, 'the linter has nothing to report');
};

/** Exit code 1 means problems as well as a crash: only the output shows which. */
function parse(ended: Ended): LintOutput {
  try {
    return JSON.parse(ended.stdout) as LintOutput;
  } catch {
    throw new Error(`redocly lint gave no result: ${lastLine(ended)}`);
  }
}
