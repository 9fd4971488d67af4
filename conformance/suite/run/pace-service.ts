import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { TargetStopped } from '../wire/disturbance.ts';
import type { Pace } from '../wire/pace-keeper.ts';

/** Makes a pace keeper known to the other processes of a run, at an address of the loopback interface. */
export async function servePace(keeper: Pace): Promise<{ address: string; close(): void }> {
  // Workers close their connections themselves: a connection that is closed here may be in use again.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    const [, action, value] = incoming.url?.split('/') ?? [];
    const isDone =
      action === 'limited'
        ? keeper.limited(Number(value))
        : action === 'lost'
          ? keeper.lost()
          : keeper.turn(Number(value));
    isDone.then(
      () => outgoing.writeHead(204).end(),
      (error: Error) => outgoing.writeHead(500).end(error.message),
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
  private readonly agent = new Agent({ keepAlive: true });
  private stopped: TargetStopped | undefined;

  /** @param hasRate whether each request has to wait for its turn */
  constructor(
    private readonly address: string,
    private readonly hasRate: boolean,
  ) {}

  async turn(requests = 1): Promise<void> {
    if (this.stopped) throw this.stopped;
    if (this.hasRate) await this.call(`/turn/${requests}`);
  }

  limited(waitMs: number): Promise<void> {
    return this.call(`/limited/${waitMs}`);
  }

  lost(): Promise<void> {
    return this.call('/lost');
  }

  private async call(path: string): Promise<void> {
    // A cached connection may break although the pace keeper is there.
    const answer = await this.post(path)
      .catch(() => this.post(path))
      .catch(() => undefined);
    if (answer?.status === 204) return;
    this.stopped = new TargetStopped(answer?.body ?? 'the process that began the run has ended');
    throw this.stopped;
  }

  /** Not `fetch`, which gives up a busy process after some seconds, and a long wait for a turn after some minutes. */
  private post(path: string): Promise<{ status: number | undefined; body: string }> {
    return new Promise((resolve, reject) => {
      const outgoing = request(this.address + path, { method: 'POST', agent: this.agent });
      outgoing.once('response', (incoming) => {
        text(incoming).then((body) => resolve({ status: incoming.statusCode, body }), reject);
      });
      outgoing.once('error', reject).end();
    });
  }
}
