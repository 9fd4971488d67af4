import { connect } from 'node:net';

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
 * Rejects when an answer has another status than 2xx. It reads sockets itself: Node's client takes longer for a request than the servers.
 */
export async function measureRate(base: string, nextCall: () => Call, seconds: number): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  let answers = 0;
  const sendUntilEnd = () =>
    new Promise<void>((resolve, reject) => {
      const { port, hostname, pathname } = new URL(base);
      const socket = connect(Number(port), hostname).setEncoding('latin1');
      const sendNext = () => {
        if (performance.now() < end) socket.write(spelled(nextCall(), pathname));
        else socket.end(resolve);
      };
      let received = '';
      socket.on('data', (text: string) => {
        received += text;
        const [head = '', status, length] = ANSWER.exec(received) ?? [];
        if (head === '' || received.length < head.length + Number(length)) return;
        if (!status?.startsWith('2')) socket.destroy(new Error(`${base} answered with ${received}`));
        answers += 1;
        received = '';
        sendNext();
      });
      socket.on('connect', sendNext).on('error', reject);
      socket.on('close', () => reject(new Error(`${base} closed a connection`)));
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, sendUntilEnd));
  return (answers * 1000) / (performance.now() - start);
}

/** The head of an answer whose length is given; in Latin-1 each byte is a character. */
const ANSWER = /^HTTP\/1\.1 (\d+)[\s\S]*?\r\ncontent-length: (\d+)\r\n[\s\S]*?\r\n\r\n/i;

function spelled({ method, path, headers, body = '' }: Call, base: string): string {
  const lines = Object.entries({ host: 'localhost', ...headers, 'content-length': Buffer.byteLength(body) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${method} ${base.replace(/\/$/, '')}${path} HTTP/1.1\r\n${head}\r\n${body}`;
}
