import { randomUUID } from 'node:crypto';
import { seconds } from './manner.ts';
import type { Setting } from './setting.ts';

export interface Run {
  account: string;
  startedAt: number;
  status: string;
  shown: Record<string, unknown>;
}

const statuses = ['waiting', 'active', 'done', 'broken'];
const missions = [randomUUID(), randomUUID(), randomUUID()];
const newRunEvery = 150;
const nextStatusEvery = 11;

/** Runs of several missions, the oldest first. */
export function someRuns(account: string, count: number, setting: Setting): Run[] {
  return Array.from({ length: count }, (_, index) => {
    const startedAt = Date.parse('2026-02-01T00:00:00Z') + Math.floor(index / 2) * 60_000;
    return runOf(account, index, startedAt, statuses[index % statuses.length] ?? 'done', setting);
  });
}

/** Other fields than id and start are free; one without a value may be null. */
function runOf(account: string, index: number, startedAt: number, status: string, { wire, manner }: Setting): Run {
  const none = manner.showing === 'much' ? null : undefined;
  const least = { run_id: randomUUID(), started_at: seconds(startedAt) };
  const more = {
    mission_id: index % 7 === 3 ? none : missions[index % missions.length],
    ...(wire.runStatus && { [wire.runStatus]: status }),
    updated_at: index % 5 === 1 ? none : seconds(startedAt + 5000),
    finished_at: status === 'done' ? seconds(startedAt + 9000) : none,
    result_payload: status === 'done' ? { calls: index } : none,
    error: status === 'broken' ? '' : none,
    metadata: status === 'broken' ? {} : none,
    attempt: 1,
  };
  return { account, startedAt, status, shown: manner.showing === 'little' ? least : { ...least, ...more } };
}

/** On every nth read of the list a run begins or changes its status. */
export function goOn(world: Setting & { runs: Run[] }, readings: number): void {
  if (readings % newRunEvery === 0) world.runs.push(runOf('north', readings, world.now(), 'waiting', world));
  const run = readings % nextStatusEvery === 0 && world.runs.find(({ status }) => status !== 'done');
  if (!run) return;
  run.status = statuses[statuses.indexOf(run.status) + 1] ?? 'done';
  const name = world.wire.runStatus;
  if (name && name in run.shown) run.shown[name] = run.status;
}
