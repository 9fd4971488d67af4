import { loadControlDocument } from '../../spec/control.ts';
import { readPackageVersion } from '../../spec/package.ts';
import { loadRegister } from '../../spec/register.ts';
import { BASE_PATH } from '../contract/check.ts';
import { JSON_TYPE } from '../http/send.ts';
import { toHar } from '../journal/har.ts';
import { type MemoryUsage, memoryInFlight } from '../limits.ts';
import type { ControlParts, Handlers } from './calls.ts';

const showMemory = ({ bytes, limit }: MemoryUsage) => ({ bytes, limit });

const PRODUCT = 'telephony-contract-mock';

export function createMockCalls({ partitions, document, seed, problem }: ControlParts) {
  return {
    getHealth: () => ({
      status: 'healthy',
      product: PRODUCT,
      version: readPackageVersion(),
      contract: { version: document.version, sha256: document.sha256 },
      apiKeys: seed.apiKeys.map(({ key }) => key),
      partitions: partitions.listNames().length,
      memory: { stored: showMemory(partitions.memory), inFlight: showMemory(memoryInFlight) },
      problem: problem() ?? null,
    }),

    listPartitions: () => ({ partitions: partitions.listNames() }),

    listRules: () => ({
      rules: [...loadRegister().values()].map(({ id, level, basis, statement, clause }) => {
        return { id, level, basis, statement, clause };
      }),
    }),

    getContract: ({ world, reply }) => {
      const { json } = world().deployed?.document ?? document;
      return reply.type(JSON_TYPE).send(JSON.stringify({ ...json, servers: [{ url: BASE_PATH }] }));
    },

    getControlDocument: ({ reply }) =>
      reply
        .type(JSON_TYPE)
        .send(JSON.stringify(loadControlDocument()).replaceAll('"openapi.yaml#/', '"openapi.json#/')),

    listRequests: ({ world }) => {
      const requests = world().journal.values().reverse();
      return { requests, meta: { total: requests.length } };
    },

    clearRequests: ({ world }) => {
      world().journal.clear();
      return {};
    },

    exportRequests: ({ world, request }) => {
      const { log } = toHar(world().journal.values(), `http://${request.headers.host}`);
      return { log: { ...log } };
    },

    streamRequests: ({ partition, reply }) => {
      reply.hijack();
      const { raw } = reply;
      const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
      raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...headers });
      raw.write('retry: 1000\n\n');
      partitions.events.stream(partition, raw);
      return reply;
    },
  } satisfies Partial<Handlers>;
}
