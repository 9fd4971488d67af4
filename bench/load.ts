import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';

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
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const start = performance.now();
  const end = start + seconds * 1000;
  let answers = 0;
  const sendUntilEnd = async () => {
    while (performance.now() < end) {
      const { path, body, ...options } = nextCall();
      const sent = request(base + path, { ...options, agent }).end(body);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      await once(answer.resume(), 'end');
      const { statusCode = 0 } = answer;
      if (statusCode >= 300) throw new Error(`${options.method} ${path} was answered with ${statusCode}`);
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendUntilEnd));
  agent.destroy();
  return (answers * 1000) / (performance.now() - start);
}
