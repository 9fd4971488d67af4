import type { MissionRun, Template } from '../../fixtures/seed.ts';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import { MemoryUsage } from '../collections/memory.ts';
import type { PartitionStorage } from '../collections/storage.ts';
import type { Deployed } from '../contract/deployed.ts';
import { type Message, Messages } from '../email/messages.ts';
import { type DeliveredMail, Outbox } from '../email/outbox.ts';
import type { Relay } from '../email/relay.ts';
import { Clock } from '../time/clock.ts';
import type { Flaw } from './check-in-pieces.ts';
import type { Fixtures } from './fixtures.ts';
import { Journal } from './journal.ts';
import { Ledger } from './ledger.ts';
import { Notifications } from './notifications.ts';
import { Numbers } from './numbers.ts';
import { Scenarios } from './scenarios.ts';
import { SendHold } from './send-hold.ts';
import { defaultSettings, type Settings, shownSettings } from './settings.ts';
import type { StateCheck } from './state-check.ts';
import { storedHold, storedMessage, storedRecord } from './state-json.ts';

/** How much of each kind a partition holds at most. */
export interface Limits {
  messages: number;
  journal: number;
  /** What `ledgerLimit` is at the start. */
  ledger: number;
}

/** What a partition holds at most where nobody says otherwise. */
export const defaultLimits: Limits = { messages: 20_000, journal: 500, ledger: defaultSettings.ledgerLimit };

/** Mails in the outbox at most, if it does not hold fewer messages. */
const OUTBOX_LIMIT = 10_000;

/** What a world gets from outside. */
interface WorldParts {
  /** The time that its clock is measured from. */
  realTime: () => number;
  /** What its clock shows at the start; if it is not said, what was stored of it, or the real time. */
  now?: number | undefined;
  newId: () => string;
  limits: Limits;
  storage: PartitionStorage;
  /** How many bytes all of it may take; each kind of thing that grows has a share of it. */
  memory: number;
  /** Counts them. */
  usage: MemoryUsage;
  /** Where mail goes besides the outbox. */
  relay?: Relay | undefined;
  /** Is told of what no answer tells: scheduled mail has left, a send is held, a mail server did not take a mail. */
  changed?: () => void;
  /** The deployment that it answers as. */
  deployed?: Deployed | undefined;
}

/** All state of one partition. Time and ids come from outside. */
export class World {
  readonly notifications: Notifications;
  readonly numbers: Numbers;
  readonly messages: Messages;
  readonly ledger: Ledger;
  readonly outbox: Outbox;
  readonly journal: Journal;
  readonly sendHold: SendHold;
  readonly scenarios = new Scenarios();
  settings: Settings;
  private readonly initialSettings: Settings;

  /** The deployment that it answers as; undefined for the contract as it is. */
  deployed: Deployed | undefined;

  readonly clock: Clock;
  readonly newId: () => string;
  readonly usage: MemoryUsage;
  readonly storage: PartitionStorage;
  private readonly deployedUsage: MemoryUsage;
  private hasLeft = false;

  constructor(
    public fixtures: Fixtures,
    private readonly parts: WorldParts,
  ) {
    const { realTime, now, newId, usage, memory, limits, storage, changed, deployed } = parts;
    this.newId = newId;
    this.usage = usage;
    this.deployedUsage = new MemoryUsage(usage);
    this.storage = storage;
    this.clock = storedClock(storage, realTime, now);
    this.initialSettings = { ...defaultSettings, ledgerLimit: limits.ledger };
    this.settings = { ...this.initialSettings, ...(storage.meta.get('settings') ?? {}) };
    this.deployed = deployed;
    this.sendHold = new SendHold(changed);
    // A tenth, so that two large worlds have room beside each other: the default one and the one in use.
    const share = memory / 10;
    this.messages = new Messages(limits.messages, share, usage, storage);
    this.outbox = new Outbox(Math.min(OUTBOX_LIMIT, limits.messages), share, usage, storage);
    this.journal = new Journal(limits.journal, share, usage);
    this.notifications = new Notifications(fixtures.notifications, storage.map('notification'));
    this.numbers = new Numbers(fixtures.numbers, storage.map('hold'), usage);
    this.ledger = new Ledger(() => this.clock.now(), share, usage, storage.map('record'));
  }

  /** What is done where the source leaves it open. */
  get choices(): Choices {
    return this.deployed?.choices ?? ours;
  }

  /** Goes over to other fixtures, entry by entry; what happened stays, where it passes the check. Gives what did not, each in a line. */
  *refit(fixtures: Fixtures, check: StateCheck): Generator<void, string[]> {
    this.fixtures = fixtures;
    const leftOut: string[] = [];
    const isAdmitted = (what: string, flawOf: () => Flaw | undefined) => {
      const flaw = flawIn(flawOf);
      if (flaw) leftOut.push(`${what}: ${flaw.pointer || 'it'} ${flaw.message}`);
      return flaw === undefined;
    };
    yield* this.notifications.refit(fixtures.notifications, (owned) =>
      isAdmitted(`notification ${owned.resource?.id}`, () =>
        fixtures.notifications.has(owned.resource.id.toLowerCase())
          ? check.entry('notifications', owned)
          : { pointer: '', message: 'is not in the fixtures any more' },
      ),
    );
    yield* this.numbers.refit(fixtures.numbers, (number, hold) =>
      isAdmitted(`hold of ${number}`, () => check.entry('holds', storedHold(number, hold))),
    );
    yield* this.ledger.retain((record) =>
      isAdmitted(`idempotency record ${record.key}`, () => check.entry('ledger', storedRecord(record))),
    );
    yield* this.messages.retain((message) =>
      isAdmitted(`message ${message.id}`, () => check.entry('messages', storedMessage(message, this.outbox))),
    );
    yield* this.outbox.retain((mail) =>
      isAdmitted(`mail ${mail.id}`, () => check.entry('messages', storedMessage(mail.message as Message, this.outbox))),
    );
    if (!isAdmitted('settings', () => check.settings(shownSettings(this.settings)))) {
      this.settings = { ...this.initialSettings };
      this.storage.meta.delete('settings');
    }
    return leftOut;
  }

  /** Goes over to another deployment, which takes so many bytes that no other partition has. */
  answerAs(deployed: Deployed | undefined, bytes = 0): void {
    this.deployed = deployed;
    this.deployedUsage.add(bytes - this.deployedUsage.bytes);
  }

  /** Changes settings. */
  set(changes: Partial<Settings>): void {
    Object.assign(this.settings, changes);
    this.storage.meta.set('settings', { ...(this.storage.meta.get('settings') ?? {}), ...changes });
  }

  /** The account's mission runs, newest first, all or those of a status. */
  missionRuns(account: string, status?: string): readonly MissionRun[] {
    const { seed, runsByStatus } = this.fixtures;
    const runs = status === undefined ? seed.missionRuns.get(account) : runsByStatus.get(account)?.get(status);
    return runs ?? [];
  }

  /** The template, or undefined when the account has none with this id. */
  template(account: string, id: string): Template | undefined {
    const template = this.fixtures.templates.get(id.toLowerCase());
    return template?.account === account ? template : undefined;
  }

  /** Takes a message and sends it on its way; where mail is late, it waits until the clock has gone on so far, or until the mock ends. */
  post(message: Message, at: number): void {
    const { lateness } = this.scenarios;
    if (lateness === 0) this.deliver(message, at);
    else this.messages.add(Object.assign(message, { status: late(message), arrives: this.clock.now() + lateness }));
  }

  /** Lets all mail arrive that is late: the mock ends. */
  arrive(): void {
    for (const message of this.messages.takeLate()) this.deliver(message, this.clock.now());
  }

  /** Takes a message and puts it into the outbox; from then on it reads as sent, one that was only tried out aside. */
  private deliver(message: Message, at: number): void {
    message.arrives = undefined;
    if (!message.sandbox) message.status = 'sent';
    const bytes = this.messages.add(message);
    const mail = this.outbox.deliver(message, new Date(at), bytes);
    // Not before it is stored: what leaves and is forgotten would leave again.
    const { relay } = this.parts;
    if (relay) this.storage.afterwards(() => relay.send(mail, (reason) => this.noteUnrelayed(mail, reason)));
  }

  private noteUnrelayed(mail: DeliveredMail, reason: string): void {
    this.outbox.markUnrelayed(mail, reason);
    this.parts.changed?.();
  }

  /** Lets everybody go on who is held or waits here. */
  release(): void {
    this.sendHold.release();
    this.clock.wakeAll();
  }

  /** It belongs to no partition any more: nobody waits in it, it takes no memory of the others, and nothing of it is stored. */
  leave(): void {
    this.hasLeft = true;
    this.release();
    this.usage.leave();
    this.storage.leave();
  }

  /** Does what has become due: scheduled mail leaves, late mail arrives, holds and idempotency records expire. True when mail left. */
  advance(now: number = this.clock.now()): boolean {
    this.numbers.expire(now);
    this.ledger.expire(now);
    const due = this.hasLeft ? [] : this.messages.takeDue(now);
    for (const message of due) {
      if (message.arrives === undefined) this.post(message, message.schedule?.due ?? now);
      else this.deliver(message, message.arrives);
    }
    if (due.length > 0) this.parts.changed?.();
    return due.length > 0;
  }
}

/** A scheduled message that has left and is late is no longer scheduled. */
function late({ status }: Message): Message['status'] {
  return status === 'scheduled' ? 'queued' : status;
}

function storedClock({ meta }: PartitionStorage, realTime: () => number, now: number | undefined): Clock {
  const store = (offset: number) => void meta.set('clock', offset);
  if (now !== undefined) store(now - realTime());
  const offset = meta.get('clock') ?? 0;
  if (!Number.isFinite(offset)) throw new Error('the entry of its clock is no number');
  return new Clock(realTime, offset as number, store);
}

/** What can't even be written as JSON has a flaw as well. */
function flawIn(flawOf: () => Flaw | undefined): Flaw | undefined {
  try {
    return flawOf();
  } catch (error) {
    return { pointer: '', message: `can't be read: ${(error as Error).message}` };
  }
}
