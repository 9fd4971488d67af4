import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Seed } from '../../fixtures/seed.ts';
import type { ContractDocument } from '../../spec/document.ts';
import type { Partitions } from '../state/partitions.ts';
import type { Settings, World } from '../state/world.ts';
import { LATEST } from '../time/clock.ts';
import { isoTime, parseDuration, parseTime } from '../time/times.ts';
import { partitionOf } from './guard.ts';
import { toHar } from './har.ts';
import { refuseControl } from './refuse-control.ts';

/** What this mock calls itself, so that a client can tell it from a real deployment. */
const PRODUCT = 'telephony-contract-mock';

/** The control plane: health, reset, journal, clock, settings, hold and release, each for one partition. */
export function adminApi(parts: {
  partitions: Partitions;
  document: ContractDocument;
  seed: Seed;
  problem: () => string | undefined;
}): FastifyPluginAsync {
  const { partitions, document, seed, problem } = parts;
  const worldOf = (request: FastifyRequest) => partitions.get(partitionOf(request));

  return async (admin) => {
    admin.get('/health', async () => ({
      status: 'healthy',
      product: PRODUCT,
      version: document.version,
      contract: { version: document.version, sha256: document.sha256 },
      apiKeys: seed.apiKeys.map(({ key }) => key),
      partitions: partitions.names().length,
      problem: problem() ?? null,
    }));

    admin.post('/reset', async (request) => {
      partitions.reset(partitionOf(request));
      return { partition: partitionOf(request) };
    });

    admin.get('/partitions', async () => ({ partitions: partitions.names() }));

    admin.get('/requests', async (request) => {
      const requests = worldOf(request).journal.list();
      return { requests, meta: { total: requests.length } };
    });
    admin.get('/requests.har', async (request) =>
      toHar(worldOf(request).journal.list(), `http://${request.headers.host}`, document.version),
    );
    admin.delete('/requests', async (request) => {
      worldOf(request).journal.clear();
      return {};
    });

    admin.get('/clock', async (request) => clockOf(worldOf(request)));
    admin.post('/clock', async (request, reply) => {
      const target = targetTime(request.body, worldOf(request).clock.now());
      if (target === undefined) {
        return refuseControl(
          request,
          reply,
          422,
          'Give either {"now": an ISO 8601 time} or {"advance": an ISO 8601 duration}.',
        );
      }
      if (target >= LATEST)
        return refuseControl(request, reply, 422, 'The clock can not be moved beyond the year 9998.');
      const moved = worldOf(request).clock.moveTo(target);
      if (!moved) return refuseControl(request, reply, 422, 'The clock can only be moved forwards.');
      return clockOf(worldOf(request));
    });

    admin.get('/settings', async (request) => settingsOf(worldOf(request)));
    admin.post('/settings', async (request, reply) => changeSettings(request, reply, worldOf(request)));

    admin.get('/hold', async (request) => worldOf(request).sendHold.state);
    admin.post('/hold', async (request) => {
      worldOf(request).sendHold.hold();
      return worldOf(request).sendHold.state;
    });
    admin.post('/release', async (request) => {
      worldOf(request).sendHold.release();
      return worldOf(request).sendHold.state;
    });
  };
}

function clockOf(world: World): { now: string } {
  return { now: isoTime(world.clock.now()) };
}

function targetTime(body: unknown, now: number): number | undefined {
  const { now: time, advance } = (body ?? {}) as { now?: unknown; advance?: unknown };
  if ((time === undefined) === (advance === undefined)) return undefined;
  if (time !== undefined) return parseTime(time);
  const duration = parseDuration(advance);
  return duration === undefined ? undefined : now + duration;
}

function settingsOf({ settings }: World) {
  const { processingTime, ...limits } = settings;
  return { processingTime: `PT${processingTime / 1000}S`, ...limits };
}

function changeSettings(request: FastifyRequest, reply: FastifyReply, world: World) {
  const changes: Partial<Settings> = {};
  for (const [name, value] of Object.entries((request.body ?? {}) as object)) {
    if (!Object.hasOwn(world.settings, name)) return refuseControl(request, reply, 422, `${name} is no setting.`);
    const number = name === 'processingTime' ? parseDuration(value) : limitOf(value);
    if (number === undefined) {
      const kind = name === 'processingTime' ? 'an ISO 8601 duration such as PT2S' : 'a whole number';
      return refuseControl(request, reply, 422, `${name} must be ${kind}.`, `/${name}`);
    }
    changes[name as keyof Settings] = number;
  }
  world.set(changes);
  return settingsOf(world);
}

function limitOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}
