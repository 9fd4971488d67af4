import { randomUUID } from 'node:crypto';
import { type Api, email } from '../mock/support/api.ts';
import type { Received } from '../mock/support/http.ts';

/** A change that a client requested. The amounts, offsets and versions of one client rise. */
type Change =
  | { kind: 'send'; subject: string; body: string; key: string | undefined; parent: string | undefined }
  | { kind: 'threshold'; notification: string; amount: number }
  | { kind: 'reserve'; numbers: string[] }
  | { kind: 'remove'; subject: string }
  | { kind: 'open'; subject: string }
  | { kind: 'clock'; offset: number }
  | { kind: 'fill'; version: number };

/** A change and its answer. Without an answer the connection was cut. */
export type Attempt = Change & { partition: string; answer?: Received };
export type AttemptTo<Kind extends Change['kind']> = Extract<Attempt, { kind: Kind }>;

/** A client that works in one partition until its mock is gone. */
export class Client {
  private readonly sent: string[] = [];
  private readonly unseen: string[] = [];
  private count = 0;
  private reserved = 0;

  /** @param attempts where it records its changes, and `surprises` answers that never may come */
  constructor(
    private readonly api: Api,
    private readonly random: () => number,
    private readonly attempts: Attempt[],
    private readonly surprises: string[],
  ) {}

  /** Sends, reads and removes mail, and changes a notification and reserves numbers of only this client. */
  work(notification: string, firstNumber: number): Promise<void> {
    const acts = [
      () => this.send(undefined),
      () => this.send(randomUUID()),
      () => this.send(randomUUID()),
      () => this.touchMail(),
      () => this.change(notification),
      () => this.reserve(firstNumber),
    ];
    return this.untilCut(() => (acts[Math.floor(this.random() * acts.length)] as () => Promise<void>)());
  }

  /** Moves the clock of a partition, or refills it. */
  steer(kind: 'clock' | 'fill'): Promise<void> {
    return this.untilCut(async () => {
      this.count += 1;
      const fill = () => this.api.control('PUT', '/state', stateOf(this.count));
      const move = () => this.api.control('POST', '/clock', { advance: 'PT1M' });
      if (kind === 'fill') await this.attempt({ kind, version: this.count }, fill);
      else await this.attempt({ kind, offset: this.count * 60_000 }, move);
    });
  }

  private async untilCut(act: () => Promise<void>): Promise<void> {
    try {
      for (;;) await act();
    } catch (error) {
      if (!('code' in (error as Error))) throw error;
    }
  }

  private async attempt(change: Change, call: () => Promise<Received>, wanted = 200): Promise<Received> {
    const attempt: Attempt = { ...change, partition: this.api.partition };
    this.attempts.push(attempt);
    attempt.answer = await call();
    const { status, text } = attempt.answer;
    if (status !== wanted) this.surprises.push(`${JSON.stringify(change)} was answered with ${status}: ${text}`);
    return attempt.answer;
  }

  private async send(key: string | undefined): Promise<void> {
    const subject = randomUUID();
    const parent = this.random() < 0.3 ? this.sent.at(-1) : undefined;
    // Some of these fall due while the mock is down.
    const soon = new Date(Date.now() + 500 + this.random() * 3_000).toISOString();
    const message = email({
      subject,
      text_body: 'x'.repeat(Math.floor(this.random() * 5_000)),
      in_reply_to_message_id: parent,
      scheduled_at: this.random() < 0.2 ? soon : undefined,
    });
    const body = JSON.stringify(message);
    const call = () => this.api.send({}, { body, ...(key && { key }) });
    const answer = await this.attempt({ kind: 'send', subject, body, key, parent }, call, 202);
    this.sent.push((answer.body as { data: { id: string } }).data.id);
    this.unseen.push(subject);
  }

  private async change(notification: string): Promise<void> {
    this.count += 1;
    const body = { threshold: { amount: String(this.count) } };
    const call = () => this.api.call('PATCH', `/sim_card_data_usage_notifications/${notification}`, { body });
    await this.attempt({ kind: 'threshold', notification, amount: this.count }, call);
  }

  private async reserve(firstNumber: number): Promise<void> {
    if (this.reserved > 97) return;
    const numbers = [1, 2].map((more) => `+1970555${firstNumber + this.reserved + more}`);
    this.reserved += numbers.length;
    const body = { phone_numbers: numbers.map((phone_number) => ({ phone_number })) };
    await this.attempt({ kind: 'reserve', numbers }, () => this.api.call('POST', '/number_reservations', { body }));
  }

  /** Removes the mail of a message that it sent, or opens it; never the same mail twice. */
  private async touchMail(): Promise<void> {
    const subject = this.unseen.shift();
    const { body } = await this.api.outbox('GET', `/search?query=subject:${subject}`);
    const [mail] = (body as { messages: { ID: string }[] }).messages;
    // One that is scheduled has not left yet.
    if (subject === undefined || !mail) return;
    if (this.random() < 0.5)
      await this.attempt({ kind: 'open', subject }, () => this.api.outbox('GET', `/message/${mail.ID}`));
    else
      await this.attempt({ kind: 'remove', subject }, () => this.api.outbox('DELETE', '/messages', { IDs: [mail.ID] }));
  }
}

const FIRST_HOLD = Date.UTC(2040, 0, 1);

/** A state whose parts name their version. */
function stateOf(version: number) {
  const name = `version_${version}`;
  const until = new Date(FIRST_HOLD + version * 1_000).toISOString();
  return {
    documentTypes: [{ short_name: name, description: name }],
    holds: [{ number: '+13125550100', until }],
    ledger: [],
  };
}

/** The versions of a filled partition's document types and of its holds; equal when it was filled in one piece. */
export async function versionsOf(api: Api): Promise<[types: number, holds: number]> {
  const { documentTypes, holds } = (await api.control('GET', '/state?only=documentTypes,holds')).body as {
    documentTypes: { short_name: string }[];
    holds: { until: string }[];
  };
  const type = /^version_(\d+)$/.exec(documentTypes[0]?.short_name ?? '')?.[1] ?? '0';
  return [Number(type), holds[0] ? (Date.parse(holds[0].until) - FIRST_HOLD) / 1_000 : 0];
}
