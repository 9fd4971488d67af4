import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { extension, nodeArguments, resolvePeer, toProjectPath } from '../../spec/package.ts';
import { type Finding, type Step, toResult } from '../finding.ts';

interface LintOutput {
  problems: {
    ruleId: string;
    severity: 'error' | 'warn';
    message: string;
    location: { start?: { line: number; col: number } }[];
  }[];
}

/** The document against the rules of `spec/lint.yaml`: structure, descriptions, security on every operation. */
export const lint: Step = async ({ revision }) => {
  const redocly = join(resolvePeer('@redocly/cli/package.json'), '../bin/cli.js');
  const args = ['lint', '--config', toProjectPath('spec/lint.yaml'), '--format', 'json', '--max-problems', '1000'];
  // The linter runs in the project's directory; the path is relative to the directory of the caller.
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
  return toResult(findings, 'the linter has nothing to report');
};

/** Exit code 1 means problems as well as a crash: only the output shows which. */
function parse(ended: Ended): LintOutput {
  try {
    return JSON.parse(ended.stdout) as LintOutput;
  } catch {
    throw new Error(`redocly lint gave no result: ${findLastLine(ended)}`);
  }
}

/** The files in the repository against the files that the contract generates. */
export const types: Step = async () => {
  const ended = await runNode([...nodeArguments, 'scripts/generate.ts', '--check']);
  const findings = ended.stderr.split('\n').flatMap((line): Finding[] => {
    const [, file, message] = line.match(/^([^:]+): (is out of date.*)$/) ?? [];
    if (!file || !message) return [];
    return [{ severity: 'error', rule: 'generated-file-current', message, place: { file, line: 1, column: 1 } }];
  });
  if (ended.code !== 0 && findings.length === 0) {
    throw new Error(findLastLine(ended) || `generate --check ended with code ${ended.code}`);
  }
  return toResult(findings, ended.stdout.trim());
};

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

export function runNode(
  args: readonly string[],
  { cwd = toProjectPath('.'), env = process.env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, env, maxBuffer: Infinity }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

/** The tasks of `task.ts`. */
export type Task = 'covered' | 'replay';

/** Runs a task in a process of its own and returns its result. Throws an error with its last line when it fails. */
export async function runTask(name: Task, ...parameters: unknown[]): Promise<unknown> {
  const ended = await runNode([...nodeArguments, `gate/steps/task${extension}`, name, JSON.stringify(parameters)]);
  if (ended.code !== 0) throw new Error(findLastLine(ended));
  return JSON.parse(ended.stdout);
}

/** The last line of a process's stderr, or else of its output: the reason of a failure. */
export function findLastLine({ stdout, stderr }: Pick<Ended, 'stdout' | 'stderr'>): string {
  return (stderr.trim() || stdout.trim()).split('\n').at(-1) ?? '';
}
