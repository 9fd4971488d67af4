import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Address, decodeWords, type Email } from 'postal-mime';
import { blocked, harnessError } from '../outcome/outcome.ts';
import { endForNeed } from '../target/needs.ts';
import type { Target } from '../target/target.ts';
import type { Transport } from '../wire/transport.ts';

/** A delivered mail, parsed. Names of headers are compared without letter case. */
export interface Mail extends Pick<Email, 'subject' | 'html' | 'text' | 'attachments'> {
  /** The id in the outbox. */
  id: string;
  /** All headers of that name, in order, their lines unfolded. */
  all(name: string): string[];
  from: { name: string; address: string } | undefined;
  to: string[];
  cc: string[];
  /** Everybody it was delivered to, blind copies included, as the outbox knows them. */
  recipients: string[];
  replyTo: { name: string; address: string }[];
  raw: string;
}

/** Mail that was read, with its address in the outbox. */
export interface ReadMail {
  mail: Mail;
  url: string;
  readAt: string;
}

interface Summary {
  ID: string;
  To?: { Address: string }[] | null;
  Cc?: { Address: string }[] | null;
  Bcc?: { Address: string }[] | null;
}

/** A send, by its recipient and, if the recipient gets other mail too, its subject. */
export interface SentTo {
  address: string;
  subject?: string | undefined;
}

/** The mails of a send that have come. */
export interface Received extends SentTo {
  mails: readonly Mail[];
}

/** An expected mail has not come: a failed expectation, not a broken harness. */
export class MailMissing extends Error {
  override name = 'MailMissing';
  constructor(
    readonly wanted: string,
    readonly found: string,
    readonly sentTo: SentTo,
  ) {
    super(`expected ${wanted}, and ${found}`);
  }
}

/** The time that mail takes, over all cases of one worker. */
export interface Delivery {
  slowestMs: number;
  /** A plain mail has not come within the whole wait, and no mail since. */
  isDead: boolean;
}

/** The time that passes: milliseconds since some time, and to wait for some. */
const real = { now: () => performance.now(), sleep: (ms: number): Promise<unknown> => sleep(ms) };

/** Reads delivered mail through Mailpit's HTTP API. */
export class Mailbox {
  private canary: { sentAt: number; tookMs: Promise<number | undefined> } | undefined;

  constructor(
    private readonly target: Target,
    private readonly transport: Transport,
    private readonly partition: () => string,
    private readonly sendCanary: () => Promise<string>,
    private readonly delivery: Delivery = { slowestMs: 0, isDead: false },
    private readonly log?: { addMail(mail: ReadMail): void },
    private readonly time = real,
  ) {}

  /**
   * Waits for a mail to this address (in To, Cc or Bcc) and gives it; throws when none comes in time. An address that gets
   * mail of other cases too needs the subject as well.
   */
  async find(address: string, subject?: string): Promise<Mail> {
    return (await this.findAll(address, 1, subject))[0] as Mail;
  }

  /** Waits for scheduled mail from its time on, for the whole wait: how often a service checks is open. */
  async findScheduled(address: string): Promise<Mail> {
    return (await this.findAll(address, 1, undefined, this.waitMs))[0] as Mail;
  }

  /**
   * Waits until at least `count` mails to this address have come and returns all, oldest first. Where mail may be
   * late, others are missing only when a later plain mail has come, and after `leastMs`: else the case is blocked.
   */
  async findAll(address: string, count = 1, subject?: string, leastMs = 0): Promise<Mail[]> {
    const { isMock } = this.target;
    const begun = this.time.now();
    // A mail that has not come in the usual time is compared with a canary.
    const usualMs = this.waitMs / 30 + 2 * this.delivery.slowestMs;
    let limitMs = isMock ? this.waitMs : Number.POSITIVE_INFINITY;
    let compared = '';
    let canary: Promise<void> | undefined;
    for await (const found of this.pollSearch(address, subject)) {
      const ms = this.time.now() - begun;
      if (found.length >= count) {
        // The time of a scheduled mail is not the time that mail takes.
        if (leastMs === 0) this.noteArrival(ms);
        return this.readAll(found);
      }
      if (ms > limitMs) {
        const wanted = `${count === 1 ? 'a mail' : `${count} mails`} to ${address} within ${formatSeconds(ms)}`;
        throw new MailMissing(wanted, `${found.length || 'none'} came${compared}`, { address, subject });
      }
      if (isMock || ms < usualMs || limitMs < Number.POSITIVE_INFINITY) continue;
      canary ??= this.timeCanaryAfter(begun).then((tookMs) => {
        limitMs = Math.max(leastMs, this.time.now() - begun + this.waitMs / 20 + 3 * tookMs);
        compared = `, while a plain mail that was sent later came in ${formatSeconds(tookMs)}`;
      });
      await Promise.race([canary, this.time.sleep(500)]);
    }
    return [];
  }

  /** The mails to this address (and with this subject) that have come by now, without waiting. */
  async current(address: string, subject?: string): Promise<Received> {
    return { address, subject, mails: await this.readAll(await this.search(address, subject)) };
  }

  /** The mails to this address that have come once everything sent so far has settled. */
  async settled(address: string): Promise<Received> {
    await this.settle();
    return this.current(address);
  }

  private readAll(found: Summary[]): Promise<Mail[]> {
    return Promise.all(found.reverse().map((summary) => this.read(summary)));
  }

  /**
   * Waits until earlier mail has arrived, if it ever does: sends one more mail and waits for it. Without that one,
   * missing mail proves nothing and the case is blocked.
   */
  async settle(): Promise<void> {
    const tookMs = await this.timeCanaryAfter(this.time.now());
    if (!this.target.isMock) await this.time.sleep(Math.max(500, this.delivery.slowestMs - tookMs));
  }

  /** The time of a plain mail that was sent after a time; parallel waits share one. Blocks the case if none comes. */
  private async timeCanaryAfter(time: number): Promise<number> {
    if (!this.canary || this.canary.sentAt < time) {
      this.canary = { sentAt: this.time.now(), tookMs: this.deliverCanary() };
    }
    return (
      (await this.canary.tookMs) ??
      blocked(`no mail comes at all, within ${formatSeconds(this.waitMs)} at least: outbox: { waitMs: LONGER }`)
    );
  }

  private async deliverCanary(): Promise<number | undefined> {
    const address = await this.sendCanary();
    const begun = this.time.now();
    // After a failed wait the next is shorter.
    const limitMs = this.delivery.isDead ? this.waitMs / 10 : this.waitMs;
    for await (const found of this.pollSearch(address)) {
      const ms = this.time.now() - begun;
      if (found.length > 0) return this.noteArrival(ms);
      if (ms > limitMs) break;
    }
    this.delivery.isDead = true;
    return undefined;
  }

  private get waitMs(): number {
    return this.target.outbox?.waitMs ?? 0;
  }

  /** Searches again and again, ever more slowly, until its reader stops. */
  private async *pollSearch(address: string, subject?: string): AsyncGenerator<Summary[]> {
    for (let pause = this.target.isMock ? 5 : 100; ; pause = Math.min(pause * 1.5, 500)) {
      yield await this.search(address, subject);
      await this.time.sleep(pause);
    }
  }

  private noteArrival(ms: number): number {
    this.delivery.slowestMs = Math.max(this.delivery.slowestMs, ms);
    this.delivery.isDead = false;
    return ms;
  }

  private async search(address: string, subject?: string): Promise<Summary[]> {
    const narrowed = subject === undefined ? '' : ` subject:"${subject}"`;
    const found = new Map<string, Summary>();
    for (const field of ['to', 'cc', 'bcc'] as const) {
      const query = encodeURIComponent(`${field}:"${address}"${narrowed}`);
      const answer = await this.get(`/api/v1/search?query=${query}&limit=100`);
      const { messages } = JSON.parse(answer.toString('utf8')) as { messages?: Summary[] };
      for (const summary of messages ?? []) {
        if (listRecipients(summary).includes(address.toLowerCase())) found.set(summary.ID, summary);
      }
      if (found.size > 0) break;
    }
    return [...found.values()];
  }

  private async read(summary: Summary): Promise<Mail> {
    const path = `/api/v1/message/${encodeURIComponent(summary.ID)}/raw`;
    const raw = await this.get(path);
    const { headers, from, to, cc, replyTo, ...contents } = await PostalMime.parse(raw);
    const valuesOf = (name: string) =>
      headers.filter(({ key }) => key === name.toLowerCase()).map(({ value }) => value);
    const mail: Mail = {
      ...contents,
      id: summary.ID,
      all: valuesOf,
      from: from?.address === undefined ? undefined : { name: from.name, address: from.address },
      to: listAddresses(to),
      cc: listAddresses(cc),
      recipients: listRecipients(summary),
      replyTo: flattenGroups(replyTo).map(({ name, address }) => ({ name, address: address ?? '' })),
      raw: raw.toString('utf8'),
    };
    this.log?.addMail({ mail, url: this.urlOf(path), readAt: new Date().toISOString() });
    return mail;
  }

  private urlOf(path: string): string {
    const { outbox, isMock } = this.target;
    const separator = path.includes('?') ? '&' : '?';
    const partition = isMock ? `${separator}partition=${encodeURIComponent(this.partition())}` : '';
    return (outbox?.mailpit ?? '').replace(/\/+$/, '') + path + partition;
  }

  private async get(path: string): Promise<Buffer> {
    const outbox = this.target.outbox ?? endForNeed('outbox', this.target);
    const credentials = Buffer.from(`${outbox.username ?? ''}:${outbox.password ?? ''}`).toString('base64');
    const answer = await this.transport.send({
      method: 'GET',
      url: this.urlOf(path),
      headers: outbox.username ? [['Authorization', `Basic ${credentials}`]] : [],
    });
    if (answer.status !== 200) harnessError(`the outbox answered GET ${path} with ${answer.status}`);
    return answer.body;
  }
}

const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;

function listRecipients({ To, Cc, Bcc }: Summary): string[] {
  return [...(To ?? []), ...(Cc ?? []), ...(Bcc ?? [])].map(({ Address }) => Address.toLowerCase());
}

/** The text of an unstructured header: encoded words (RFC 2047) decoded, each run of white space, folded or not, as one blank. */
export function decodeHeader(value: string): string {
  return decodeWords(value).replace(/\s+/g, ' ').trim();
}

function flattenGroups(addresses: Address[] | undefined): { name: string; address?: string | undefined }[] {
  return (addresses ?? []).flatMap((address) => (address.group ? address.group : [address]));
}

function listAddresses(addresses: Address[] | undefined): string[] {
  return flattenGroups(addresses).flatMap(({ address }) => (address ? [address] : []));
}
