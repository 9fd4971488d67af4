import { hash } from 'node:crypto';
import type { ControlSchema } from '../../spec/control.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { Json } from '../../spec/json.ts';
import { printError } from '../../spec/print.ts';
import { type AnyAnswer, addNotes, type Refusal, refuse, setOrigin } from '../contract/answer.ts';
import { measureValue } from '../limits.ts';
import { Entries } from '../store/store.ts';
import { formatTime } from '../time.ts';

/** Milliseconds in which a success is replayed: 24 hours (source document, Limits; EMAIL-IDEM-19). */
const REPLAY_WINDOW = 24 * 60 * 60 * 1000;

/** Letters, digits, hyphens and underscores, 1 to 255 (source document, Limits; EMAIL-IDEM-3). */
const KEY = /^[A-Za-z0-9_-]{1,255}$/;

export interface KeyedRequest {
  account: string;
  method: string;
  path: string;
  keys: readonly string[];
  body: Buffer;
  partition: string;
}

/** A record of the ledger. Without an answer, its request is still in progress. */
export type LedgerRecord = ControlSchema<'LedgerRecord'>;

interface Claim {
  id: string;
  record: LedgerRecord;
}

export const measureRecord = ({ answer }: LedgerRecord): number => 800 + measureValue(answer);

export class Ledger {
  private readonly inProgress = new Map<string, LedgerRecord>();

  constructor(
    private readonly now: () => number,
    private readonly answered = new Entries<LedgerRecord>(),
  ) {}

  /** Claims a key for a request, or returns the answer: a replay or a refusal, so that no second mail leaves (EMAIL-IDEM-14). */
  claim(request: KeyedRequest, limit: number): { claim: Claim } | { answer: AnyAnswer } {
    const malformed = refuseKeys(request.keys);
    if (malformed) return { answer: malformed };
    const [key = ''] = request.keys;
    const { account, method, path } = request;
    const id = toRecordId({ account, method, path, key });
    const fingerprint = hash('sha256', request.body, 'base64');
    const now = this.now();
    this.expire(now);
    const known = this.answered.get(id);
    if (known) return { answer: answerRepeated(known, fingerprint) };
    const begun = this.inProgress.get(id);
    if (begun) return { answer: refuseInProgress(begun) };
    const size = this.answered.size + this.inProgress.size;
    if (size >= limit) return { answer: refuseRecord(size, request.partition) };
    const record = { account, method, path, key, fingerprint, createdAt: formatTime(now), answer: null };
    this.inProgress.set(id, record);
    return { claim: { id, record } };
  }

  settle({ id, record }: Claim, { status, body }: AnyAnswer): void {
    const answer = { status, body: body as Json };
    if (status < 300) this.answered.put(id, { ...record, createdAt: formatTime(this.now()), answer });
  }

  /** Ends a claim; the key is free again unless its request was answered with a success (EMAIL-IDEM-16, EMAIL-IDEM-17). */
  release({ id }: Claim): void {
    this.inProgress.delete(id);
  }

  restore(record: LedgerRecord): void {
    this.answered.put(toRecordId(record), record);
  }

  list(): LedgerRecord[] {
    return [...this.answered.values(), ...this.inProgress.values()];
  }

  expire(now: number): void {
    for (const [id, { createdAt }] of this.answered) {
      if (now - Date.parse(createdAt) < REPLAY_WINDOW) return;
      this.answered.delete(id);
    }
  }
}

/** Records belong to an account, for all its API keys (EMAIL-IDEM-21, EMAIL-IDEM-22), and to a path (EMAIL-IDEM-24). */
function toRecordId({ account, method, path, key }: Pick<LedgerRecord, 'account' | 'method' | 'path' | 'key'>): string {
  return `${account} ${method} ${path} ${key}`;
}

/** Replays the first answer, or refuses another body; the first answer stays replayable (EMAIL-IDEM-15). */
function answerRepeated({ createdAt, fingerprint, answer }: LedgerRecord, sent: string): AnyAnswer {
  const first = `The key was first used at ${createdAt}`;
  if (answer && fingerprint === sent) {
    const rules: RuleId[] = ['EMAIL-IDEM-13', 'EMAIL-IDEM-18', 'EMAIL-IDEM-20'];
    return setOrigin('ledger', addNotes({ ...answer, rules }, `${first}; that answer is replayed.`));
  }
  const reason = { code: '10027', detail: 'This idempotency key was used with a different request.' } as const;
  const rules: RuleId[] = ['EMAIL-IDEM-11', 'EMAIL-IDEM-12', 'EMAIL-IDEM-20', 'EMAIL-IDEM-27'];
  return addNotes(refuse(422, reason, ...rules), `${first}, with another body.`);
}

export function refuseKeys([key = '', second]: readonly string[]): Refusal<400> | undefined {
  if (second !== undefined) return refuseKey('EMAIL-IDEM-4', 'The header was sent more than once.');
  if (KEY.test(key)) return undefined;
  if (key === '') return refuseKey('EMAIL-IDEM-5', 'The header is empty.');
  const [strange] = /[^A-Za-z0-9_-]/.exec(key) ?? [];
  const note =
    key.length > 255
      ? `The key has ${key.length} characters.`
      : `The key has a character that is none of these: ${JSON.stringify(strange)}.`;
  return refuseKey(strange === undefined ? 'EMAIL-IDEM-7' : 'EMAIL-IDEM-6', note);
}

function refuseKey(rule: RuleId, note: string): Refusal<400> {
  const detail =
    'The Idempotency-Key header must be one unquoted value of 1 to 255 letters, digits, hyphens or underscores.';
  return addNotes(refuse(400, { code: '10015', detail }, rule, 'EMAIL-IDEM-2', 'EMAIL-IDEM-26'), note);
}

function refuseInProgress({ createdAt }: LedgerRecord): Refusal<409> {
  const detail = 'A request with this idempotency key is still in progress.';
  const refusal = refuse(409, { code: '10036', detail }, 'EMAIL-IDEM-8', 'EMAIL-IDEM-10', 'EMAIL-IDEM-27');
  return addNotes(refusal, `It began at ${createdAt}.`);
}

function refuseRecord(records: number, partition: string): Refusal<503> {
  const table = `the idempotency ledger of partition ${partition} is full (${records} records under 24 hours)`;
  printError(`mock: ${table}: a send with a key was refused`);
  const detail = 'There is no room for another record. Records stay for 24 hours.';
  return refuse(503, { code: '10007', detail }, 'EMAIL-IDEM-28', 'EMAIL-IDEM-29');
}
