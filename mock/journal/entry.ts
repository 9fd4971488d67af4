import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKey } from '../../fixtures/seed.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { type AnswerNotes, shortened } from '../contract/answer.ts';
import { JOURNAL_NOTES, JOURNAL_TEXT } from '../limits.ts';
import { isoTime } from '../time/times.ts';
import { type JournalEntry, journalText, type ShownViolation } from './journal.ts';
import { redactHeaders, redactUrls } from './redact.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When it arrived, as `performance.now()`. */
    startedAt: number;
  }
}

/** The facts of an exchange that its request and reply do not have: `text` is the answer's body as the journal shows it. */
export interface Answered extends AnswerNotes {
  text: string;
  operation: string | null;
  violations: readonly ShownViolation[];
  rules?: readonly RuleId[];
  scenarios?: JournalEntry['scenarios'];
}

/** Makes the journal's entry of an exchange that was answered at a time of the partition's clock. All of it has a bounded size. */
export function journalEntry(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, operation, violations, rules = [], scenarios = [], entry, origin, notes = [] }: Answered,
  { at, apiKeys }: { at: number; apiKeys: readonly ApiKey[] },
): JournalEntry {
  const { id, method, originalUrl, headers, body, startedAt } = request;
  return {
    id,
    at: isoTime(at),
    durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
    operation,
    request: {
      method,
      url: redactUrls(originalUrl),
      headers: redactHeaders(headers, apiKeys),
      body: Buffer.isBuffer(body) ? journalText(body) : '',
    },
    response: { status: reply.statusCode, body: text, headers: redactHeaders(reply.getHeaders(), apiKeys) },
    violations: violations.map(shortViolation),
    rules: [...rules],
    scenarios: scenarios.slice(0, JOURNAL_NOTES),
    ...(entry !== undefined && { entry }),
    ...(origin && { origin }),
    notes: notes.slice(0, JOURNAL_NOTES).map(short),
    // Inside a test there is no connection, and an answer that was sent is destroyed as well.
    cut: reply.raw.destroyed && (!reply.raw.writableEnded || request.raw.socket.destroyed === true),
  };
}

/** Makes the entry of malformed HTTP, whose headers are unknown. */
export function brokenEntry(
  { method, url }: { method: string; url: string },
  status: number,
  text: string,
  at: number,
): JournalEntry {
  return {
    id: randomUUID(),
    at: isoTime(at),
    durationMs: 0,
    operation: null,
    request: { method, url: redactUrls(url), headers: {}, body: '' },
    response: { status, headers: {}, body: text },
    violations: [],
    rules: [],
    scenarios: [],
    notes: ['The request was malformed HTTP; its headers are unknown.'],
    cut: false,
  };
}

const short = (text: string): string => shortened(text, JOURNAL_TEXT);

function shortViolation({ at, message, ...violation }: ShownViolation): ShownViolation {
  return { ...violation, ...(at !== undefined && { at: short(at) }), message: short(message) };
}
