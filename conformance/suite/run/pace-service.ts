import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { TargetStopped } from '../wire/disturbance.ts';
import type { Pace } from '../wire/pace-keeper.ts';

/** Makes a pace keeper known to the other processes of a run, at an address of the loopback interface. */
export async function servePace(keeper: Pace): Promise<{ address: string; close(): void }> {
  // Workers let go of their connections themselves: one that is closed here may just be used again.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://pace');
    const asked = async () => {
      if (pathname === '/limited') return keeper.limited(Number(searchParams.get('ms')));
      if (pathname === '/lost') return keeper.lost();
      return keeper.turn(Number(searchParams.get('requests')));
    };
    asked().then(
      () => response.writeHead(204).end(),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A pace keeper in another process. */
export class RemotePace implements Pace {
  private stopped: TargetStopped | undefined;

  /** @param hasRate whether each request has to wait for its turn */
  constructor(
    private readonly address: string,
    private readonly hasRate: boolean,
  ) {}

  async turn(requests = 1): Promise<void> {
    if (this.stopped) throw this.stopped;
    if (!this.hasRate) return;
    await this.ask(`/turn?requests=${requests}`);
  }

  limited(waitMs: number): Promise<void> {
    return this.ask(`/limited?ms=${waitMs}`);
  }

  lost(): Promise<void> {
    return this.ask('/lost');
  }

  private async ask(path: string): Promise<void> {
    const url = this.address + path;
    // A kept connection may break although the pace keeper is there.
    const answer = await post(url)
      .catch(() => post(url))
      .catch(() => undefined);
    if (answer?.status === 204) return;
    this.stopped = new TargetStopped(answer?.body ?? 'the process that began the run has ended');
    throw this.stopped;
  }
}

const agent = new Agent({ keepAlive: true });

/** Not `fetch`, which gives up a busy process after some seconds, and a long wait for a turn after some minutes. */
function post(url: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent });
    outgoing.once('response', (incoming) => {
      text(incoming).then((body) => resolve({ status: incoming.statusCode, body }), reject);
    });
    outgoing.once('error', reject).end();
  });
}
