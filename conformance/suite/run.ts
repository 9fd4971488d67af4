import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Facts } from './target.ts';

/** One run of the suite, as all its processes know it. It holds no credentials. */
export interface Run {
  /** Stands in everything that the run makes. */
  id: string;
  /** A directory for what the workers share: locks, numbers in use, the saved notification. */
  dir: string;
  seed: number;
  /** When the command was given. */
  startedAt: string;
  /** The target's name and address, for the report. */
  target: { name: string; baseUrl: string };
  facts: Facts;
}

const variable = 'CONFORMANCE_RUN';

/** Begins a run and makes it known to this process and those that it starts. */
export function beginRun(target: Run['target'], facts: Facts, environment = process.env): Run {
  const run: Run = {
    id: Date.now().toString(36).slice(-6) + randomBytes(2).toString('hex'),
    dir: mkdtempSync(join(tmpdir(), 'conformance-')),
    seed: Number(environment.CONFORMANCE_SEED ?? 1),
    startedAt: new Date(performance.timeOrigin).toISOString(),
    target,
    facts,
  };
  adoptRun(run, environment);
  return run;
}

/** Makes a run known to this process and those that it starts. */
export function adoptRun(run: Run, environment = process.env): void {
  environment[variable] = JSON.stringify(run);
}

/** The run that this process belongs to, if one has begun. */
export function currentRun(environment = process.env): Run | undefined {
  const text = environment[variable];
  return text ? (JSON.parse(text) as Run) : undefined;
}
