import { eventWriter } from '../journal/event-stream.ts';
import { toHar } from '../journal/har.ts';
import type { ControlParts, Handlers } from './calls.ts';

/** The exchanges of a partition, with what decided them: as a list, as an archive, and as server-sent events while they happen. */
export function journalCalls({ partitions }: Pick<ControlParts, 'partitions'>) {
  return {
    listRequests: ({ world }) => {
      const requests = world().journal.list();
      return { requests, meta: { total: requests.length } };
    },

    clearRequests: ({ world }) => {
      world().journal.clear();
      return {};
    },

    exportRequests: ({ world, request }) => {
      const { log } = toHar(world().journal.list().reverse(), `http://${request.headers.host}`);
      return { log: { ...log } };
    },

    streamRequests: ({ partition, reply }) => {
      reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
      });
      raw.write('retry: 1000\n\n');
      raw.on('close', partitions.events.listen(partition, eventWriter(raw)));
      return reply;
    },
  } satisfies Partial<Handlers>;
}
