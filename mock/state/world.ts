import type { DocumentType, MissionRun, Seed, Template } from '../../fixtures/seed.ts';
import { ContractError } from '../../spec/document.ts';
import type { Weight } from '../bounded/memory.ts';
import type { Keeping } from '../bounded/storage.ts';
import { type Message, Messages } from '../email/messages.ts';
import { Outbox } from '../email/outbox.ts';
import type { Relay } from '../email/relay.ts';
import { Suppressions } from '../email/suppression.ts';
import { createSyntaxCheck } from '../email/templates.ts';
import { Clock } from '../time/clock.ts';
import type { Fits } from './fits.ts';
import { Journal } from './journal.ts';
import { Ledger } from './ledger.ts';
import { indexNotifications, Notifications } from './notifications.ts';
import { Numbers } from './numbers.ts';
import { Scenarios } from './scenarios.ts';
import { Gate } from './send-hold.ts';

/** What can be set while the mock runs, and how much it keeps. */
export interface Settings {
  /** How long a send takes, in milliseconds of the partition's clock. */
  processingTime: number;
  /** Idempotency records at most; a further one is refused with 503. */
  ledgerLimit: number;
  /** Held numbers at most; a reservation beyond is refused with 503. */
  holdLimit: number;
}

export const defaultSettings: Settings = { processingTime: 0, ledgerLimit: 100_000, holdLimit: 100_000 };

/** How much of each kind a partition keeps at most. */
export interface Limits {
  messages: number;
  journal: number;
  /** What `ledgerLimit` is at the start. */
  ledger: number;
}

export const defaultLimits: Limits = { messages: 20_000, journal: 500, ledger: defaultSettings.ledgerLimit };

/** Mails in the outbox at most, if not fewer messages are kept. */
const OUTBOX_LIMIT = 10_000;

/** The fixtures with their indexes, made once and shared by all partitions until they are written to. */
export interface Fixtures {
  seed: Seed;
  notifications: ReturnType<typeof indexNotifications>;
  suppressions: Suppressions;
  templates: ReadonlyMap<string, Template>;
  runsByStatus: ReadonlyMap<string, ReadonlyMap<string, readonly MissionRun[]>>;
}

/** Builds the indexes over the fixtures. Throws a ContractError when a template can't be read. */
export function indexFixtures(seed: Seed): Fixtures {
  const findSyntaxError = createSyntaxCheck();
  for (const template of seed.templates) {
    const error = findSyntaxError(template);
    if (error) throw new ContractError(`templates.yaml: the template ${template.id}: ${error}`);
  }
  return {
    seed,
    notifications: indexNotifications(seed.notifications),
    suppressions: new Suppressions(seed.suppressions),
    templates: new Map(seed.templates.map((template) => [template.id.toLowerCase(), template])),
    runsByStatus: new Map([...seed.missionRuns].map(([account, runs]) => [account, groupByStatus(runs)])),
  };
}

/** What a world gets from outside. */
export interface WorldParts {
  /** The time that its clock is measured from. */
  realTime: () => number;
  /** What its clock shows at the start; if it is not said, what was kept of it, or the real time. */
  now?: number | undefined;
  newId: () => string;
  limits: Limits;
  keeping: Keeping;
  /** How many bytes may be kept in all; each kind of thing that grows has a share of it. */
  memory: number;
  /** Counts them. */
  weight: Weight;
  /** Where mail goes besides the outbox. */
  relay?: Relay;
  /** Is told of what no answer tells: scheduled mail has left, a send is held. */
  changed?: () => void;
}

/** All state of one partition. Time and ids come from outside. */
export class World {
  readonly notifications: Notifications;
  readonly numbers: Numbers;
  readonly messages: Messages;
  readonly ledger: Ledger;
  readonly outbox: Outbox;
  readonly journal: Journal;
  readonly gate: Gate;
  readonly scenarios = new Scenarios();
  readonly settings: Settings;

  readonly clock: Clock;
  readonly newId: () => string;
  readonly weight: Weight;
  readonly keeping: Keeping;
  private readonly relay: Relay | undefined;
  private readonly changed: (() => void) | undefined;

  constructor(
    private given: Fixtures,
    { realTime, now, newId, weight, memory, limits, keeping, relay, changed }: WorldParts,
  ) {
    const { fixtures } = this;
    this.newId = newId;
    this.weight = weight;
    this.keeping = keeping;
    this.relay = relay;
    this.clock = keptClock(keeping, realTime, now);
    this.settings = { ...defaultSettings, ledgerLimit: limits.ledger, ...(keeping.meta.get('settings') ?? {}) };
    this.changed = changed;
    this.gate = new Gate(changed);
    const share = memory / 5;
    this.messages = new Messages(limits.messages, share, weight, keeping);
    this.outbox = new Outbox(Math.min(OUTBOX_LIMIT, limits.messages), share, weight, keeping);
    this.journal = new Journal(limits.journal, share, weight);
    this.notifications = new Notifications(fixtures.notifications, keeping.map('notification'));
    this.numbers = new Numbers(fixtures.seed.numbers, keeping.map('hold'));
    this.ledger = new Ledger(() => this.clock.now(), share, weight, keeping.map('record'));
  }

  get fixtures(): Fixtures {
    return this.given;
  }

  /** Goes over to other fixtures; what happened stays, where it still fits. */
  refit(fixtures: Fixtures, fits: Fits): void {
    this.given = fixtures;
    this.notifications.refit(fixtures.notifications, fits.notification);
    this.ledger.refit(fits.record);
    this.numbers.refit(fixtures.seed.numbers);
  }

  /** Changes settings. */
  set(changes: Partial<Settings>): void {
    Object.assign(this.settings, changes);
    this.keeping.meta.set('settings', { ...(this.keeping.meta.get('settings') ?? {}), ...changes });
  }

  get suppressions(): Suppressions {
    return this.fixtures.suppressions;
  }

  get documentTypes(): readonly DocumentType[] {
    return this.fixtures.seed.documentTypes;
  }

  /** The account's runs, newest first; with a status only those. */
  missionRuns(account: string, status?: string): readonly MissionRun[] {
    if (status === undefined) return this.fixtures.seed.missionRuns.get(account) ?? [];
    return this.fixtures.runsByStatus.get(account)?.get(status) ?? [];
  }

  /** The template, or undefined when the account has none with this id. */
  template(account: string, id: string): Template | undefined {
    const template = this.fixtures.templates.get(id.toLowerCase());
    return template?.account === account ? template : undefined;
  }

  /** Puts a message into the outbox; from then on it reads as sent. */
  deliver(message: Message, at: number): void {
    message.status = 'sent';
    const mail = this.outbox.deliver(message, new Date(at));
    // Not before it is kept: what leaves and is forgotten would leave again.
    if (this.relay) this.keeping.afterwards(() => this.relay?.send(mail));
  }

  /** Does what has become due: scheduled mail leaves. True when some did. */
  settle(): boolean {
    const now = this.clock.now();
    const due = this.messages.takeDue(now);
    for (const message of due) this.deliver(message, message.schedule?.due ?? now);
    if (due.length > 0) this.changed?.();
    return due.length > 0;
  }
}

function keptClock({ meta }: Keeping, realTime: () => number, now: number | undefined): Clock {
  const keep = (offset: number) => void meta.set('clock', offset);
  if (now !== undefined) keep(now - realTime());
  const offset = meta.get('clock') as number | undefined;
  return new Clock(realTime, realTime() + (offset ?? 0), keep);
}

function groupByStatus(runs: readonly MissionRun[]): ReadonlyMap<string, readonly MissionRun[]> {
  const groups = new Map<string, MissionRun[]>();
  for (const run of runs) {
    const group = groups.get(run.status);
    if (group) group.push(run);
    else groups.set(run.status, [run]);
  }
  return groups;
}
