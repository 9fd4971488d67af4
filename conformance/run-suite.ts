import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extension } from '../spec/form.ts';
import { Interruption } from './interruption.ts';
import { missingParts } from './parts.ts';
import { type Playwright, startPlaywright } from './playwright.ts';
import { canonicalName } from './report/canonical.ts';
import { exitCodes } from './report/exit-codes.ts';
import type { Report } from './report/report.ts';
import { prepare } from './suite/prepare.ts';
import { ConfigurationError } from './suite/signals.ts';
import { chooseProfile, redactorFor, type Target } from './suite/target.ts';

/** How a run is carried out. */
export interface RunOptions {
  output: string;
  shard?: string;
  workers?: number;
}

/** Looks at the target, runs the cases and gives the exit code, which the canonical report decides. */
export async function runSuite({ output, shard, workers }: RunOptions): Promise<number> {
  const choice = chooseProfile();
  const directory = emptied(output);
  const scratch = mkdtempSync(join(tmpdir(), 'conformance-playwright-'));
  const interruption = new Interruption();
  const preparing = prepare(console.log, choice);
  let playwright: Playwright | undefined;
  try {
    // Playwright starts while the mock does. Of any other target it first has to be known how many workers may share it,
    // and what the blob reports of a shard carry along.
    const known = choice.startMock && !shard ? undefined : await preparing;
    playwright = startPlaywright(
      [
        'test',
        '--project=conformance',
        '--pass-with-no-tests',
        `--output=${scratch}`,
        `--workers=${workers ?? workersFor(known?.target)}`,
        ...(shard ? [`--shard=${shard}`] : []),
      ],
      {
        CONFORMANCE_OUTPUT: directory,
        CONFORMANCE_WAIVERS: JSON.stringify(redactorFor(choice.profile).deep(choice.profile.waivers ?? [])),
        ...(shard && { CONFORMANCE_SHARD: shard }),
      },
    );
    const { run, putBack } = await preparing;
    interruption.endsBy(playwright.interrupt);
    playwright.begin(run);
    const code = await playwright.ended;
    const line = await putBack();
    if (line) console.log(line);
    return interruption.happened ? 130 : exitCode(directory, code);
  } finally {
    playwright?.kill();
    await preparing.then(
      ({ end }) => end(),
      () => {},
    );
    rmSync(scratch, { recursive: true, force: true });
    interruption.forget();
  }
}

/** Makes one report of the blob reports of several shards; none, and the exit code of an incomplete run, when a part is missing. */
export async function mergeShards(blobs: string, output: string): Promise<number> {
  const missing = missingParts(blobs);
  const directory = emptied(output);
  if (missing.length > 0) {
    console.error(`conformance: --merge: there is no verdict, as ${blobs} has no blob report of ${missing.join(', ')}`);
    return exitCodes.incomplete;
  }
  const reporter = fileURLToPath(new URL(`./report/reporter${extension}`, import.meta.url));
  const playwright = startPlaywright(['merge-reports', '--reporter', reporter, resolve(blobs)], {
    CONFORMANCE_OUTPUT: directory,
  });
  return exitCode(directory, await playwright.ended);
}

/** The mock's clock is one for all, where its state can't be had in copies. */
function workersFor(target: Target | undefined): number {
  return target?.control && !target.partitioned ? 1 : 2;
}

/** The output directory, writable and without the report of an earlier run. */
function emptied(output: string): string {
  const directory = resolve(output);
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
  } catch (error) {
    throw new ConfigurationError(`--output: can't write to ${output} (${(error as NodeJS.ErrnoException).code})`);
  }
  rmSync(join(directory, canonicalName), { force: true });
  return directory;
}

function exitCode(directory: string, code: number): number {
  const file = join(directory, canonicalName);
  if (existsSync(file)) return exitCodes[(JSON.parse(readFileSync(file, 'utf8')) as Report).verdict];
  console.error(`conformance: the run ended without a report (Playwright's exit code: ${code})`);
  return 3;
}
