import { assemble, type RunInput } from './assemble.ts';
import type { Report } from './report.ts';

type Run = Pick<RunInput, 'register' | 'cases'> & Partial<Omit<RunInput, 'facts'>>;

/** The report of a run of some rules and cases, for tests; the rest is as in a run of all rules that nothing disturbed. */
export function assembleReport(run: Run, name = 't'): Report {
  return assemble({
    selection: { rules: [], quick: false },
    facts: {
      target: { name, baseUrl: 'http://a.example/v2' },
      seed: 1,
      startedAt: '2026-11-21T00:00:00.000Z',
      durationMs: 900,
    },
    waivers: [],
    interrupted: false,
    ...run,
  });
}
