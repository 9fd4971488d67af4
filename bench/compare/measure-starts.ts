import { setTimeout as wait } from 'node:timers/promises';
import { requests } from '../requests.ts';
import { type Running, start } from '../servers/running.ts';
import type { Canned, Server } from '../servers/server.ts';
import { answerTo } from './measure-request.ts';
import type { Results, Start } from './results.ts';

/** What a server may still do after its first answer before its memory is read, in milliseconds. */
const SETTLING = 1000;

/** Starts each server some times, all in turn, and ends it again. Servers that answer a list answer that of 20 runs. */
export async function measureStarts(
  servers: readonly Server[],
  times: number,
): Promise<Pick<Results, 'starts' | 'absent'>> {
  const canned = await answerTo(requests[0]);
  const starts = new Map<Server, Start>();
  const absent = new Map<Server, string>();
  for (let time = 0; time < times; time++) {
    for (const server of servers.filter((one) => !absent.has(one))) {
      const reason = server.absence?.();
      if (reason !== undefined) {
        absent.set(server, reason);
        continue;
      }
      try {
        const running = await startOnce(server, canned);
        const measured = starts.get(server) ?? { server: server.name, secondsToGoodAnswer: [], residentBytes: [] };
        starts.set(server, measured);
        measured.secondsToGoodAnswer.push(running.startSeconds);
        await wait(SETTLING);
        measured.residentBytes.push(await running.memory());
        await running.stop();
      } catch (error) {
        absent.set(server, (error as Error).message);
      }
    }
  }
  return {
    starts: [...starts.values()],
    absent: [...absent].map(([server, reason]) => ({ server: server.name, reason })),
  };
}

/** The first request that the server has anything like. */
function startOnce(server: Server, canned: Canned): Promise<Running> {
  const known = requests.flatMap((one) => (server.translate ? (server.translate(one) ?? []) : one));
  const [request] = known;
  if (!request) throw new Error('its API has nothing like the requests');
  return start(server, request, canned);
}
