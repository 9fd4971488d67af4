import type { FastifyPluginAsync } from 'fastify';
import type { Partitions } from '../state/partitions.ts';
import { partitionOf } from './guard.ts';

/** What may wait for a listener that does not read, in bytes; then it is cut off, and may come again. */
const PATIENCE = 8_000_000;

/** Tells what happens in a partition as it happens, as server-sent events: `GET /requests/stream`. */
export function streamApi(partitions: Partitions): FastifyPluginAsync {
  return async (api) => {
    api.get('/requests/stream', (request, reply) => {
      reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
      });
      raw.write('retry: 1000\n\n');
      const stop = partitions.events.listen(partitionOf(request), (event) => {
        const data = event.type === 'request' ? event.exchange.entry() : {};
        raw.write(`event: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`);
        if (raw.writableLength > PATIENCE) raw.destroy();
      });
      raw.on('close', stop);
    });
  };
}
