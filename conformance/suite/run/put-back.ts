import { complain, say } from '../../../spec/print.ts';
import { restoreNotification, savedNotification, thisProcess } from '../api/notification.ts';
import type { Target } from '../target/target.ts';
import { withClient } from './harness.ts';
import { note } from './learned.ts';
import type { Run } from './run.ts';

/** Puts back what this run, or one before it that was killed, has changed, and says so. What can't be put back is noted for the report. */
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

/** Puts back what a run before this one has left changed, before anything is taken for the original, and says so, here and in the report. */
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
