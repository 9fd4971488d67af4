import type { Entry, Header } from 'har-format';
import type { Redactor } from '../suite/target/redact.ts';
import { Answer, parsed } from '../suite/wire/answer.ts';
import { operationAt } from '../suite/wire/contract.ts';
import { originOf } from '../suite/wire/disturbance.ts';
import { decoded, type HeaderPairs } from '../suite/wire/exchange.ts';

/** Why an exchange is not judged. */
export type Skipped = 'other address' | 'no answer' | 'not answered by the service' | 'body missing or cut off';

const SECRET_HEADER = /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key)$/i;

/** The answer of a recorded exchange, credentials redacted, or why it can't be judged. */
export async function answerIn(entry: Entry, baseUrl: string, redactor: Redactor): Promise<Answer | Skipped> {
  const { request, response, startedDateTime, time } = entry;
  const path = pathBelow(baseUrl, request.url);
  if (path === undefined) return 'other address';
  if (response.status === 0) return 'no answer';
  const operation = operationAt(request.method, path);
  const text = await bodyOf(response);
  if (text === undefined && request.method !== 'HEAD') return 'body missing or cut off';
  const [sent, headers] = [pairsOf(request.headers), pairsOf(response.headers)];
  const received = { status: response.status, headers, body: Buffer.from(text ?? ''), sentAt: '', tookMs: 0 };
  if (originOf(received, operation !== undefined) !== 'service') return 'not answered by the service';
  for (const [name, value] of [...sent, ...headers])
    if (SECRET_HEADER.test(name)) redactor.add(value.replace(/^(Bearer|Basic) /i, ''), nameOf(name));
  const body = request.postData?.comment ? undefined : request.postData?.text;
  return redacted(redactor, {
    operation,
    status: response.status,
    headers,
    text: text ?? '',
    request: {
      method: request.method,
      url: request.url,
      headers: sent,
      ...(body !== undefined && { body }),
    },
    sentAt: startedDateTime,
    tookMs: Math.max(0, time),
  });
}

function redacted(redactor: Redactor, given: ConstructorParameters<typeof Answer>[0]): Answer {
  const clean = (pairs: Readonly<HeaderPairs>) => pairs.map(([name, value]) => [name, redactor.text(value)] as const);
  const { request } = given;
  return new Answer({
    ...given,
    headers: clean(given.headers),
    text: redactor.text(given.text),
    request: { ...redactor.deep(request), headers: clean(request.headers as HeaderPairs) },
  });
}

/** Path and query below the base address; undefined for every other address. */
function pathBelow(baseUrl: string, url: string): string | undefined {
  const [base, address] = [new URL(baseUrl), new URL(url)];
  const prefix = base.pathname.replace(/\/+$/, '');
  const isBelow = address.origin === base.origin && address.pathname.startsWith(`${prefix}/`);
  return isBelow ? address.pathname.slice(prefix.length) + address.search : undefined;
}

/** The text of a recorded body; undefined where the recording has none, or not all of it. */
async function bodyOf({ content, bodySize, status, headers }: Entry['response']): Promise<string | undefined> {
  const { text, encoding, size = 0 } = content ?? {};
  if (text === undefined || text === '') {
    const isEmpty = size <= 0 && bodySize <= 0 && !(Number(headerIn(headers, 'content-length')) > 0);
    return isEmpty || status === 304 ? '' : undefined;
  }
  const bytes = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  const plain = encoding === 'base64' ? await decoded(bytes, headerIn(headers, 'content-encoding')) : bytes;
  const whole = plain.toString('utf8');
  const isCut = parsed(whole) === undefined && (content.comment !== undefined || plain.length < size);
  return isCut ? undefined : whole;
}

function pairsOf(headers: readonly Header[] = []): HeaderPairs {
  // HTTP/2 has parts of the request among its headers.
  return headers.filter(({ name }) => !name.startsWith(':')).map(({ name, value }) => [name, value] as const);
}

function headerIn(headers: readonly Header[] = [], name: string): string | undefined {
  return headers.find((one) => one.name.toLowerCase() === name)?.value;
}

function nameOf(header: string): string {
  return /^authorization$/i.test(header) ? 'API_KEY' : header.toUpperCase().replaceAll('-', '_');
}
