import { finished, Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { printError } from '../../spec/print.ts';
import { refuseForMemory, refuseLongHead, refuseUnstored } from '../contract/answer.ts';
import { HEAD_LINES, LINGER_TIME, memoryInFlight, SMALL_BYTES, UNREAD_TIME } from '../limits.ts';
import type { Partitions } from '../state/partitions.ts';
import type { World } from '../state/world.ts';
import { replaceAnswer, sendAnswer } from './send.ts';

declare module 'fastify' {
  interface FastifyRequest {
    bytesInFlight: number;
    world: World | undefined;
  }
}

const corsHeaders = {
  vary: 'Origin',
  'access-control-allow-credentials': 'true',
  // A browser takes `*` literally when credentials are sent.
  'access-control-expose-headers': 'X-Request-Id, Allow, WWW-Authenticate, Retry-After, Content-Length, Date',
};
const preflightHeaders = {
  vary: 'Origin, Access-Control-Request-Headers',
  // A page can read the refusal of a method that a path does not have.
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-max-age': '600',
};

/** Lets pages of any origin call `api`. */
export function allowOrigins(api: FastifyInstance): void {
  api.addHook('onRequest', ({ method, headers }, reply, done) => {
    const { origin, 'access-control-request-headers': requestedHeaders } = headers;
    reply.headers(corsHeaders);
    if (origin) reply.header('access-control-allow-origin', origin);
    if (method !== 'OPTIONS') return void done();
    reply.headers(preflightHeaders);
    if (requestedHeaders !== undefined) reply.header('access-control-allow-headers', requestedHeaders);
    // Other OPTIONS requests than a browser's preflight have a wrong method.
    if (origin && headers['access-control-request-method']) reply.code(204).header('content-length', '0').send();
    else done();
  });
}

function hasRoomFor(request: FastifyRequest, bytes: number): boolean {
  return request.bytesInFlight + bytes <= SMALL_BYTES || memoryInFlight.bytes + bytes <= memoryInFlight.limit;
}

function countBytes(request: FastifyRequest, { raw }: FastifyReply, bytes: number): void {
  if (raw.closed) return;
  if (request.bytesInFlight === 0) raw.once('close', () => memoryInFlight.add(-request.bytesInFlight));
  request.bytesInFlight += bytes;
  memoryInFlight.add(bytes);
}

/** Counts large bodies and answers. Past the limit, bodies and answers without an acknowledgement are refused. */
export function countInFlight(app: FastifyInstance): void {
  app.decorateRequest('bytesInFlight', 0);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.rawHeaders.length / 2 > HEAD_LINES) sendAnswer(request, reply, refuseLongHead(HEAD_LINES));
    else done();
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (coding === undefined && Number(length) <= SMALL_BYTES) return void done(null, payload);
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        if (!hasRoomFor(request, chunk.length))
          return void next(Object.assign(new Error('no room for the body'), { statusCode: 503 }));
        countBytes(request, reply, chunk.length);
        next(null, chunk);
      },
    });
    payload.on('error', (error) => counted.destroy(error));
    done(null, payload.pipe(counted));
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    const length = isWhole ? Buffer.byteLength(payload) : Number(reply.getHeader('content-length') ?? 0);
    if (length <= SMALL_BYTES) return void done(null, payload);
    const acknowledges = request.method !== 'GET' && reply.statusCode < 400;
    if (!acknowledges && !hasRoomFor(request, length)) {
      reportNoRoom(request);
      return void done(null, replaceAnswer(reply, refuseForMemory()));
    }
    countBytes(request, reply, length);
    // A body that is sent slowly on purpose has pauses.
    if (isWhole) reply.raw.setTimeout(UNREAD_TIME, () => reply.raw.destroy());
    done(null, payload);
  });
}

export function reportNoRoom({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): void {
  printError(`mock: no memory for ${method} ${url.split('?', 1)[0]?.slice(0, 200)}: it was refused`);
}

/** Drops the rest of an unread body before the answer: a client that still sends could lose the answer. */
export function dropUnreadBody(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (raw.complete) return void done(null, payload);
    raw.unpipe();
    raw.resume();
    if (reply.raw.shouldKeepAlive && reply.getHeader('connection') !== 'close') return void done(null, payload);
    const timer = setTimeout(() => raw.destroy(), LINGER_TIME).unref();
    finished(raw, { writable: false }, () => {
      clearTimeout(timer);
      done(null, payload);
    });
  });
}

export function openPartitions(
  app: FastifyInstance,
  partitions: Partitions,
  partitionOf: (request: FastifyRequest) => string,
  hook: 'onRequest' | 'preHandler' = 'onRequest',
): void {
  app.decorateRequest('world');
  app.addHook(hook as 'onRequest', (request, reply, done) => {
    const useWorld = (world: World) => {
      world.useFor(reply.raw);
      request.world = world;
      done();
    };
    const opened = partitions.open(partitionOf(request));
    // Most are in memory already, and a promise for each request takes time.
    if (opened instanceof Promise) opened.then(useWorld, done);
    else useWorld(opened);
  });
}

/** Sends answers once the changes before them are stored. */
export function commitBeforeAnswering(app: FastifyInstance, partitions: Partitions): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.world) return void done(null, payload);
    partitions.commit().then(
      () => done(null, payload),
      (error: Error) => done(null, replaceAnswer(reply, refuseUnstored(error))),
    );
  });
}
