import { unescape as decoded } from 'node:querystring';
import { type ListPages, pagesOf } from '../../../spec/deployment/list-pages.ts';
import { type Choices, ours } from '../../../spec/generated/choices.ts';
import { isListOrObject } from '../../../spec/json.ts';
import { UUID } from '../../../spec/validators.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import type { Profile } from '../../suite/target/profile.ts';
import { keyNames } from '../../suite/target/target.ts';
import { choicesOfWire } from '../../suite/target/wire-names.ts';
import type { HeaderPairs } from '../../suite/wire/exchange.ts';
import { bodyOf } from './pair.ts';

const NUMBER = /\+\d{7,15}/g;
/** UUIDs within a text. */
const UUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** A page beyond the last one of any list. */
const BEYOND = '999999';

/** The state in which our mock is asked: its partition, what it chose, and which of its numbers stand for those of the target. */
export interface Within {
  partition: string;
  choices: Partial<Choices>;
  numbers: Map<string, string>;
  /** Which of its ids stand for those of the target, by these in lower case. */
  ids: Map<string, string>;
  /** The statuses that runs of the target show. */
  statuses: ReadonlySet<string>;
  /** Those that runs of our mock have. */
  runStatuses: readonly string[];
}

/** Words of the target as our mock knows them: what their profiles name, the ids that answers gave, the names on the wire. */
export class Translation {
  private readonly words = new Map<string, string>();
  /** How long each list is, by its path: the target's, and ours. */
  private readonly totals = new Map<string, { theirs: number; own: number }>();

  private shift = 0;
  /** The names on the wire that the target has, and those that our mock has. */
  private readonly theirs: Choices;
  private readonly own: Choices;

  constructor(
    private readonly target: Profile,
    private readonly mock: Profile,
    private readonly within: Within,
  ) {
    this.theirs = { ...ours, ...choicesOfWire(target.wire) };
    this.own = { ...ours, ...within.choices };
    this.pairUp(target, mock);
  }

  /** The request that asks our mock the same. */
  requestFor(seen: NotedExchange): { method: string; path: string; headers: HeaderPairs; body?: string } {
    const { request } = seen;
    const { method, body } = request;
    const path = this.text(this.pathOf(seen));
    const headers = request.headers.map(([name, value]) => [this.headerName(name), this.header(name, value)] as const);
    return {
      method,
      path,
      headers,
      ...(body !== undefined && { body: shifted(this.text(body), this.shiftAt(seen.at)) }),
    };
  }

  /** Notes which ids stand for which: those at the same place of both answers. */
  learn({ request, text }: NotedExchange, ours: { text: string }): void {
    const [theirs, own] = [bodyOf({ text }), bodyOf(ours)];
    this.pairIds(theirs, own);
    const [total, ourTotal] = [theirs, own].map((body) => (body?.meta as { total_results?: number })?.total_results);
    if (total === undefined || ourTotal === undefined) return;
    this.totals.set(this.bare(request.url), { theirs: total, own: ourTotal });
  }

  /** How much later it is now; the same for what came soon after, so that equal bodies stay equal. */
  private shiftAt(at: number): number {
    const shift = Date.now() - at;
    if (Math.abs(shift - this.shift) > 60_000) this.shift = shift;
    return this.shift;
  }

  private pathOf(seen: NotedExchange): string {
    const { url } = seen.request;
    const path = url.slice(url.startsWith(this.target.baseUrl) ? this.target.baseUrl.replace(/\/+$/, '').length : 0);
    const [bare = '', query] = path.split('?');
    const known = bare === this.theirs.emailPath ? ours.emailPath : bare;
    return query === undefined ? known : `${known}?${this.query(seen, query)}`;
  }

  /** The same query under the names that our mock has, a page beyond the last one of either list. */
  private query(seen: NotedExchange, query: string): string {
    const [theirs, own] = [this.theirs, this.own].map((names) => pagesOf(seen.operation, names)) as [
      ListPages,
      ListPages,
    ];
    const names = new Map([
      [theirs.number, own.number],
      [theirs.size, own.size],
    ]);
    const page = this.page(seen, new URLSearchParams(query), theirs);
    const pairs = query.split('&').map((pair) => {
      const [name = '', ...value] = pair.split('=');
      const known = names.get(decoded(name));
      if (name === 'status') return `status=${this.status(seen, value.join('='))}`;
      if (known === undefined) return pair;
      const wanted = known === own.number && page !== undefined ? [page] : value;
      return [known === decoded(name) ? name : encodeURIComponent(known), ...wanted].join('=');
    });
    return pairs.join('&');
  }

  /** The page that is as far beyond the end of our list as the one asked for is beyond the target's; undefined for the same. */
  private page({ request }: NotedExchange, asked: URLSearchParams, { number, size }: ListPages): string | undefined {
    const [page, items] = [Number(asked.get(number)), Number(asked.get(size) ?? 1)];
    const { theirs = Infinity, own = Infinity } = this.totals.get(this.bare(request.url)) ?? {};
    const isBeyond = (total: number) => page > 1 && (page - 1) * items >= total;
    return isBeyond(theirs) ? BEYOND : isBeyond(own) ? '1' : undefined;
  }

  /** A status that some run of the target has is one that some run of ours has, and one that none has is no word of ours. */
  private status({ status, text }: NotedExchange, asked: string): string {
    const { statuses, runStatuses } = this.within;
    const total = (bodyOf({ text })?.meta as { total_results?: number } | undefined)?.total_results ?? 0;
    const isKnown = statuses.size > 0 ? statuses.has(asked) : status < 300 && total > 0;
    if (statuses.has(asked.toLowerCase()) && !isKnown) return (runStatuses[0] as string).toUpperCase();
    if (isKnown === runStatuses.includes(asked)) return asked;
    return isKnown ? (runStatuses[asked.length % runStatuses.length] as string) : `no_${asked}`;
  }

  private bare(url: string): string {
    return url.split('?', 1)[0] ?? url;
  }

  private headerName(name: string): string {
    return name.toLowerCase() === this.theirs.keyHeader.toLowerCase() ? this.own.keyHeader : name;
  }

  /** Credentials of the target stand as variables in what a run keeps. */
  private header(name: string, value: string): string {
    if (name.toLowerCase() !== 'authorization') return value;
    const [account, variable] = Object.entries(keyNames).find(([, one]) => value.endsWith(`$${one}`)) ?? [];
    const key = account && this.mock.accounts[account as keyof typeof keyNames]?.apiKey;
    return key ? value.replace(`$${variable}`, `${key}.${this.within.partition}`) : value;
  }

  private text(text: string): string {
    let translated = text;
    for (const [theirs, own] of this.words) translated = translated.replaceAll(theirs, own);
    translated = translated.replace(NUMBER, (number) => this.number(number));
    return translated.replace(UUIDS, (id) => {
      const own = this.within.ids.get(id.toLowerCase()) ?? id;
      // What is sent in capitals shows whether they are kept.
      return id === id.toLowerCase() ? own : own.toUpperCase();
    });
  }

  /** The number of our mock that stands for one of the target's: the next that is not used. */
  private number(number: string): string {
    const { numbers } = this.within;
    const all = this.mock.reservation?.phoneNumbers ?? [];
    if (!this.target.reservation?.phoneNumbers.includes(number)) return number;
    const own = numbers.get(number) ?? all[numbers.size % all.length] ?? number;
    numbers.set(number, own);
    return own;
  }

  /** Pairs up the texts that stand in the same place of two profiles. */
  private pairUp({ email, simNotification }: Profile, mock: Profile): void {
    const visit = (theirs: unknown, own: unknown) => {
      if (typeof theirs === 'string' && typeof own === 'string') this.words.set(theirs, own);
      if (!isListOrObject(theirs) || !isListOrObject(own)) return;
      for (const [name, value] of Object.entries(theirs)) visit(value, own[name]);
    };
    const idsOf = (all: object = {}) => Object.fromEntries(Object.entries(all).map(([name, { id }]) => [name, id]));
    visit(email?.from, mock.email?.from);
    visit(email?.suppressed, mock.email?.suppressed);
    visit(idsOf(email?.templates), idsOf(mock.email?.templates));
    visit(simNotification?.id, mock.simNotification?.id);
    visit(simNotification?.foreignId, mock.simNotification?.foreignId);
  }

  private pairIds(theirs: unknown, own: unknown): void {
    if (typeof theirs === 'string' && typeof own === 'string') {
      if (UUID.test(theirs)) this.within.ids.set(theirs.toLowerCase(), own);
      return;
    }
    if (!isListOrObject(theirs) || !isListOrObject(own)) return;
    for (const [name, value] of Object.entries(theirs)) this.pairIds(value, own[name]);
  }
}

const TIME = /\b(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?![\d:])/g;

/** A text with its times so much later: what was to come when it was said is to come now. */
function shifted(text: string, ms: number): string {
  return text.replace(TIME, (time) => {
    const at = Date.parse(`${time}Z`);
    return Number.isNaN(at) ? time : new Date(at + ms).toISOString().slice(0, 19);
  });
}
