// mock/state/: the state of partitions. Handlers change it by methods of `World`.
import type { EventEmitter } from 'node:events';
import type { ControlSchema } from '../../spec/control.ts';
import { type Choices, defaultChoices } from '../../spec/generated/choices.ts';
import type { Deployed } from '../contract/deployed.ts';
import { type Message, Messages } from '../email/messages.ts';
import type { Relay } from '../email/relay.ts';
import { type JournalEntry, measureExchange } from '../journal/journal.ts';
import { HOLDS, type Limits } from '../limits.ts';
import { Entries, type Kind, type Storage } from '../store/store.ts';
import { Clock, formatTime, toEpoch } from '../time.ts';
import type { Fixtures } from './fixtures.ts';
import { Ledger, measureRecord } from './ledger.ts';
import { Notifications } from './notifications.ts';
import { HOLD_BYTES, Numbers } from './numbers.ts';
import { Scenarios, SendHold } from './scenarios.ts';

type Settings = Required<ControlSchema<'Settings'>>;

/** Bytes of a partition's own contract with its checks, about. */
const DEPLOYED_BYTES = 2_000_000;

interface WorldParts {
  realTime: () => number;
  /** Start of the clock, instead of the stored or the real time. */
  now?: number | undefined;
  newId: () => string;
  limits: Limits;
  storage: Storage;
  relay?: Relay | undefined;
  /** Reports exchanges, and changes without an answer: scheduled mail has left, a send is held, a mail server refused a mail. */
  emit?: (type: 'request' | 'change', data?: object) => void;
  deployed?: Deployed | undefined;
}

/** The state of a partition, changed by methods of the world and its parts. Time and ids come from outside. */
export class World {
  readonly messages: Messages;
  readonly ledger: Ledger;
  readonly journal: Entries<JournalEntry>;
  readonly sendHold: SendHold;
  readonly scenarios = new Scenarios();
  readonly clock: Clock;
  readonly newId: () => string;
  readonly settings: Settings;
  notifications!: Notifications;
  numbers!: Numbers;
  deployed: Deployed | undefined;
  private readonly meta: Entries<unknown>;
  private deployedBytes = 0;
  private users = 0;
  private hasLeft = false;

  constructor(
    public fixtures: Fixtures,
    private readonly parts: WorldParts,
  ) {
    const { realTime, now, newId, limits, storage, emit, deployed } = parts;
    this.newId = newId;
    this.meta = storage.entries('meta');
    this.clock = loadClock(this.meta, realTime, now);
    const settings = { processingTime: 'PT0S', ledgerLimit: limits.ledger, holdLimit: HOLDS };
    this.settings = { ...settings, ...(this.meta.get('settings') ?? {}) };
    this.deployed = deployed;
    this.sendHold = new SendHold(() => emit?.('change'));
    this.messages = new Messages(limits.messages, storage);
    this.journal = new Entries({ limit: limits.journal, sizeOf: measureExchange }, storage.usage);
    this.refit(fixtures);
    this.ledger = new Ledger(() => this.clock.now(), storage.entries('record', { sizeOf: measureRecord }));
  }

  /** Prevents the unloading of this world until a response has closed. */
  useFor(response: EventEmitter): void {
    this.users += 1;
    response.once('close', () => {
      this.users -= 1;
    });
  }

  get isIdle(): boolean {
    return this.users === 0;
  }

  get choices(): Choices {
    return this.deployed?.choices ?? defaultChoices;
  }

  refit(fixtures: Fixtures): void {
    const { storage } = this.parts;
    this.fixtures = fixtures;
    this.notifications = new Notifications(fixtures.notifications, storage.entries('notification'));
    this.numbers = new Numbers(fixtures.numbers, storage.entries('hold', { sizeOf: () => HOLD_BYTES }));
  }

  retain(kind: Kind, isAdmitted: (entry: unknown, id: string) => boolean): void {
    this.parts.storage.entries(kind).retain(isAdmitted);
  }

  /** Answers as another deployment. A contract of the world's own takes memory. */
  deployAs(deployed: Deployed | undefined, { isOwn = false } = {}): void {
    this.deployed = deployed;
    const bytes = isOwn ? DEPLOYED_BYTES : 0;
    this.parts.storage.usage.add(bytes - this.deployedBytes);
    this.deployedBytes = bytes;
  }

  changeSettings(changes: Partial<Settings>): void {
    Object.assign(this.settings, changes);
    this.meta.set('settings', { ...(this.meta.get('settings') ?? {}), ...changes });
  }

  record(exchange: JournalEntry): void {
    this.journal.put(exchange.id, exchange);
    this.parts.emit?.('request', exchange);
  }

  /** Stores a message and delivers it; while mail is late, it waits for its time of arrival or the end of the mock. */
  post(message: Message, at: number): void {
    const { lateness } = this.scenarios;
    if (lateness === 0) {
      this.deliver(message, at);
      return;
    }
    // A scheduled message that has left is no longer scheduled.
    if (message.status === 'scheduled') message.status = 'queued';
    message.arrivesAt = formatTime(this.clock.now() + lateness);
    this.messages.add(message);
  }

  deliverLate(): void {
    for (const message of this.messages.takeLate()) this.deliver(message, this.clock.now());
  }

  private deliver(message: Message, at: number): void {
    if (message.arrivesAt !== undefined) delete message.arrivesAt;
    if (!message.sandbox) message.status = 'sent';
    const mail = Object.assign(message, { deliveredAt: formatTime(at) });
    this.messages.add(mail);
    const { relay, storage, emit } = this.parts;
    if (!relay) return;
    const noteFailure = (unrelayed: string) => {
      this.messages.change(mail, { unrelayed });
      emit?.('change');
    };
    // Not before it is stored: forgotten mail would leave again.
    storage.runAfterCommit(() => relay.send(mail, noteFailure));
  }

  release(): void {
    this.sendHold.release();
    this.clock.wakeAll();
  }

  leave(): void {
    this.hasLeft = true;
    this.release();
    this.parts.storage.leave();
  }

  forget(): void {
    this.parts.storage.clear();
    this.leave();
  }

  advance(now: number = this.clock.now()): boolean {
    this.numbers.expire(now);
    this.ledger.expire(now);
    const due = this.hasLeft ? [] : this.messages.takeDue(now);
    for (const message of due) {
      if (message.arrivesAt === undefined) this.post(message, toEpoch(message.scheduledAt));
      else this.deliver(message, toEpoch(message.arrivesAt));
    }
    if (due.length > 0) this.parts.emit?.('change');
    return due.length > 0;
  }
}

function loadClock(meta: Entries<unknown>, realTime: () => number, now: number | undefined): Clock {
  const store = (offset: number) => void meta.set('clock', offset);
  if (now !== undefined) store(now - realTime());
  const offset = meta.get('clock') ?? 0;
  if (!Number.isFinite(offset)) throw new Error("the entry of its clock isn't a number");
  return new Clock(realTime, offset as number, store);
}
