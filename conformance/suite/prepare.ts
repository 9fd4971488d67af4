import { rmSync } from 'node:fs';
import { Client } from './client.ts';
import { restoreNotification, savedNotification } from './notification.ts';
import { preflight } from './preflight.ts';
import { beginRun, currentRun, type Run } from './run.ts';
import { type StartedMock, startMock } from './start-mock.ts';
import { chooseProfile, resolveTarget, type Target } from './target.ts';
import { Transport } from './transport.ts';

/** A run whose target has been looked at, and what has to be done after it. */
export interface Prepared {
  run: Run;
  target: Target;
  /** Lines for the user: what is tested, and what will be sent where. */
  lines: string[];
  /** Ends the mock that was started, and removes what the workers shared. */
  end(): Promise<void>;
}

/** Chooses the target, starts the mock when it is the target, looks at it, and begins the run. */
export async function prepare(): Promise<Prepared> {
  const { profile, startMock: wanted } = chooseProfile();
  const mock: StartedMock | undefined = wanted ? await startMock() : undefined;
  try {
    const { facts, target, warnings } = await preflight(profile, mock?.origin);
    const shown = { name: target.name, baseUrl: target.redactor.text(target.baseUrl) };
    const run = beginRun(shown, facts);
    const end = async () => {
      rmSync(run.dir, { recursive: true, force: true });
      await mock?.stop();
    };
    return { run, target, lines: [...describe(target, mock !== undefined), ...warnings], end };
  } catch (error) {
    await mock?.stop();
    throw error;
  }
}

/** Puts back what the cases changed; gives a line when that failed. */
export async function putBack(): Promise<string | undefined> {
  const run = currentRun();
  if (!run || !savedNotification(run.dir)) return undefined;
  const target = resolveTarget(chooseProfile().profile, run.facts);
  const transport = new Transport(target.baseUrl, { timeoutMs: target.limits.timeoutMs, ...target.http });
  const api = new Client({
    target,
    transport,
    observer: { answered: () => {} },
    partition: () => '',
    silent: new Map(),
  });
  try {
    return await restoreNotification(target, api, run.dir);
  } finally {
    transport.close();
  }
}

function describe(target: Target, started: boolean): string[] {
  const address = target.redactor.text(target.baseUrl);
  const kind = target.isMock ? `our own mock${started ? ', started for this run' : ''}` : 'a deployment';
  const lines = [`Target ${target.name} at ${address} (${kind}; assumptions: ${target.assumptions})`];
  if (target.isMock) return lines;
  const effects: string[] = [];
  if (target.allow.has('write')) {
    const { id } = target.simNotification;
    if (id) effects.push(`changes the notification ${id} and puts it back`);
    if (target.phoneNumbers.length > 0)
      effects.push(`holds up to ${target.phoneNumbers.length} numbers for half an hour`);
    effects.push('makes reservations without numbers');
  }
  if (target.allow.has('send') && target.email.from) {
    effects.push(`sends mail from ${target.email.from} to made-up addresses at ${target.email.recipientDomain}`);
  }
  lines.push(effects.length > 0 ? `This run ${effects.join('; ')}.` : 'This run only reads.');
  return lines;
}
