import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saturate, times } from '../load.ts';
import { requests } from '../requests.ts';
import { mockWith } from '../servers/mock.ts';
import { type Running, start } from '../servers/running.ts';
import { reset, type Series } from './series.ts';

/** Requests of one round. */
const ROUND = 1000;
/** Requests before anything is measured, so that small sizes are as warm as large ones. */
const WARM_UP = 5000;

/** How the mock answers at one size: one entry a round, all sizes in turn. */
export interface Point {
  series: string;
  size: number;
  goodPerSecond: number[];
  /** Microseconds of the mock's CPU for one request. */
  serverCpu: number[];
  residentBytes: number;
}

interface Sized {
  running: Running;
  point: Point;
  /** What there is of it now. */
  size: number;
}

/** Measures one series: a mock for each size, all filled first, and then in each round one after the other. */
export async function measureSeries(one: Series, rounds: number): Promise<Point[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-growth-'));
  const all: Sized[] = [];
  try {
    for (const size of one.sizes) {
      const running = await startWith(one.options?.(size, folder) ?? []);
      const point: Point = { series: one.name, size, goodPerSecond: [], serverCpu: [], residentBytes: 0 };
      const sized = { running, point, size };
      all.push(sized);
      await saturate(running.base, one.calls(size), times(WARM_UP));
      await refill(one, sized);
      point.residentBytes = await running.memory();
    }
    for (let round = 0; round < rounds; round++) {
      for (const sized of all) {
        await measureRound(one, sized);
        // What the rounds added must stay small beside the size.
        if (sized.size > sized.point.size * 1.5) await refill(one, sized);
      }
    }
    return all.map(({ point }) => point);
  } finally {
    await Promise.all(all.map(({ running }) => running.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureRound(one: Series, sized: Sized): Promise<void> {
  const { running, point } = sized;
  const before = await running.cpu();
  const load = await saturate(running.base, one.calls(point.size), times(ROUND));
  const cpu = (await running.cpu()) - before;
  if (load.good !== ROUND)
    throw new Error(`${one.name}, ${point.size}: ${load.good} of ${ROUND} requests were accepted`);
  point.goodPerSecond.push(load.good / load.seconds);
  point.serverCpu.push((cpu * 1000) / load.good);
  if (one.grows) sized.size += ROUND;
}

async function refill(one: Series, sized: Sized): Promise<void> {
  await reset(sized.running.base);
  await one.fill?.(sized.running.base, sized.point.size);
  sized.size = sized.point.size;
}

function startWith(options: readonly string[]): Promise<Running> {
  const [request] = requests;
  if (!request) throw new Error('there is no request');
  return start(mockWith(options), request, { status: 0, body: '' });
}
