import type { Finding } from '../finding.ts';
import { lastLine } from '../last-line.ts';
import type { Ended } from '../run-node.ts';

/** The part of Redocly's JSON output that is used here. */
interface LintOutput {
  problems: {
    ruleId: string;
    severity: 'error' | 'warn';
    message: string;
    location: { start?: { line: number; col: number } }[];
  }[];
}

/** What the linter found in a file. Throws when it gave no result. */
export function problemsIn(ended: Ended, file: string): Finding[] {
  return parse(ended).problems.map(({ ruleId, severity, message, location }): Finding => {
    const { line = 1, col = 1 } = location[0]?.start ?? {};
    return {
      severity: severity === 'error' ? 'error' : 'warning',
      rule: ruleId,
      message: message.replaceAll(/\s*\n\s*/g, ' ').trim(),
      place: { file, line, column: col },
    };
  });
}

/** Exit code 1 means problems as well as a crash, so what counts is that there is a result. */
function parse(ended: Ended): LintOutput {
  try {
    return JSON.parse(ended.stdout) as LintOutput;
  } catch {
    throw new Error(`redocly lint gave no result: ${lastLine(ended)}`);
  }
}
