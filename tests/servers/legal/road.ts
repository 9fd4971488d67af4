import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** So many requests does one connection carry; the next one finds it closed. */
const requestsPerConnection = 7;
const limitedEvery = 61;
const slowEvery = 97;

/**
 * A way to a server on which everything happens that HTTP allows: answers take their time, connections end between requests,
 * now and then the rate is limited, and an answer is announced before it comes. Nothing of it changes what is answered.
 *
 * @param now the server's clock, in milliseconds
 */
export function roughRoad(serve: RequestListener, now: () => number): RequestListener {
  const carried = new WeakMap<Socket, number>();
  let count = 0;
  return (request, response) => {
    const before = carried.get(request.socket) ?? 0;
    carried.set(request.socket, before + 1);
    if (before === requestsPerConnection) return void request.socket.resetAndDestroy();
    count += 1;
    response.setHeader('Date', new Date(now()).toUTCString());
    if (count % limitedEvery === 0) return limit(response, count, now());
    if (count % 5 === 0) response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    setTimeout(() => serve(request, response), count % slowEvery === 0 ? 200 : (count * 7) % 20);
  };
}

/** How long to wait is said in seconds or as a time of the server's own clock. */
function limit(response: ServerResponse, count: number, now: number): void {
  const wait = count === limitedEvery ? '1' : count % 2 === 0 ? '0' : new Date(now).toUTCString();
  response.writeHead(429, { 'Retry-After': wait, 'Content-Type': 'text/plain', Connection: 'close' }).end('slower');
}
