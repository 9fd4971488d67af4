import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pass, type Request, type Result, read, write } from './exchange.ts';
import type { Stage } from './stage.ts';

/** A server that forwards requests through some stages. */
export interface Front {
  origin: string;
  /** Refuses new connections and breaks the open ones, for a number of milliseconds or for good. */
  goAway(forMs?: number): void;
  close(): Promise<void>;
}

/** Called for each answered request. */
export type Witness = (request: Request, result: Result) => void;

interface FrontOptions {
  /** The origin of the server behind all stages. */
  origin: string;
  stages: readonly Stage[];
  tls?: { key: string; cert: string } | undefined;
  witness?: Witness;
}

/** Starts a front on a free port of the loopback address. */
export async function startFront({ origin, stages, tls, witness }: FrontOptions): Promise<Front> {
  const way = stages.reduceRight<(request: Request) => Promise<Result>>(
    (next, stage) => (request) => stage(request, next),
    (request) => pass(origin, request),
  );
  const listener: RequestListener = (incoming, outgoing) => {
    void (async () => {
      const request = await read(incoming);
      const result = await way(request);
      witness?.(request, result);
      write(outgoing, result);
    })().catch(() => outgoing.destroy());
  };
  const server = tls ? createSecureServer(tls, listener) : createServer(listener);
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  let back: NodeJS.Timeout | undefined;
  return {
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    goAway(forMs) {
      server.close();
      server.closeAllConnections();
      if (forMs !== undefined) back = setTimeout(() => void listen(server, port), forMs);
    },
    async close() {
      clearTimeout(back);
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
}
