import { build, type Histogram } from 'hdr-histogram-js';
import { forSeconds, type Load, pace, saturate } from '../load.ts';
import { type Call, type Request, uniqueTexts } from '../requests.ts';
import { mock, sendParent } from '../servers/mock.ts';
import { type Running, start } from '../servers/running.ts';
import { ask, type Canned, type Server } from '../servers/server.ts';
import type { Results, Row } from './results.ts';
import { difference } from './same-answer.ts';
import { median } from './statistics.ts';

/** How often and how long each server is measured. */
export interface Effort {
  rounds: number;
  seconds: number;
  /** Keeps the load generator awake while rates are measured. */
  awake: boolean;
}

/** Replies after which the mock gets a new message to reply to: it keeps 20,000 messages, and the oldest go. */
const REPLIES = 5000;

/**
 * Measures the servers with one kind of request. All of them run, and in each round one after the other answers as fast as it
 * can; then the mock and stock Prism, in rounds again, answer half of what stock Prism could.
 */
export async function measureRequest(
  request: Request,
  servers: readonly Server[],
  effort: Effort,
): Promise<Pick<Results, 'rows' | 'absent'>> {
  const { rounds, seconds, awake } = effort;
  const { running, absent, canned } = await startAll(request, servers);
  try {
    const measured: { one: Running; row: Row }[] = [];
    for (const one of running) {
      const asked = understood(one.server, request);
      const { next } = await begin(one, asked);
      const informational = difference(await ask(one.base, next()), canned, one.server.stateful);
      await saturate(one.base, next, forSeconds(Math.max(1, seconds)));
      const row: Row = {
        request: request.name,
        server: one.server.name,
        ...(informational !== undefined && { informational }),
        goodPerSecond: [],
        serverCpu: [],
        generatorCpu: [],
        refused: 0,
        failed: 0,
      };
      measured.push({ one, row });
    }

    for (let round = 0; round < rounds; round++) {
      for (const { one, row } of inTurn(measured, round)) {
        const { load, serverCpu } = await withCpu(one, request, (next) =>
          saturate(one.base, next, forSeconds(seconds), awake),
        );
        const answers = load.good + load.refused + load.failed;
        row.goodPerSecond.push(load.good / load.seconds);
        row.serverCpu.push((serverCpu * 1000) / answers);
        row.generatorCpu.push((load.generatorCpu * 1000) / answers);
        row.refused += load.refused;
        row.failed += load.failed;
      }
    }

    const stock = measured.find(({ row }) => row.server === 'prism');
    if (stock) {
      const rate = median(stock.row.goodPerSecond) / 2;
      await measurePaced(
        measured.filter(({ row }) => ['mock', 'prism'].includes(row.server)),
        request,
        rate,
        effort,
      );
    }
    return { rows: measured.map(({ row }) => row), absent };
  } finally {
    await Promise.all(running.map((one) => one.stop()));
  }
}

async function measurePaced(
  measured: readonly { one: Running; row: Row }[],
  request: Request,
  rate: number,
  { rounds, seconds }: Effort,
): Promise<void> {
  const all = measured.map((entry) => ({
    ...entry,
    latency: build({ numberOfSignificantValueDigits: 3 }),
    p99Rounds: [] as number[],
    refused: 0,
    failed: 0,
  }));
  for (let round = 0; round < rounds; round++) {
    for (const entry of inTurn(all, round)) {
      const { load } = await withCpu(entry.one, request, (next) => pace(entry.one.base, next, rate, seconds));
      entry.latency.add(load.latency);
      entry.p99Rounds.push(milliseconds(load.latency, 99));
      entry.refused += load.refused;
      entry.failed += load.failed;
    }
  }
  for (const { row, latency, p99Rounds, refused, failed } of all) {
    const answers = latency.totalCount;
    row.paced = {
      rate,
      answers,
      refused,
      failed,
      p50: milliseconds(latency, 50),
      p99: milliseconds(latency, 99),
      p99Rounds,
    };
  }
}

/** What the mock answers to a request, for the servers that answer what they are given. */
export async function answerTo(request: Request): Promise<Canned> {
  const running = await start(mock, request, { status: 0, body: '' });
  try {
    return await ask(running.base, (await begin(running, request)).next());
  } finally {
    await running.stop();
  }
}

/** Starts the servers, those that answer what they are given with the answer of the mock. */
async function startAll(request: Request, servers: readonly Server[]) {
  const absent: Results['absent'] = [];
  const canned = await answerTo(request);
  const running: Running[] = [];
  for (const server of servers) {
    const asked = server.translate ? server.translate(request) : request;
    const reason = asked ? server.absence?.() : 'its API has nothing like this request';
    if (reason !== undefined || !asked) {
      absent.push({ server: server.name, request: request.name, reason: reason ?? '' });
      continue;
    }
    try {
      running.push(await start(server, asked, canned));
    } catch (error) {
      absent.push({ server: server.name, request: request.name, reason: (error as Error).message });
    }
  }
  return { running, absent, canned };
}

/** The request as the server takes it. */
function understood(server: Server, request: Request): Request {
  return server.translate?.(request) ?? request;
}

/** Puts the state of a server back to its start, and gives the calls to send to it. */
export async function begin({ server, base }: Running, request: Request): Promise<{ next: () => Call }> {
  const unique = uniqueTexts();
  if (!server.prepare) {
    const parent = '3d9f0b7a-1c52-4e86-a4d3-8b7e6f5c2a19';
    return { next: () => request.call({ unique, parent }) };
  }
  let parent = await server.prepare(base);
  let count = 0;
  const next = () => {
    if (request.name === 'reply' && ++count % REPLIES === 0) {
      void sendParent(base).then((id) => {
        parent = id;
      });
    }
    return request.call({ unique, parent });
  };
  return { next };
}

async function withCpu(
  one: Running,
  request: Request,
  run: (next: () => Call) => Promise<Load>,
): Promise<{ load: Load; serverCpu: number }> {
  const { next } = await begin(one, understood(one.server, request));
  const before = await one.cpu();
  const load = await run(next);
  return { load, serverCpu: (await one.cpu()) - before };
}

/** The servers from another one on in each round, so that none is always measured after the same other. */
function inTurn<Entry>(entries: readonly Entry[], round: number): Entry[] {
  const first = round % entries.length;
  return [...entries.slice(first), ...entries.slice(0, first)];
}

function milliseconds(latency: Histogram, percentile: number): number {
  return latency.getValueAtPercentile(percentile) / 1000;
}
