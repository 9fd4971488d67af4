import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { blocked, makeFolder, refuse } from '../outcome/outcome.ts';
import type { Target } from '../target/target.ts';
import { MissingInAnswer, readMembers } from '../wire/answer.ts';
import type { Case } from './case.ts';
import type { Client } from './client.ts';
import type { Owner } from './harness.ts';

/** The data usage that triggers a notification, or a part of it. */
export interface Threshold {
  amount?: string;
  unit?: string;
}

/** Reads the profile's notification repeatedly until it shows a threshold. A member that it never shows is not waited for. */
export function awaitThreshold(t: Case, wanted: Threshold) {
  return t.eventually(
    () => t.api.readNotification(t.notification.id),
    ({ shown }) => {
      const { amount = wanted.amount, unit = wanted.unit } = readMembers(shown.threshold);
      return normalizeAmount(amount) === normalizeAmount(wanted.amount) && unit === wanted.unit;
    },
  );
}

/** An amount without zeros that change nothing; a text, because a number would lose digits. */
export function normalizeAmount(amount: unknown): string {
  const [whole = '', rest = ''] = String(amount).split('.');
  const digits = rest.replace(/0+$/, '');
  return whole.replace(/^0+(?=\d)/, '') + (digits && `.${digits}`);
}

/** The original of the notification that the suite changes. */
interface SavedNotification {
  id: string;
  threshold: { amount?: string; unit?: 'MB' | 'GB' };
  sim_card_id?: string;
  /** When it was read, ISO 8601. */
  savedAt: string;
  /** The run that saved it: while it lives, no other run puts the original back. */
  owner?: Owner;
}

/**
 * The file with the original notification until it is put back. Its name depends only on the target: after a kill, the
 * next run finds it.
 */
export function locateOriginal({ baseUrl, simNotification }: Target): string {
  const name = createHash('sha256').update(`${baseUrl} ${simNotification.id}`).digest('hex').slice(0, 32);
  const state = process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state');
  return join(state, 'telephony-conformance', `${name}.json`);
}

/** The saved notification that is not put back, unless another run is at work on it. */
export function readSavedNotification(target: Target, own?: Owner): SavedNotification | undefined {
  const saved = readOriginal(target);
  return isOfAnotherRun(saved, own) ? undefined : saved;
}

/** Throws a ConfigurationError while another run on this machine changes the notification: both would read foreign changes. */
export function ensureAlone(target: Target, own: Owner): void {
  const saved = readOriginal(target);
  if (!isOfAnotherRun(saved, own)) return;
  const file = locateOriginal(target);
  refuse(
    `another run (process ${saved.owner.pid}) has been at work on the notification ${saved.id} of this target since ${saved.savedAt}: wait for its end; if that process isn't a run, remove "owner" from ${file}`,
  );
}

function isOfAnotherRun(
  saved: SavedNotification | undefined,
  own: Owner | undefined,
): saved is SavedNotification & { owner: Owner } {
  const { owner } = saved ?? {};
  return owner !== undefined && owner.host === hostname() && owner.pid !== own?.pid && isAlive(owner.pid);
}

/** True if this machine has a process of this id. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Saves the notification before the first case changes it. Blocks a case if it can't be read, fails it if there is none. */
export async function saveNotification(target: Target, api: Client, own?: Owner): Promise<void> {
  const { id, original } = target.simNotification;
  if (!id) return;
  if (isOfAnotherRun(readOriginal(target), own)) blocked('another run is changing the notification: wait for its end');
  if (existsSync(locateOriginal(target))) return;
  const about = { id, savedAt: new Date().toISOString(), ...(own && { owner: own }) };
  if (original) return writeOriginal(target, { ...about, threshold: original });
  const answer = await api.readNotification(id);
  const { status, body } = answer;
  if (status === 404) throw new MissingInAnswer('the notification of the profile', answer);
  const data = (body as { data?: Partial<SavedNotification> } | undefined)?.data;
  if (status !== 200 || !data?.threshold) {
    blocked(
      'the notification can not be read, so it could not be put back: simNotification: { original: { amount, unit } }',
    );
  }
  const { threshold, sim_card_id } = data;
  writeOriginal(target, { ...about, threshold, ...(sim_card_id !== undefined && { sim_card_id }) });
}

/** Throws a ConfigurationError when the original can't be stored. */
export function ensureStorable(target: Target): void {
  const directory = dirname(locateOriginal(target));
  makeFolder(
    directory,
    (code) =>
      `the original of the notification can't be stored in ${directory} (${code}): set XDG_STATE_HOME to a directory that can be written to`,
  );
}

function readOriginal(target: Target): SavedNotification | undefined {
  const file = locateOriginal(target);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SavedNotification) : undefined;
}

function writeOriginal(target: Target, saved: SavedNotification): void {
  const file = locateOriginal(target);
  mkdirSync(dirname(file), { recursive: true });
  // A file that is there is whole, whenever the run is killed.
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, JSON.stringify(saved), { flush: true });
  renameSync(temporary, file);
}

/** Restores the saved notification; returns the reason if that fails. */
export async function restoreNotification(target: Target, api: Client, saved: SavedNotification) {
  const { id, threshold, sim_card_id } = saved;
  try {
    const answer = await api.updateNotification(id, { threshold, ...(sim_card_id !== undefined && { sim_card_id }) });
    if (!answer.accepted) return String(answer);
    rmSync(locateOriginal(target), { force: true });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
