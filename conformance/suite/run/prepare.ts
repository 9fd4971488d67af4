import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readDeployment } from '../../../spec/deployment/read.ts';
import { contractFile, loadDocument, readText } from '../../../spec/document.ts';
import { preparedLine, sharePrepared } from '../../../spec/prepared.ts';
import { complain, say } from '../../../spec/print.ts';
import { registerFile } from '../../../spec/register.ts';
import { parseYaml } from '../../../spec/yaml.ts';
import {
  ensureAlone,
  ensureKeepable,
  restoreNotification,
  savedNotification,
  thisProcess,
} from '../api/notification.ts';
import { clocksBy } from '../target/clock.ts';
import { findNotification, preflight } from '../target/preflight.ts';
import { placeOfMember } from '../target/profile.ts';
import { type StartedMock, startMock } from '../target/start-mock.ts';
import { changesNotification, chooseProfile, type Target } from '../target/target.ts';
import { wireOf } from '../target/wire-names.ts';
import { paceFor, withClient } from './harness.ts';
import { servePace } from './pace-service.ts';
import { beginRun, makeKnown, makeRunDir, note, type Run, type RunOptions } from './run.ts';
import { isNarrowed } from './selection.ts';
import { findOwnClock, findWrongFacts, inSandbox } from './wrong-facts.ts';

/** A run that has passed preflight, and its end. */
export interface Prepared {
  run: Run;
  target: Target;
  /** Ends the mock that was started and what the workers shared. */
  end(): Promise<void>;
}

/** Starts the mock when it is the target, preflights the target, prints the effects of the run and begins it. Throws a ConfigurationError. */
export async function prepare(options: RunOptions): Promise<Prepared> {
  const { profile, startMock: wanted } = chooseProfile(options.profile);
  // With another target it is compared after the run.
  const file = wanted ? options.deployment : undefined;
  const deployment = file === undefined ? undefined : readDeployment(file, loadDocument());
  const mock: StartedMock | undefined = wanted
    ? await startMock(file === undefined ? [] : ['--deployment', file])
    : undefined;
  let dir: string | undefined;
  let pace: Awaited<ReturnType<typeof servePace>> | undefined;
  const end = async () => {
    pace?.close();
    await mock?.stop();
    // A worker that is about to end may still write there.
    if (dir !== undefined) rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  try {
    const { facts, target, date, warnings } = await preflight(
      profile,
      mock && { startedMock: mock.origin, ...(deployment && { wire: wireOf(deployment.document) }) },
    );
    if (changesNotification(target)) ensureAlone(target);
    const { name, baseUrl, redactor } = target;
    const shown = { name, baseUrl: redactor.text(baseUrl) };
    const runDir = makeRunDir();
    dir = runDir;
    // Each worker would parse them anew.
    const lines = [contractFile, registerFile].map((file) => {
      const text = readText(file);
      return preparedLine(file, text, parseYaml(text, file));
    });
    sharePrepared(join(runDir, 'prepared.txt'), lines.join(''));
    pace = await servePace(paceFor(target, (learned) => note(runDir, 'pace', learned)));
    const run = beginRun(options, {
      dir,
      pace: pace.address,
      target: shown,
      facts,
      waivers: redactor.deep(target.waivers),
      scope: redactor.deep(target.scope),
    });
    for (const line of [...describe(target, run, mock !== undefined), ...warnings]) say(line);
    await findNotification(profile, target);
    const found = await inSandbox(target, run.id, (sandbox) =>
      Promise.all([findOwnClock(sandbox), findWrongFacts(sandbox)]),
    );
    if (found) {
      const [own, wrong] = found;
      const file = options.profile;
      const reasons = Object.entries(wrong).map(([path, why]) => {
        return [path, `${file ? `${placeOfMember(file, path)}: ` : ''}${path}: ${why}`] as const;
      });
      for (const [, line] of reasons) say(target.redactor.text(`The profile is wrong: ${line}`));
      const isWrong = reasons.length > 0 && { wrong: redactor.deep(Object.fromEntries(reasons)) };
      run.facts = { ...facts, ...clocksBy(date, own), ...isWrong };
      makeKnown(run);
    }
    if (changesNotification(target)) {
      ensureKeepable(target);
      await putBackLeftovers(target, run);
    }
    return { run, target, end };
  } catch (error) {
    await end();
    throw error;
  }
}

function describe(target: Target, { id: runId, selection }: Run, started: boolean): string[] {
  const address = target.redactor.text(target.baseUrl);
  const kind = target.isMock ? `our own mock${started ? ', started for this run' : ''}` : 'a deployment';
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
  if (effects.length === 0) return [...lines, 'This run only reads; what else it sends carries no good credentials.'];
  const who = selection && isNarrowed(selection) ? 'A whole run with this profile' : 'This run';
  return [...lines, `${who} ${effects.join('; ')}. What it makes carries ${runId} in its name.`];
}

/** Puts back the changes of this run or of a killed one before it; a failure is noted for the report. */
export async function putBack(target: Target, { dir, owner }: Run): Promise<void> {
  const saved = target.simNotification.id === undefined ? undefined : savedNotification(target, owner);
  if (!saved) return;
  const reason = await withClient(target, (api) => restoreNotification(target, api, saved));
  const what = `The notification ${saved.id}`;
  if (reason === undefined) return say(`${what} has been put back.`);
  const { amount, unit } = saved.threshold;
  const line = `${what} could not be put back (${reason}): the next run against this target puts it back, or set its threshold to ${amount} ${unit} by hand.`;
  note(dir, 'end', { notPutBack: target.redactor.text(line) });
}

/** Puts back the changes that an earlier run has left, before any state is taken for the original, and notes that for the report. */
export async function putBackLeftovers(target: Target, { dir }: Pick<Run, 'dir'>): Promise<void> {
  const saved = savedNotification(target, thisProcess());
  if (!saved) return;
  const reason = await withClient(target, (api) => restoreNotification(target, api, saved));
  const before = `A run that began to change the notification ${saved.id} at ${saved.savedAt} ended before it had put it back`;
  if (reason !== undefined) return complain(target.redactor.text(`${before}, and neither can this one (${reason}).`));
  const line = `${before}: it has been put back now.`;
  say(line);
  note(dir, 'start', { putBack: line });
}
