import type { Entry, Har, Header } from 'har-format';
import { readPackageVersion } from '../../spec/package.ts';
import { isCut, type JournalEntry } from './journal.ts';

const omitted = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'cookie']);

/** The journal as an HTTP Archive (HAR 1.2); `origin` is the address of the mock. */
export function toHar(oldestFirst: readonly JournalEntry[], origin: string): Har {
  const creator = { name: 'telephony-contract mock', version: readPackageVersion() };
  return { log: { version: '1.2', creator, entries: oldestFirst.map((entry) => toEntry(entry, origin)) } };
}

function toEntry(
  { at, durationMs, request, response, rules, scenarios, cut: lost }: JournalEntry,
  origin: string,
): Entry {
  const url = resolveTarget(request.url, origin);
  const type = request.headers['content-type'] ?? '';
  return {
    startedDateTime: at,
    time: durationMs,
    request: {
      method: request.method,
      url: url.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toHeaders(request.headers),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      ...(request.body !== '' && {
        postData: { mimeType: type, text: request.body, ...cutMark(request.body) },
      }),
      headersSize: -1,
      bodySize: Buffer.byteLength(request.body),
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toHeaders(response.headers),
      content: {
        size: Buffer.byteLength(response.body),
        mimeType: response.headers['content-type'] ?? '',
        text: response.body,
        ...cutMark(response.body),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
      ...(lost && { _error: 'cut', comment: 'the connection was cut before this answer' }),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: rules.join(' '),
    ...(scenarios.length > 0 && { _scenarios: scenarios }),
  };
}

function cutMark(body: string) {
  return isCut(body) && { comment: 'cut by the journal' };
}

/** Resolves a request target (RFC 9112, 3.2); an invalid one is appended to the origin. */
function resolveTarget(target: string, origin: string): URL {
  return new URL(URL.canParse(target) ? target : `${origin}${target.replace(/^\/?/, '/')}`);
}

function toHeaders(values: Record<string, string>): Header[] {
  return Object.entries(values)
    .filter(([name]) => !omitted.has(name))
    .map(([name, value]) => ({ name, value }));
}
