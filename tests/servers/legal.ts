import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Profile } from '../../conformance/suite/target/profile.ts';
import { type Answer, answer, readCall, roughRoad, send } from './legal/http.ts';
import type { Manner } from './legal/manner.ts';
import { Refusal } from './legal/members.ts';
import { mailReader, PostOffice } from './legal/post-office.ts';
import { profileOf } from './legal/profile.ts';
import { dispatchCall } from './legal/routes.ts';
import { wires } from './legal/setting.ts';
import { fillOutbox, newWorld, type World } from './legal/world.ts';

export interface LegalOptions extends Partial<Manner> {
  /** The names that the source leaves open: the assumed ones or others. */
  wire?: 'assumed' | 'other';
  /** The place of the message in answers about an email: in `data` as assumed, elsewhere, or nowhere. */
  envelope?: 'data' | 'other' | 'none';
  /** True if delivered mail can be read over Mailpit's API. */
  outbox?: boolean;
  /** The server's clock, in milliseconds. */
  clock?: () => number;
  /** Milliseconds by which its clock is ahead. */
  aheadMs?: number;
}

export interface LegalServer {
  /** With the version prefix. */
  url: string;
  profile: Profile;
  close(): Promise<void>;
}

const prefix = '/v2';
/** On a rough road the clocks differ. */
const roughAheadMs = 90_000;

/** Starts a server that obeys the source and decides its open questions in other ways than this project. */
export async function startLegalServer(options: LegalOptions = {}): Promise<LegalServer> {
  const {
    reading = 'strict',
    showing = 'some',
    road = 'smooth',
    wire = 'assumed',
    envelope = 'data',
    outbox = true,
    clock = Date.now,
    aheadMs = road === 'rough' ? roughAheadMs : 0,
  } = options;
  const manner = { reading, showing, road };
  const now = () => clock() + aheadMs;
  const postOffice = new PostOffice(manner, now);
  // Without an outbox the delivery can't be observed, so it may take long.
  const sendingMs = outbox ? 30 : 300;
  const world = newWorld({ wire: wires[wire], envelope, manner, now, sendingMs, postOffice });
  if (road === 'rough') fillOutbox(world);
  const listener: RequestListener = (request, response) => void serve(request, response, world);
  const server = createServer(road === 'rough' ? roughRoad(listener, now) : listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
  const reader = outbox ? mailReader(postOffice) : undefined;
  const mailpit = await reader?.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    profile: profileOf(world, url, mailpit),
    close: async () => {
      await reader?.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serve(request: IncomingMessage, response: ServerResponse, world: World): Promise<void> {
  send(response, await answerTo(request, world), world.manner);
}

async function answerTo(request: IncomingMessage, world: World): Promise<Answer> {
  try {
    return await dispatchCall(await readCall(request, prefix, world.manner), world);
  } catch (error) {
    if (error instanceof Refusal) return answer(world.manner, error.status, error.body);
    if (!request.errored) console.error(error);
    const failure = { code: '10007', title: 'Unexpected error', detail: String(error) };
    return answer(world.manner, 500, { errors: [failure] });
  }
}
