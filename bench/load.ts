import { Client } from 'undici';

/** A request whose path is relative to the base URL of a server. */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

const CONNECTIONS = 32;

/**
 * Counts the answers of a server per second. Each of 32 connections sends its next request when the last one is answered.
 * Throws when an answer has another status than 2xx.
 */
export async function measureRate(base: string, nextCall: () => Call, seconds: number): Promise<number> {
  const { origin, pathname } = new URL(base);
  const prefix = pathname.replace(/\/$/, '');
  const start = performance.now();
  const end = start + seconds * 1000;
  let answers = 0;
  const sendUntilEnd = async () => {
    const client = new Client(origin);
    while (performance.now() < end) {
      const call = nextCall();
      const { statusCode, body } = await client.request({ ...call, path: prefix + call.path });
      await body.dump();
      if (statusCode >= 300) throw new Error(`${call.method} ${call.path} was answered with ${statusCode}`);
      answers += 1;
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendUntilEnd));
  return (answers * 1000) / (performance.now() - start);
}
