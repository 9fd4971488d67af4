import { join, resolve } from 'node:path';
import { resolvePeer } from '../../spec/peer.ts';
import { root } from '../contract.ts';
import { InputError } from '../diff/index.ts';
import { runNode, TimedOut } from '../run-node.ts';
import { type Revision, resultOf, type Step, type StepResult } from '../step.ts';
import { problemsIn } from './lint-output.ts';

/** Many times what large documents need, on a machine that is ten times slower. */
const SECONDS = 600;

/** The document as such: structure, descriptions, examples, security on every operation, as `spec/lint.yaml` asks for. */
export const lint: Step = ({ revision }) => lintWith(runNode, revision);

/** Lints with what runs the linter. */
export async function lintWith(run: typeof runNode, revision: Revision): Promise<StepResult> {
  const redocly = join(resolvePeer('@redocly/cli/package.json'), '../bin/cli.js');
  const args = ['lint', '--config', join(root, 'spec/lint.yaml'), '--format', 'json', '--max-problems', '1000'];
  // The linter runs in the product's directory, and a path is meant from where the gate was called.
  const ended = await run([redocly, ...args, resolve(revision.path)], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    seconds: SECONDS,
  }).catch((error: Error) => {
    throw error instanceof TimedOut ? new InputError(`${revision.file}: the linter ${error.message}`) : error;
  });
  return resultOf(problemsIn(ended, revision.file), 'the linter has nothing to say');
}
