import { expect } from '@playwright/test';
import { exchange, type Received } from './http.ts';

export type ApiKey = 'key_primary' | 'key_restricted' | 'key_other';

/** Differences of a call from a plain one. */
export interface CallOptions {
  /** The API key; the caller's partition is added to it. */
  as?: ApiKey;
  /** A value is sent as JSON, a text or bytes unchanged. */
  body?: unknown;
  headers?: Record<string, string | string[]>;
}

type Changes = Record<string, unknown>;

/** A client of one mock whose calls all speak of one partition. */
export class Api {
  constructor(
    readonly port: number,
    readonly partition: string,
  ) {}

  /** Calls an operation. */
  call(method: string, path: string, { as = 'key_primary', body, headers = {} }: CallOptions = {}): Promise<Received> {
    return exchange(this.port, {
      method,
      path: `/v2${path}`,
      headers: {
        Authorization: `Bearer ${as}.${this.partition}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    });
  }

  get(path: string, options?: CallOptions): Promise<Received> {
    return this.call('GET', path, options);
  }

  /** Sends a plain message with some members changed; one that is undefined is left out. */
  send(changes: Changes = {}, options: CallOptions & { key?: string | string[]; path?: string } = {}) {
    const { key, path = '/email_messages', headers, ...rest } = options;
    const keyed = { ...(key !== undefined && { 'Idempotency-Key': key }), ...headers };
    return this.call('POST', path, { body: email(changes), ...rest, headers: keyed });
  }

  /** Sends a message that must be accepted, and gives its data. */
  async accepted(changes: Changes = {}, options: CallOptions = {}): Promise<Changes & { id: string }> {
    const { status, text, body } = await this.send(changes, options);
    expect(status, text).toBe(202);
    return (body as { data: Changes & { id: string } }).data;
  }

  /** Calls the control plane. */
  control(method: string, path: string, body?: unknown): Promise<Received> {
    return this.onPartition(method, `/__admin${path}`, body);
  }

  async advance(duration: string): Promise<void> {
    const { status, text } = await this.control('POST', '/clock', { advance: duration });
    expect(status, text).toBe(200);
  }

  /** The mails in the outbox, newest first. */
  async mails(): Promise<{ ID: string; Subject: string; To: { Address: string }[] }[]> {
    const { body } = await this.outbox('GET', '/messages');
    return (body as { messages: { ID: string; Subject: string; To: { Address: string }[] }[] }).messages;
  }

  /** The headers of the newest mail. */
  async mailHeaders(): Promise<Record<string, string[]>> {
    return (await this.outbox('GET', '/message/latest/headers')).body as Record<string, string[]>;
  }

  /** Calls the outbox API. */
  outbox(method: string, path: string, body?: unknown): Promise<Received> {
    return this.onPartition(method, `/api/v1${path}`, body);
  }

  private onPartition(method: string, path: string, body?: unknown): Promise<Received> {
    return exchange(this.port, {
      method,
      path: `${path}${path.includes('?') ? '&' : '?'}partition=${this.partition}`,
      ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
  }
}

/** A plain message with some members changed. */
export function email(changes: Changes = {}): Changes {
  return {
    from: 'sender@example.com',
    to: ['ann@example.com'],
    subject: 'Hello',
    text_body: 'Good morning',
    ...changes,
  };
}

/** A refusal in the standard error body, for `toMatchObject`. */
export function refusal(status: number, code: string, source?: { pointer: string } | { parameter: string }) {
  const error = { code, title: expect.any(String), detail: expect.any(String), ...(source && { source }) };
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: { errors: [error] },
  };
}
