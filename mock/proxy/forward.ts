import http, { type IncomingMessage, type InformationEvent } from 'node:http';
import https from 'node:https';
import { type Readable, Transform } from 'node:stream';
import { endReadingWith } from '../http/one-at-a-time.ts';
import { turn } from '../time/turns.ts';
import { endToEnd } from './headers.ts';

/** Milliseconds without a byte after which a deployment is given up. */
const SILENCE_LIMIT = 60_000;

/** Answers at most that come before the answer: one every ten seconds for a quarter of an hour. */
const MOST_INTERIM = 100;

/** A deployment that says nothing for too long. */
export class Silence extends Error {}

/** Methods whose requests need not say that they have no body (RFC 9110, 8.6). */
const bodyless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/**
 * Passes a request on, its body as it comes, and gives the head of the answer, whose body is still to be read. Rejects when there is none,
 * or what comes with it is broken: with a Silence when the deployment says nothing for `silence` milliseconds, with Node's error otherwise.
 * When `left` is aborted, the call ends, answered or not.
 *
 * @param informed hears the answers that come before the answer (1xx); a deployment that sends too many of them is given up
 */
export function forward(
  request: Readable & Pick<IncomingMessage, 'method' | 'headers' | 'rawHeaders'>,
  {
    upstream,
    path,
    left,
    informed,
    silence = SILENCE_LIMIT,
  }: {
    upstream: string;
    path: string;
    left: AbortSignal;
    informed: (answer: InformationEvent) => void;
    silence?: number;
  },
): Promise<IncomingMessage> {
  const url = new URL(upstream);
  const { method = 'GET', headers, rawHeaders } = request;
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      path,
      headers: [
        ...['Host', url.host],
        ...endToEnd(rawHeaders, (name) => name === 'host'),
        ...bodyHeaders(method, headers),
      ],
      // A kept connection may be closed just when it is used again, and a body that has gone can't be sent again.
      agent: false,
      signal: left,
    });
    outgoing.once('socket', endReadingWith);
    outgoing.setTimeout(silence, () => outgoing.destroy(new Silence()));
    const body = request.pipe(paced());
    let interim = 0;
    outgoing.on('information', (answer) => {
      interim += 1;
      if (interim <= MOST_INTERIM) informed(answer);
      else {
        // Before what the end of the connection is called.
        fail(new Error(`it sends more than ${MOST_INTERIM} interim answers`));
        outgoing.destroy();
      }
    });
    const fail = (error: Error) => {
      reject(error);
      // What still comes is read away, so that the client hears the answer.
      body.unpipe(outgoing).resume();
    };
    outgoing.once('response', (answer) => {
      answer.once('error', fail);
      setImmediate(resolve, answer);
    });
    outgoing.once('upgrade', (_answer, socket) => {
      socket.destroy();
      fail(new Error('it goes on in another protocol'));
    });
    outgoing.on('error', fail);
    body.pipe(outgoing);
  });
}

/** Passes a body on in turns: one without end comes faster than others are served. */
function paced(): Transform {
  return new Transform({
    transform: async (chunk, _encoding, done) => {
      await turn();
      done(null, chunk);
    },
  });
}

/** How far the body goes, whatever the client's `Connection` says about these headers: two servers must not differ on that. */
function bodyHeaders(method: string, headers: http.IncomingHttpHeaders): string[] {
  const { 'transfer-encoding': coding, 'content-length': length } = headers;
  if (coding !== undefined) return ['Transfer-Encoding', coding];
  if (length !== undefined) return ['Content-Length', length];
  return bodyless.has(method) ? [] : ['Content-Length', '0'];
}
