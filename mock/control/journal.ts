import { lazily } from '../collections/lazily.ts';
import type { JournalEntry, Recorded } from '../state/journal.ts';
import type { ControlParts, Handlers } from './calls.ts';
import { eventWriter } from './event-stream.ts';
import { toHar } from './har.ts';
import { sendInPieces } from './in-pieces.ts';

/** The exchanges of a partition, with what decided them: as a list, as an archive, and as server-sent events while they happen. */
export function journalCalls({ partitions }: Pick<ControlParts, 'partitions'>) {
  return {
    listRequests: ({ world: worldOf, reply }) => {
      const world = worldOf();
      return sendInPieces(reply, world.usage.bytes, () => {
        const exchanges = world.journal.list();
        return { requests: entriesOf(exchanges), meta: { total: exchanges.length } };
      });
    },

    clearRequests: ({ world }) => {
      world().journal.clear();
      return {};
    },

    exportRequests: ({ world: worldOf, request, reply }) => {
      const world = worldOf();
      return sendInPieces(reply, world.usage.bytes, () =>
        toHar(entriesOf(world.journal.list().reverse()), `http://${request.headers.host}`),
      );
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
      raw.on('close', partitions.events.listen(partition, eventWriter(raw, partitions.budget)));
      return reply;
    },
  } satisfies Partial<Handlers>;
}

/** An entry is made of what was recorded when it is written. */
function entriesOf(exchanges: readonly Recorded[]): Iterable<JournalEntry> {
  return lazily(exchanges, (exchange) => exchange.entry());
}
