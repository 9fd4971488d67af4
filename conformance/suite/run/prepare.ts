import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { readDeployment } from '../../../spec/deployment/read.ts';
import { extension, nodeArguments, toProjectPath } from '../../../spec/package.ts';
import { printError, printLine } from '../../../spec/print.ts';
import { runOutsideCases } from '../api/case.ts';
import type { HarnessRun, Owner } from '../api/harness.ts';
import { ensureAlone, ensureStorable, readSavedNotification, restoreNotification } from '../api/notification.ts';
import { type Learned, refuse } from '../outcome/outcome.ts';
import { chooseOffset } from '../target/clock.ts';
import { findMissingNeeds } from '../target/needs.ts';
import { preflight, refuseUnknownNotification } from '../target/preflight.ts';
import { locateMember } from '../target/profile.ts';
import {
  changesNotification,
  chooseProfile,
  type Facts,
  readWireNames,
  resolveTarget,
  type Target,
} from '../target/target.ts';
import { loadContract } from '../wire/contract.ts';
import { isNarrowed, type Selection } from './cases.ts';
import type { WrongFacts } from './wrong-facts.ts';

/** The options of a run. */
export interface RunOptions {
  /** The file of the target's profile; without one the target is `BASE_URL` with `API_KEY`, or the mock. */
  profile?: string | undefined;
  /** The seed of generated data. */
  seed?: number;
  selection?: Selection;
  /** The deployment file that the mock answers as, or that the target is compared with. */
  deployment?: string | undefined;
}

/** A run of the suite. It holds no credentials. */
export interface Run extends HarnessRun {
  owner: Owner;
  /** When the command was given. */
  startedAt: string;
  facts: Facts;
}

/** Holds the run of Playwright's main process for a worker. */
const variable = 'CONFORMANCE_BEGUN';

/** Makes a run and the file of its profile known to the processes that this one starts. */
export function shareRun(run: Run, profile: string | undefined): void {
  process.env[variable] = JSON.stringify({ run, profile });
}

/** The run that the parent of this process has shared. */
export function readSharedRun(): { run: Run; profile: string | undefined } {
  const text = process.env[variable];
  if (!text) throw new Error('no run is active: start it with `npx playwright test --project=conformance`');
  return JSON.parse(text) as ReturnType<typeof readSharedRun>;
}

/** A run that has passed preflight, and its end. */
export interface Prepared {
  run: Run;
  target: Target;
  /** Filled in while the run lasts. */
  learned: Learned;
  /** Puts back the changes of the run. */
  putBack(): Promise<void>;
  /** Ends the mock that was started. */
  end(): Promise<void>;
}

/** Starts the mock when it is the target, preflights the target, prints the effects of the run and begins it. Throws a ConfigurationError. */
export async function prepare(options: RunOptions): Promise<Prepared> {
  const { profile, startMock: wanted } = chooseProfile(options.profile);
  // With another target it is compared after the run.
  const file = wanted ? options.deployment : undefined;
  const deployment = file === undefined ? undefined : readDeployment(file, loadContract().document);
  const mock: StartedMock | undefined = wanted
    ? await startMock(file === undefined ? [] : ['--deployment', file])
    : undefined;
  const end = async () => mock?.stop();
  try {
    const { facts, target, date, warnings } = await preflight(
      profile,
      mock && { startedMock: mock.origin, ...(deployment && { wire: readWireNames(deployment.document) }) },
    );
    const run = beginRun(facts, options.seed);
    if (changesNotification(target)) ensureAlone(target, run.owner);
    if (target.outbox && !target.isMock) await refuseOutbox(target);
    const learned: Learned = {};
    for (const line of [...describe(target, run.id, options, mock !== undefined), ...warnings]) printLine(line);
    await refuseUnknownNotification(target);
    const isExamined =
      (!target.isMock || options.profile !== undefined) && findMissingNeeds(['send'], target).length === 0;
    const found = isExamined ? await examine(target, run.id) : undefined;
    if (found) {
      const [own, wrong] = found;
      const { refusesSandbox } = target;
      run.facts = {
        ...facts,
        clockOffsetMs: chooseOffset(own, date),
        refusesSandbox,
        wrong: formatReasons(wrong, target, options.profile),
      };
    }
    const { clockOffsetMs } = run.facts;
    if (clockOffsetMs !== 0) learned.clockAheadMs = Math.round(clockOffsetMs);
    if (changesNotification(target)) {
      ensureStorable(target);
      await putBackLeftovers(target, run, learned);
    }
    const judged = resolveTarget(profile, run.facts);
    return { run, target: judged, learned, putBack: () => putBack(judged, run, learned), end };
  } catch (error) {
    await end();
    throw error;
  }
}

function beginRun(facts: Facts, seed = 1): Run {
  return {
    id: Date.now().toString(36).slice(-6) + randomBytes(2).toString('hex'),
    seed,
    owner: { pid: process.pid, host: hostname() },
    startedAt: new Date(performance.timeOrigin).toISOString(),
    facts,
  };
}

/** Refuses an outbox that can't be read: every rule about delivered mail would be an error. */
async function refuseOutbox(target: Target): Promise<void> {
  try {
    await runOutsideCases(target, 'preflight', ({ mailbox }) => mailbox.current('nobody@example.com'));
  } catch (error) {
    const line = `the outbox ${target.outbox?.mailpit} can't be read: ${(error as Error).message}: check mailpit, username and password of the profile's outbox`;
    refuse(target.redactor.redact(line));
  }
}

/** The service's clock and the mistakes of the profile, by sends in the sandbox. */
async function examine(target: Target, runId: string) {
  const { measureOwnClock, findWrongFacts, examineInSandbox, isSandboxRefused } = await import('./wrong-facts.ts');
  return examineInSandbox(target, runId, async (sandbox) => {
    target.refusesSandbox = await isSandboxRefused(sandbox);
    return Promise.all([measureOwnClock(sandbox), findWrongFacts(sandbox)]);
  });
}

/** The mistakes of a profile with their places, which are printed. */
function formatReasons(wrong: WrongFacts, { redactor }: Target, file: string | undefined): WrongFacts {
  const reasons = Object.entries(wrong).map(([path, why]) => {
    return [path, redactor.redact(`${file ? `${locateMember(file, path)}: ` : ''}${path}: ${why}`)] as const;
  });
  for (const [, line] of reasons) printLine(`The profile is wrong: ${line}`);
  return Object.fromEntries(reasons);
}

function describe(target: Target, runId: string, { selection }: RunOptions, started: boolean): string[] {
  const address = target.redactor.redact(target.baseUrl);
  const mock = started ? 'a mock, started for this run' : 'a mock';
  const kind = target.isMock ? mock : 'a deployment';
  const lines = [`Target ${target.name} at ${address} (${kind}; assumptions: ${target.assumptions})`];
  if (target.isMock) return lines;
  const effects: string[] = [];
  if (target.allow.has('write')) {
    const { id } = target.simNotification;
    if (id) effects.push(`changes the notification ${id} and puts it back`);
    if (target.phoneNumbers.length > 0)
      effects.push(`holds some of its ${target.phoneNumbers.length} numbers for half an hour`);
    effects.push('makes reservations without numbers');
  }
  if (target.allow.has('send') && target.email.from) {
    effects.push(`sends mail from ${target.email.from} to made-up addresses at ${target.email.recipientDomain}`);
  }
  if (effects.length === 0) return [...lines, 'This run only reads; other requests have no valid credentials.'];
  const subject = selection && isNarrowed(selection) ? 'A whole run with this profile' : 'This run';
  return [...lines, `${subject} ${effects.join('; ')}. What it makes carries ${runId} in its name.`];
}

/** Puts back the changes of this run or of a killed one before it; a failure is noted for the report. */
async function putBack(target: Target, { id, owner }: Run, learned: Learned): Promise<void> {
  const saved = changesNotification(target) ? readSavedNotification(target, owner) : undefined;
  if (!saved) return;
  const reason = await runOutsideCases(target, id, ({ api }) => restoreNotification(target, api, saved));
  const resource = `The notification ${saved.id}`;
  if (reason === undefined) return printLine(`${resource} has been put back.`);
  const { amount, unit } = saved.threshold;
  const line = `${resource} could not be put back (${reason}): the next run against this target puts it back, or set its threshold to ${amount} ${unit} by hand.`;
  learned.notPutBack = line;
}

/** Puts back the changes that an earlier run has left, before any state is taken for the original, and notes it for the report. */
async function putBackLeftovers(target: Target, { id, owner }: Run, learned: Learned): Promise<void> {
  const saved = readSavedNotification(target, owner);
  if (!saved) return;
  const reason = await runOutsideCases(target, id, ({ api }) => restoreNotification(target, api, saved));
  const before = `A run that began to change the notification ${saved.id} at ${saved.savedAt} ended before it had put it back`;
  if (reason !== undefined)
    return printError(target.redactor.redact(`${before}, and neither can this one (${reason}).`));
  const { amount, unit } = saved.threshold;
  learned.putBack = `${before}: it has been put back now, to ${amount} ${unit}.`;
}

/** A mock that the suite has started for itself. */
export interface StartedMock {
  origin: string;
  stop(): Promise<void>;
}

const entry = toProjectPath(`mock/main${extension}`);

/**
 * Starts the mock on a free port, with options of its command line. Its own process group protects it from Ctrl-C until
 * changes are put back; it ends with this process.
 */
export async function startMock(options: readonly string[] = []): Promise<StartedMock> {
  const child: ChildProcess = spawn(process.execPath, [...nodeArguments, entry, '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const origin = await waitForOrigin(child);
  child.unref();
  child.channel?.unref();
  return {
    origin,
    /** The mock has nothing to store. */
    async stop() {
      process.removeListener('exit', endWithUs);
      if (child.exitCode !== null || child.signalCode !== null) return;
      // Nothing else keeps this process alive until then.
      child.ref();
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function waitForOrigin(child: ChildProcess): Promise<string> {
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk).slice(-4000);
  });
  const end = once(child, 'close').then(
    ([code]) => errors.trim().split('\n').at(-1) || `it ended with the exit code ${code}`,
    ({ message }: Error) => message,
  );
  const output = child.stdout as Readable;
  for await (const line of createInterface({ input: output })) {
    const [, origin] = /(https?:\/\/[^\s/]+)\/v2/.exec(line) ?? [];
    // The rest is not read.
    if (origin) return output.resume() && origin;
  }
  refuse(`the mock did not start: ${await end}`);
}

/**
 * Begins a run of Playwright's own command line, by the options in the file that `CONFORMANCE_RUN` names. The returned function runs after
 * all cases, also after Ctrl-C.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const file = process.env.CONFORMANCE_RUN;
  const options = file ? (JSON.parse(readFileSync(file, 'utf8')) as RunOptions) : {};
  const { run, putBack, end } = await prepare(options);
  shareRun(run, options.profile);
  return async () => {
    await putBack();
    await end();
  };
}
