import { randomUUID } from 'node:crypto';
import { email } from '../mock/support/api.ts';
import { exchange, type Received } from '../mock/support/http.ts';
import type { Attempt, Knowledge, MailAttempt } from './attempt.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Where a client works, and what belongs to it alone. */
export interface Post {
  port: number;
  partition: string;
  notification: string;
  /** The first of the numbers that it may reserve; 100 follow. */
  firstNumber: number;
  random: () => number;
}

/** A client that works until its mock is gone, and records its requests and their answers. */
export class Client {
  private amount = 0;
  private numbers = 0;
  private readonly sent: string[] = [];
  private readonly unseen: string[] = [];

  constructor(
    private readonly post: Post,
    private readonly known: Knowledge,
  ) {}

  /** Does one thing after the other; ends when there is no answer any more. */
  async work(): Promise<void> {
    const acts = [this.send, this.send, this.sendKeyed, this.sendKeyed, this.change, this.reserve, this.mail];
    for (;;) {
      const act = acts[Math.floor(this.post.random() * acts.length)] as () => Promise<boolean>;
      if (!(await act.call(this))) return;
    }
  }

  private send(): Promise<boolean> {
    return this.sendUnder(undefined);
  }

  private sendKeyed(): Promise<boolean> {
    return this.sendUnder(randomUUID());
  }

  private async sendUnder(key: string | undefined): Promise<boolean> {
    const { partition, random } = this.post;
    const subject = randomUUID();
    const parent = random() < 0.3 ? this.sent.at(-1) : undefined;
    const scheduled = random() < 0.2;
    const body = email({
      subject,
      text_body: 'x'.repeat(Math.floor(random() * 5_000)),
      ...(parent !== undefined && { in_reply_to_message_id: parent }),
      // Some of these fall due while the mock is down.
      ...(scheduled && { scheduled_at: new Date(Date.now() + 500 + random() * 3_000).toISOString() }),
    });
    const text = JSON.stringify(body);
    const attempt = { partition, subject, body: text, scheduled, ...(key && { key }), ...(parent && { parent }) };
    this.known.sends.push(attempt);
    const headers = key === undefined ? {} : { 'Idempotency-Key': key };
    const answer = await this.call(attempt, { method: 'POST', path: '/v2/email_messages', body: text, headers }, 202);
    if (!answer) return false;
    this.sent.push((answer.body as { data: { id: string } }).data.id);
    this.unseen.push(subject);
    return true;
  }

  private async change(): Promise<boolean> {
    const { partition, notification } = this.post;
    this.amount += 1;
    const attempt = { partition, notification, amount: String(this.amount) };
    this.known.changes.push(attempt);
    const body = JSON.stringify({ threshold: { amount: attempt.amount } });
    const path = `/v2/sim_card_data_usage_notifications/${notification}`;
    return (await this.call(attempt, { method: 'PATCH', path, body }, 200)) !== undefined;
  }

  private async reserve(): Promise<boolean> {
    const { partition, firstNumber, random } = this.post;
    const wanted = 1 + Math.floor(random() * 3);
    if (this.numbers + wanted > 100) return true;
    const numbers = Array.from({ length: wanted }, (_, index) => `+1970555${firstNumber + this.numbers + index}`);
    this.numbers += wanted;
    const attempt = { partition, numbers };
    this.known.reservations.push(attempt);
    const body = JSON.stringify({ phone_numbers: numbers.map((phone_number) => ({ phone_number })) });
    return (await this.call(attempt, { method: 'POST', path: '/v2/number_reservations', body }, 200)) !== undefined;
  }

  /** Removes the mail of a message that it sent, or opens it; never the same mail twice. */
  private async mail(): Promise<boolean> {
    const { partition, random } = this.post;
    const subject = this.unseen.shift();
    if (subject === undefined) return true;
    const query = `partition=${partition}&query=subject:${subject}`;
    const found = await this.call({ partition }, { path: `/api/v1/search?${query}` }, 200);
    if (!found) return false;
    const [mail] = (found.body as { messages: { ID: string }[] }).messages;
    // One that is scheduled has not left yet.
    if (!mail) return true;
    const attempt: MailAttempt = { partition, subject, done: random() < 0.5 ? 'removed' : 'opened' };
    this.known.mails.push(attempt);
    const removal = { method: 'DELETE', path: `/api/v1/messages?partition=${partition}` };
    const request =
      attempt.done === 'removed'
        ? { ...removal, body: JSON.stringify({ IDs: [mail.ID] }) }
        : { path: `/api/v1/message/${mail.ID}?partition=${partition}` };
    return (await this.call(attempt, request, 200)) !== undefined;
  }

  /** Calls the mock; undefined when the connection was cut. What comes instead of the wanted status is a surprise. */
  private async call(
    attempt: Attempt,
    { headers = {}, ...request }: { method?: string; path: string; body?: string; headers?: Record<string, string> },
    wanted: number,
  ): Promise<Received | undefined> {
    const authorization = { Authorization: `Bearer key_primary.${attempt.partition}` };
    const outgoing = { ...request, headers: { ...JSON_TYPE, ...authorization, ...headers } };
    const answer = await exchange(this.post.port, outgoing).catch(() => undefined);
    if (!answer) return undefined;
    attempt.answer = { status: answer.status, text: answer.text };
    if (answer.status === wanted) return answer;
    this.known.surprises.push(
      `${request.method ?? 'GET'} ${request.path} was answered with ${answer.status}: ${answer.text}`,
    );
    return undefined;
  }
}
