import { join, resolve } from 'node:path';
import { TooMuchWork } from '../../spec/in-worker.ts';
import { resolvePeer } from '../../spec/peer.ts';
import { root } from '../contract.ts';
import { InputError } from '../diff/index.ts';
import type { Finding } from '../finding.ts';
import { runNode } from '../run-node.ts';
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

/** Many times what large documents need. */
const SECONDS = 120;

/** The document as such: structure, descriptions, examples, security on every operation, as `spec/lint.yaml` asks for. */
export const lint: Step = async ({ revision }) => {
  const redocly = join(resolvePeer('@redocly/cli/package.json'), '../bin/cli.js');
  const args = ['lint', '--config', join(root, 'spec/lint.yaml'), '--format', 'json', '--max-problems', '1000'];
  // The linter runs in the product's directory, and a path is meant from where the gate was called.
  const { stdout, stderr } = await runNode([redocly, ...args, resolve(revision.path)], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    seconds: SECONDS,
  }).catch((error: Error) => {
    throw error instanceof TooMuchWork ? new InputError(`${revision.file}: the linter ${error.message}`) : error;
  });
  const findings = parse(stdout, stderr).problems.map(({ ruleId, severity, message, location }): Finding => {
    const { line = 1, col = 1 } = location[0]?.start ?? {};
    return {
      severity: severity === 'error' ? 'error' : 'warning',
      rule: ruleId,
      message: message.replaceAll(/\s*\n\s*/g, ' ').trim(),
      place: { file: revision.file, line, column: col },
    };
  });
  return resultOf(findings, 'the linter has nothing to say');
};

/** Exit code 1 means problems as well as a crash, so what counts is that there is a result. */
function parse(stdout: string, stderr: string): LintOutput {
  try {
    return JSON.parse(stdout) as LintOutput;
  } catch {
    throw new Error(`redocly lint gave no result: ${(stderr || stdout).trim().split('\n').at(-1)}`);
  }
}
