import type { MissionRun, Template } from '../../fixtures/seed.ts';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import { MemoryUsage } from '../collections/memory.ts';
import type { Storage } from '../collections/storage.ts';
import type { Deployed } from '../contract/deployed.ts';
import { type Message, Messages } from '../email/messages.ts';
import { type DeliveredMail, Outbox } from '../email/outbox.ts';
import type { Relay } from '../email/relay.ts';
import { Journal } from '../journal/journal.ts';
import { Clock } from '../time/clock.ts';
import type { Fixtures } from './fixtures.ts';
import { Ledger, revivedRecord } from './ledger.ts';
import { Notifications } from './notifications.ts';
import { Numbers } from './numbers.ts';
import { Scenarios } from './scenarios.ts';
import { SendHold } from './send-hold.ts';
import { defaultSettings, type Settings, shownSettings } from './settings.ts';
import type { Flaw, StateCheck } from './state-check.ts';
import { storedHold, storedMessage, storedRecord } from './state-json.ts';

/** How much of each kind a partition holds at most. */
export interface Limits {
  messages: number;
  journal: number;
  /** The `ledgerLimit` of the start. */
  ledger: number;
}

/** The limits without options. */
export const defaultLimits: Limits = { messages: 20_000, journal: 500, ledger: defaultSettings.ledgerLimit };

/** Mails in the outbox at most, if it does not hold fewer messages. */
const OUTBOX_LIMIT = 10_000;

/** A contract of a partition's own, with its checks, takes so many bytes of memory, about. */
const DEPLOYED_BYTES = 2_000_000;

/** The parts of a world that come from outside. */
interface WorldParts {
  /** The time that its clock is measured from. */
  realTime: () => number;
  /** The time of its clock at the start; without it the stored time, or else the real one. */
  now?: number | undefined;
  newId: () => string;
  limits: Limits;
  storage: Storage;
  /** Counts the bytes that it has in memory. */
  usage: MemoryUsage;
  /** Where mail goes in addition to the outbox. */
  relay?: Relay | undefined;
  /** Called for what no answer reports: scheduled mail has left, a send is held, a mail server refused a mail. */
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
  readonly clock: Clock;
  readonly newId: () => string;
  readonly settings: Settings;
  /** The deployment that it answers as; undefined for the contract as it is. */
  deployed: Deployed | undefined;
  private readonly meta: Map<string, unknown>;
  private readonly deployedUsage: MemoryUsage;
  private users = 0;
  private hasLeft = false;

  constructor(
    public fixtures: Fixtures,
    private readonly parts: WorldParts,
  ) {
    const { realTime, now, newId, usage, limits, storage, changed, deployed } = parts;
    this.newId = newId;
    this.deployedUsage = new MemoryUsage(usage);
    this.meta = storage.map('meta');
    this.clock = storedClock(this.meta, realTime, now);
    this.settings = { ...this.initialSettings, ...(this.meta.get('settings') ?? {}) };
    this.deployed = deployed;
    this.sendHold = new SendHold(changed);
    this.messages = new Messages(limits.messages, usage, storage);
    this.outbox = new Outbox(Math.min(OUTBOX_LIMIT, limits.messages), usage, storage);
    this.journal = new Journal(limits.journal, usage);
    this.notifications = new Notifications(fixtures.notifications, storage.map('notification'));
    this.numbers = new Numbers(fixtures.numbers, storage.map('hold'), usage);
    this.ledger = new Ledger(() => this.clock.now(), storage.map('record', revivedRecord), usage);
  }

  /** Marks it as used, until the function that is returned is called: meanwhile it makes room for no other partition. */
  use(): () => void {
    this.users += 1;
    let isOver = false;
    return () => {
      if (!isOver) this.users -= 1;
      isOver = true;
    };
  }

  /** Whether no request needs it. */
  get isIdle(): boolean {
    return this.users === 0;
  }

  /** The choices where the source leaves a behaviour open. */
  get choices(): Choices {
    return this.deployed?.choices ?? ours;
  }

  /** Goes over to other fixtures; what happened stays, where it passes the check. Gives what did not, each in a line. */
  refit(fixtures: Fixtures, check: StateCheck): string[] {
    this.fixtures = fixtures;
    const leftOut: string[] = [];
    const isAdmitted = (what: string, flawOf: () => Flaw | undefined) => {
      const flaw = flawIn(flawOf);
      if (flaw) leftOut.push(`${what}: ${flaw.pointer || 'it'} ${flaw.message}`);
      return flaw === undefined;
    };
    this.notifications.refit(fixtures.notifications, (owned, id) =>
      isAdmitted(`notification ${id}`, () =>
        fixtures.notifications.has(id)
          ? check.entry('notifications', owned)
          : { pointer: '', message: 'is not in the fixtures any more' },
      ),
    );
    this.numbers.refit(fixtures.numbers, (number, hold) =>
      isAdmitted(`hold of ${number}`, () => check.entry('holds', storedHold(number, hold))),
    );
    this.ledger.retain((record) =>
      isAdmitted(`idempotency record ${record.key}`, () => check.entry('ledger', storedRecord(record))),
    );
    const flawOf = (message: Message) => check.entry('messages', storedMessage(message, this.outbox));
    this.messages.retain((message, id) => isAdmitted(`message ${id}`, () => flawOf(message)));
    this.outbox.retain(({ message }, id) => isAdmitted(`mail ${id}`, () => flawOf(message as Message)));
    if (!isAdmitted('settings', () => check.settings(shownSettings(this.settings)))) {
      Object.assign(this.settings, this.initialSettings);
      this.meta.delete('settings');
    }
    return leftOut;
  }

  /** Goes over to another deployment; one that is its `own` takes memory for it alone. */
  answerAs(deployed: Deployed | undefined, { own = false } = {}): void {
    this.deployed = deployed;
    this.deployedUsage.add((own ? DEPLOYED_BYTES : 0) - this.deployedUsage.bytes);
  }

  /** Changes settings. */
  set(changes: Partial<Settings>): void {
    Object.assign(this.settings, changes);
    this.meta.set('settings', { ...(this.meta.get('settings') ?? {}), ...changes });
  }

  private get initialSettings(): Settings {
    return { ...defaultSettings, ledgerLimit: this.parts.limits.ledger };
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

  /** Takes a message and puts it into the outbox; from then on it reads as sent, unless it is sandboxed. */
  private deliver(message: Message, at: number): void {
    message.arrives = undefined;
    if (!message.sandbox) message.status = 'sent';
    this.messages.add(message);
    const mail = this.outbox.deliver(message, new Date(at));
    const { relay, storage } = this.parts;
    // Not before it is stored: what leaves and is forgotten would leave again.
    if (relay) storage.afterwards(() => relay.send(mail, (reason) => this.noteUnrelayed(mail, reason)));
  }

  private noteUnrelayed(mail: DeliveredMail, reason: string): void {
    this.outbox.markUnrelayed(mail, reason);
    this.parts.changed?.();
  }

  /** Lets every request that is held or waits here continue. */
  release(): void {
    this.sendHold.release();
    this.clock.wakeAll();
  }

  /** Takes it out of its partition: no request waits in it, it takes no memory of the others, and later changes are not stored. */
  leave(): void {
    this.hasLeft = true;
    this.release();
    this.parts.usage.leave();
    this.parts.storage.leave();
  }

  /** Takes it out of its partition for good: its stored entries go as well. */
  forget(): void {
    this.parts.storage.clear();
    this.leave();
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

function storedClock(meta: Map<string, unknown>, realTime: () => number, now: number | undefined): Clock {
  const store = (offset: number) => void meta.set('clock', offset);
  if (now !== undefined) store(now - realTime());
  const offset = meta.get('clock') ?? 0;
  if (!Number.isFinite(offset)) throw new Error('the entry of its clock is no number');
  return new Clock(realTime, offset as number, store);
}

/** An entry that can't be written as JSON has a flaw as well. */
function flawIn(flawOf: () => Flaw | undefined): Flaw | undefined {
  try {
    return flawOf();
  } catch (error) {
    return { pointer: '', message: `can't be read: ${(error as Error).message}` };
  }
}
