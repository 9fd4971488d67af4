// mock/journal/: records exchanges without credentials, as entries, HAR and events.
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKey } from '../../fixtures/seed.ts';
import type { ControlSchema } from '../../spec/control.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { isSecretName, removeCredentials } from '../../spec/texts.ts';
import { type AnswerNotes, shorten } from '../contract/answer.ts';
import { redactCredentials } from '../contract/callers.ts';
import { JOURNAL_BODY_BYTES, JOURNAL_NOTES, JOURNAL_TEXT, STREAM_BYTES, STREAM_READERS } from '../limits.ts';
import { formatTime } from '../time.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Its arrival, as `performance.now()`. */
    startedAt: number;
  }
}

export type ShownViolation = ControlSchema<'Violation'>;

export type JournalEntry = ControlSchema<'Exchange'>;

/** Bytes of an exchange in memory, about. */
export function measureExchange({ request, response }: JournalEntry): number {
  return 2_000 + request.url.length + request.body.length + response.body.length;
}

export function isCut(text: string): boolean {
  return /… \(cut, \d+ bytes in all\)$/.test(text);
}

export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function toJournalText(body: Buffer | string): string {
  if (body.length * 3 <= JOURNAL_BODY_BYTES || Buffer.byteLength(body) <= JOURNAL_BODY_BYTES) return body.toString();
  // Cut as bytes: a slice of a string holds the whole string in memory.
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return `${bytes.subarray(0, JOURNAL_BODY_BYTES).toString()}… (cut, ${bytes.length} bytes in all)`;
}

export interface Answered extends AnswerNotes {
  text: string;
  operation: string | null;
  violations: readonly ShownViolation[];
  rules?: readonly RuleId[];
  scenarios?: JournalEntry['scenarios'];
}

const shortenNote = (text: string): string => shorten(text, JOURNAL_TEXT);

export function createEntry(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, operation, violations, rules = [], scenarios = [], entry, origin, notes = [] }: Answered,
  { at, apiKeys }: { at: number; apiKeys: readonly ApiKey[] },
): JournalEntry {
  const { id, method, originalUrl, headers, body, startedAt } = request;
  return {
    id,
    at: formatTime(at),
    durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
    operation,
    request: {
      method,
      url: redactUrls(originalUrl),
      headers: redactHeaders(headers, apiKeys),
      body: Buffer.isBuffer(body) ? toJournalText(body) : '',
    },
    response: { status: reply.statusCode, body: text, headers: redactHeaders(reply.getHeaders(), apiKeys) },
    violations: violations.map(({ in: part, at: place, message }) => {
      return { in: part, ...(place !== undefined && { at: shortenNote(place) }), message: shortenNote(message) };
    }),
    rules: [...rules],
    scenarios: scenarios.slice(0, JOURNAL_NOTES),
    ...(entry !== undefined && { entry }),
    ...(origin && { origin }),
    notes: notes.slice(0, JOURNAL_NOTES).map(shortenNote),
    // Without a connection, inside a test, a sent answer is destroyed as well.
    cut: reply.raw.destroyed && (!reply.raw.writableEnded || request.raw.socket.destroyed === true),
  };
}

export function createBrokenEntry(
  { method, url }: { method: string; url: string },
  status: number,
  body: string,
  at: number,
): JournalEntry {
  const request = { method, url: redactUrls(url), headers: {}, body: '' };
  const notes = ['The request was malformed HTTP; its headers are unknown.'];
  const nothing = { durationMs: 0, operation: null, violations: [], rules: [], scenarios: [], cut: false };
  return { id: randomUUID(), at: formatTime(at), request, response: { status, headers: {}, body }, notes, ...nothing };
}

function redactHeaders(headers: Readonly<Record<string, unknown>>, apiKeys: readonly ApiKey[]): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const text = Array.isArray(value) ? value.join(', ') : String(value);
    shown[name] = isSecretName(name) ? redactCredentials(text, apiKeys) : redactUrls(text);
  }
  return shown;
}

function redactUrls(text: string): string {
  const anonymous = removeCredentials(text);
  if (!anonymous.includes('=')) return anonymous;
  let isSecretValue = false;
  const shown = anonymous.split(/(?=[?&#\s])/).map((part) => {
    // A secret value may contain a URL with a query.
    if (isSecretValue && part.startsWith('?')) return '';
    const [start, name = ''] = /^[?&]([^=]+)=/.exec(part) ?? [''];
    isSecretValue = isSecretName(name);
    return isSecretValue ? `${part.slice(0, start.length + 4)}...` : part;
  });
  return shown.join('');
}

const readers = new Set<ServerResponse>();

/** Server-sent events of partitions: an exchange was answered, or the control API changed something. */
export class PartitionEvents {
  private readonly emitter = new EventEmitter().setMaxListeners(0);

  /** Writes an event to the readers of a partition, serialized once for all. */
  emit(partition: string, type: 'request' | 'change', data: object = {}): void {
    if (this.emitter.listenerCount(partition) > 0)
      this.emitter.emit(partition, `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  emitToAll(type: 'change'): void {
    for (const partition of this.emitter.eventNames()) this.emit(String(partition), type);
  }

  /** Streams events to a reader. A reader that does not read is cut off, as is the oldest of too many. */
  stream(partition: string, reader: ServerResponse): void {
    const write = (text: string) => {
      reader.write(text);
      if (reader.writableLength > STREAM_BYTES) reader.destroy();
    };
    readers.add(reader);
    this.emitter.on(partition, write);
    reader.on('close', () => {
      readers.delete(reader);
      this.emitter.off(partition, write);
    });
    const [oldest] = readers;
    if (readers.size > STREAM_READERS) oldest?.destroy();
  }
}
