import { randomUUID } from 'node:crypto';
import { isSuccess, jsonOf, type Reply, type Request, withJson } from '../exchange.ts';
import type { Stage, Surroundings } from '../stage.ts';

interface Version {
  /** The time of the write, on this process's clock. */
  at: number;
  data: object;
}

type Data = Record<string, unknown>;

/**
 * Two replicas: the first receives writes at once, the second after a delay. Reads alternate between them: requests that look up a message
 * by its id (also as a parent), and the update with `{}` that shows a notification.
 */
export function replicas(behindMs: number, { random, call, count }: Surroundings): Stage {
  const versions = new Map<string, Version[]>();
  const messages = new Map<string, number>();
  const isOld = () => {
    const reachesOther = random() < 0.5;
    if (reachesOther) count('read of the replica');
    return reachesOther;
  };
  const isHidden = (id: string) => performance.now() - (messages.get(id) ?? -behindMs) < behindMs && isOld();

  /** The same request about an unknown message, and its answer rewritten for the requested message. */
  const unseen = async (request: Request, id: string): Promise<Reply> => {
    const unknownId = randomUUID();
    const swap = (text: string) => text.replaceAll(id, unknownId);
    const body = Buffer.from(swap(request.body.toString('utf8')));
    // The replica looks up the message before the key.
    const headers = request.headers.filter(([name]) => !/key$/i.test(name));
    const swapped = { ...request, url: swap(request.url), headers, body };
    const reply = await call(swapped);
    return { ...reply, body: Buffer.from(reply.body.toString('utf8').replaceAll(unknownId, id)) };
  };

  const notification: Stage = async (request, next) => {
    const path = request.url.split('?')[0] ?? '';
    const sent = jsonOf(request.body);
    if (sent && Object.keys(sent).length === 0) {
      const result = await next(request);
      const seen = versions.get(path)?.findLast(({ at }) => at <= performance.now() - behindMs);
      const isStale = isSuccess(result) && seen && seen !== versions.get(path)?.at(-1) && isOld();
      return isStale ? withJson(result, { ...jsonOf(result.body), data: seen.data }) : result;
    }
    if (!versions.has(path)) {
      const before = await call({ ...request, body: Buffer.from('{}'), headers: plain(request) });
      if (isSuccess(before)) remember(path, before, Number.NEGATIVE_INFINITY);
    }
    const result = await next(request);
    if (isSuccess(result)) remember(path, result, performance.now());
    return result;
  };

  const remember = (path: string, reply: Reply, at: number) => {
    const data = jsonOf(reply.body)?.data as Data | undefined;
    if (data?.threshold) versions.set(path, [...(versions.get(path) ?? []), { at, data }]);
  };

  return async (request, next) => {
    if (request.method === 'PATCH') return notification(request, next);
    const id = request.method === 'GET' ? idAtEnd(request.url) : parentIn(request);
    if (id !== undefined && isHidden(id)) return unseen(request, id);
    const result = await next(request);
    if (request.method === 'POST' && isSuccess(result)) {
      for (const made of Object.values(jsonOf(result.body) ?? {})) {
        const id = (made as Data | null)?.id;
        if (typeof id === 'string' && !messages.has(id)) messages.set(id, performance.now());
      }
    }
    return result;
  };
}

function idAtEnd(url: string): string | undefined {
  return /\/([0-9a-f-]{36})$/i.exec(url.split('?')[0] ?? '')?.[1];
}

/** The parent of a reply. */
function parentIn({ body }: Request): string | undefined {
  const id = jsonOf(body)?.in_reply_to_message_id;
  return typeof id === 'string' ? id : undefined;
}

/** The credentials of a request, without its other headers. */
function plain({ headers }: Request): Request['headers'] {
  const kept = headers.filter(([name]) => /^(host|authorization)$/i.test(name));
  return [...kept, ['Content-Type', 'application/json'], ['Content-Length', '2']];
}
