import type { FastifyInstance } from 'fastify';
import type { MessagesSummary } from '../email/mailpit/listing.ts';
import { ask, type ControlClient, createControlClient } from './control.ts';
import type { Mail, MockPartition } from './partition.ts';

/** Makes what gives the partitions of a mock by their names: what can be done with each. */
export function createPartitionOf(server: FastifyInstance): (name: string) => MockPartition {
  const control = createControlClient(server);
  return (name) => partitionOf(server, control, name);
}

function partitionOf(server: FastifyInstance, control: ControlClient, partition: string): MockPartition {
  const mailpit = (url: string) => ask(server, { method: 'GET', url: `/api/v1${url}`, query: { partition } });
  return {
    reset: async () => void (await control('reset', { partition })),
    clock: {
      now: async () => timeOf(await control('getClock', { partition })),
      advance: async (advance) => timeOf(await control('moveClock', { partition, body: { advance } })),
      set: async (time) => timeOf(await control('moveClock', { partition, body: { now: isoText(time) } })),
    },
    requests: async () => [...(await control('listRequests', { partition })).requests],
    outbox: async () => {
      const { messages } = (await mailpit('/messages?limit=0')) as MessagesSummary;
      return Promise.all(messages.map(async ({ ID }) => (await mailpit(`/message/${ID}`)) as Mail));
    },
    scenarios: {
      add: (body) => control('switchScenarioOn', { partition, body }),
      list: async () => (await control('listScenarios', { partition })).scenarios,
      clear: async () => void (await control('switchScenariosOff', { partition })),
    },
    settings: {
      get: () => control('getSettings', { partition }),
      change: (body) => control('changeSettings', { partition, body }),
    },
    hold: () => control('hold', { partition }),
    release: () => control('release', { partition }),
    state: {
      get: (...parts) =>
        control('getState', { partition, ...(parts.length > 0 && { query: { only: parts.join(',') as never } }) }),
      put: async (body) => void (await control('fillState', { partition, body })),
    },
  };
}

function timeOf({ now }: { now: string }): Date {
  return new Date(now);
}

function isoText(time: Date | string): string {
  return typeof time === 'string' ? time : time.toISOString();
}
