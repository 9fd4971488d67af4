import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocked } from '../outcome/signals.ts';
import type { Target } from '../target/target.ts';
import type { Client } from './client.ts';

/** What the one notification that the suite changes was like before. */
export interface SavedNotification {
  threshold: { amount?: string; unit?: 'MB' | 'GB' };
  sim_card_id?: string;
}

const fileOf = (runDir: string) => join(runDir, 'notification.json');

/** What was saved in this run; undefined when no case has needed the notification. */
export function savedNotification(runDir: string): SavedNotification | undefined {
  return existsSync(fileOf(runDir)) ? JSON.parse(readFileSync(fileOf(runDir), 'utf8')) : undefined;
}

/** Saves the state of the notification before the first case changes it; blocks the case when it can't be known. */
export async function saveNotification(target: Target, api: Client, runDir: string): Promise<void> {
  if (existsSync(fileOf(runDir))) return;
  const { id, original } = target.simNotification;
  if (!id) return;
  if (original) return writeFileSync(fileOf(runDir), JSON.stringify({ threshold: original }));
  const { status, body } = await api.updateNotification(id, {});
  const data = (body as { data?: Partial<SavedNotification> } | undefined)?.data;
  if (status !== 200 || !data?.threshold) {
    blocked(
      'the notification can not be read, so it could not be put back: simNotification: { original: { amount, unit } }',
    );
  }
  const { threshold, sim_card_id } = data;
  writeFileSync(fileOf(runDir), JSON.stringify({ threshold, sim_card_id }));
}

/** Puts the notification back to what was saved; gives the line to show. */
export async function restoreNotification(
  { simNotification: { id = '' } }: Target,
  api: Client,
  saved: SavedNotification,
): Promise<string> {
  const { amount, unit } = saved.threshold;
  const broken = (reason: unknown) =>
    `The notification ${id} could not be put back (${reason}): set its threshold to ${amount} ${unit} by hand.`;
  try {
    const answer = await api.updateNotification(id, saved);
    return answer.accepted ? `The notification ${id} has been put back.` : broken(answer);
  } catch (error) {
    return broken((error as Error).message);
  }
}
