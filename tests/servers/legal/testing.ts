import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import PostalMime, { type Email } from 'postal-mime';
import type { Profile } from '../../../conformance/suite/target/profile.ts';
import { Answer } from '../../../conformance/suite/wire/answer.ts';
import { inspect, operationAt } from '../../../conformance/suite/wire/contract.ts';
import { loadRegister } from '../../../spec/register.ts';

const register = loadRegister();

interface Asked {
  body?: unknown;
  headers?: Record<string, string | string[]>;
  as?: 'primary' | 'restricted' | 'other';
}

export interface Received {
  status: number;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every form
  body: any;
}

/** Calls a server as its profile says; an answer that breaks the document in a place owned by a source rule throws. */
export class TestClient {
  readonly profile: Profile;

  constructor(profile: Profile) {
    this.profile = profile;
  }

  async call(method: string, path: string, { body, headers = {}, as = 'primary' }: Asked = {}): Promise<Received> {
    const authorization = `Bearer ${this.profile.accounts[as]?.apiKey}`;
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const type = text === undefined ? {} : { 'Content-Type': 'application/json' };
    const url = this.profile.baseUrl + path;
    const received = await exchange(method, url, { Authorization: authorization, ...type, ...headers }, text);
    this.#checkDocument(method, path, received);
    return {
      status: received.status,
      text: received.text,
      body: received.text ? JSON.parse(received.text) : undefined,
    };
  }

  send(body: object, asked: Asked & { key?: string | string[]; alias?: boolean } = {}): Promise<Received> {
    const { key, alias, ...rest } = asked;
    const { emailPath = '', idempotencyHeader = '' } = this.profile.wire ?? {};
    const headers = { ...rest.headers, ...(key !== undefined && { [idempotencyHeader]: key }) };
    return this.call('POST', alias ? '/emails' : emailPath, { ...rest, body, headers });
  }

  /** A plain message to an address of its own, with some members changed. */
  mail(changes: object = {}) {
    const to = `${randomUUID()}@people.example`;
    return { to: [to], from: 'sender@legal.example', subject: 'Hello', text_body: 'Good morning', ...changes };
  }

  /** The mails to an address, oldest first, once there is at least one. */
  async mailsTo(address: string): Promise<Email[]> {
    for (;;) {
      const found = await this.#search(address);
      if (found.length > 0) return found;
    }
  }

  /** How many mails to an address have come after everything that was sent before has come. */
  async countMails(address: string): Promise<number> {
    const canary = this.mail();
    await this.send(canary);
    await this.mailsTo(canary.to[0] ?? '');
    return (await this.#search(address)).length;
  }

  async #search(address: string): Promise<Email[]> {
    const api = `${this.profile.outbox?.mailpit}/api/v1`;
    const query = encodeURIComponent(`addressed:"${address}"`);
    const listed = await exchange('GET', `${api}/search?query=${query}`, {});
    const { messages } = JSON.parse(listed.text) as { messages: { ID: string }[] };
    const raws = messages.reverse().map(({ ID }) => exchange('GET', `${api}/message/${ID}/raw`, {}));
    return Promise.all(raws.map(async (raw) => PostalMime.parse((await raw).text)));
  }

  #checkDocument(method: string, path: string, { status, text, headers }: Exchanged): void {
    const { emailPath = '' } = this.profile.wire ?? {};
    const operation = operationAt(method, path === emailPath ? '/email_messages' : path);
    const request = { method, url: path, headers: [] };
    const mismatches = inspect(new Answer({ operation, status, headers, text, request }));
    const broken = mismatches.filter(({ rule }) => register.get(rule)?.basis === 'source');
    if (broken.length === 0) return;
    throw new Error(broken.map(({ rule, expected, actual }) => `${rule}: ${expected}, not ${actual}`).join('\n'));
  }
}

interface Exchanged {
  status: number;
  text: string;
  headers: [string, string][];
}

type HeaderLines = Record<string, string | string[]>;

/** Unlike fetch, this sends a header twice when its value is an array. */
function exchange(method: string, url: string, headers: HeaderLines, body?: string): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { method, headers }, async (incoming) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
      const pairs = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
      resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8'), headers: pairs });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
