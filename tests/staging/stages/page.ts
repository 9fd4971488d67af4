import type { Reply } from '../exchange.ts';

/** The HTML page of a gateway, in place of the service's answer. */
export function pageOf(status: number): Reply {
  const headers: Reply['headers'] = [
    ['Server', 'gateway'],
    ['Content-Type', 'text/html'],
  ];
  const body = `<html><head><title>${status}</title></head><body><h1>${status}</h1><hr>gateway</body></html>`;
  return { status, headers, body: Buffer.from(body) };
}

/** The answer of a gateway in its own JSON. */
export function messageOf(status: number): Reply {
  return {
    status,
    headers: [['Content-Type', 'application/json']],
    body: Buffer.from('{"message":"no healthy upstream"}'),
  };
}
