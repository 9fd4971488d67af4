import type { Entry } from 'har-format';
import { isSecretName } from '../../spec/credentials.ts';
import type { Redactor } from '../suite/target/redact.ts';
import { Answer } from '../suite/wire/answer.ts';
import { operationAt } from '../suite/wire/contract.ts';
import { originOf } from '../suite/wire/disturbance.ts';
import type { HeaderPairs } from '../suite/wire/exchange.ts';
import { bodyOf, headersIn } from './archive.ts';

/** Why an exchange is not judged. */
export type Skipped = 'other address' | 'no answer' | 'not answered by the service' | 'body missing or cut off';

/** The answer of a recorded exchange, or why it can't be judged. Makes its credentials known to the redactor. */
export async function answerIn(entry: Entry, baseUrl: string, redactor: Redactor): Promise<Answer | Skipped> {
  const { request, startedDateTime, time } = entry;
  const response = entry.response as Entry['response'] | undefined;
  const path = pathBelow(baseUrl, request.url);
  if (path === undefined) return 'other address';
  // Tools write 0, -1 or nothing.
  const status = Number(response?.status);
  if (!response || !(status >= 100)) return 'no answer';
  const operation = operationAt(request.method, path);
  const text = await bodyOf(response);
  if (text === undefined && request.method !== 'HEAD') return 'body missing or cut off';
  const [sent, headers] = [pairsOf(request.headers), pairsOf(response.headers)];
  const received = { status, headers, body: Buffer.from(text ?? ''), sentAt: '', tookMs: 0 };
  if (originOf(received, operation !== undefined) !== 'service') return 'not answered by the service';
  noteSecrets(new URL(request.url), [...sent, ...headers], redactor);
  const body: unknown = request.postData?.comment ? undefined : request.postData?.text;
  return new Answer({
    operation,
    status,
    headers: withoutSecrets(headers),
    text: text ?? '',
    request: {
      method: request.method,
      url: request.url,
      headers: withoutSecrets(sent),
      ...(typeof body === 'string' && { body }),
    },
    ...(startedDateTime && { sentAt: `${startedDateTime}` }),
    tookMs: Math.max(0, Number(time) || 0),
  });
}

/** Path and query below the base address; undefined for every other address. */
function pathBelow(baseUrl: string, url: string): string | undefined {
  const [base, address] = [new URL(baseUrl), new URL(url)];
  const prefix = base.pathname.replace(/\/+$/, '');
  const isBelow = address.origin === base.origin && address.pathname.startsWith(`${prefix}/`);
  return isBelow ? address.pathname.slice(prefix.length) + address.search : undefined;
}

function pairsOf(headers: unknown): HeaderPairs {
  // HTTP/2 has parts of the request among its headers.
  return headersIn(headers)
    .filter(({ name }) => !name.startsWith(':'))
    .map(({ name, value }) => [name, value] as const);
}

/** Other places of the recording may repeat credentials. A short value of a cookie is none. */
function noteSecrets({ username, password, searchParams }: URL, headers: HeaderPairs, redactor: Redactor): void {
  redactor.add(password, 'URL_PASSWORD').add(username && `${username}:${password}`, 'URL_LOGIN');
  for (const [name, value] of [...headers, ...searchParams]) {
    if (!isSecretName(name)) continue;
    redactor.add(value.replace(/^(Bearer|Basic) /i, ''), nameOf(name));
    const cookies = /cookie/i.test(name) ? [...value.matchAll(/=([^;]{8,})/g)] : [];
    for (const [, cookie] of cookies) redactor.add(cookie, nameOf(name));
  }
}

function withoutSecrets(headers: HeaderPairs): HeaderPairs {
  return headers.map(([name, value]) => {
    const [scheme = ''] = /^(Bearer|Basic) /i.exec(value) ?? [];
    return [name, isSecretName(name) ? `${scheme}$${nameOf(name)}` : value] as const;
  });
}

/** The name in the place of a credential, such as `API_KEY`. */
function nameOf(name: string): string {
  return /^authorization$/i.test(name) ? 'API_KEY' : name.toUpperCase().replaceAll(/\W/g, '_');
}
