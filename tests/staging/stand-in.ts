import type { Profile } from '../../conformance/suite/target/profile.ts';
import { randomFrom } from '../random.ts';
import { readPrivateCa } from './certificates.ts';
import type { Conditions } from './conditions.ts';
import { isSuccess, pass, type Reply, type Request } from './exchange.ts';
import { startFront, type Witness } from './front.ts';
import { lateMail } from './late-mail.ts';
import type { ConformingServer } from './servers.ts';
import type { Stage } from './stage.ts';
import { stagesOf } from './stages/index.ts';

/** A threshold whose amount is read as a number. */
export interface Threshold {
  amount: number;
  unit: string;
}

/** A conforming server behind the conditions of staging. */
export interface StandIn {
  /** The server's own profile with the addresses of the stand-in. */
  profile: Profile;
  /** The CA that a client has to trust, as PEM. */
  ca?: string;
  /** Counts of requests and of injected mishaps. */
  counts: ReadonlyMap<string, number>;
  /**
   * The threshold of the profile's notification at the server itself, past all conditions; the amount as a number.
   */
  threshold(): Promise<Threshold>;
  close(): Promise<void>;
}

/**
 * Puts conditions in front of a server. With the same seed the same decision is made about the nth request; the order of requests is
 * the client's. The witness is called for every answered request.
 */
export async function startStandIn(
  server: ConformingServer,
  conditions: Conditions,
  { seed = 1, witness = () => {} }: { seed?: number; witness?: Witness } = {},
): Promise<StandIn> {
  const { profile } = server;
  const { aheadMs = 0, mailLateMs = 0, privateCa, numbers } = conditions;
  const origin = new URL(profile.baseUrl).origin;
  const call = (request: Omit<Request, 'socket'>): Promise<Reply> => pass(origin, request);
  const counts = new Map<string, number>();
  const count = (event: string) => void counts.set(event, (counts.get(event) ?? 0) + 1);
  const { pageNumber = 'page[number]', pageSize = 'page[size]' } = profile.wire ?? {};
  const certificates = privateCa ? readPrivateCa() : undefined;

  const named = profile.reservation?.phoneNumbers.slice(0, numbers?.named) ?? [];
  await hold(profile, call, spread(named, numbers?.held ?? 0));
  const front = await startFront({
    origin,
    stages: [
      ...stagesOf(conditions, {
        random: randomFrom(seed),
        call,
        pageNames: { number: pageNumber, size: pageSize },
        count,
        goAway: (forMs) => front.goAway(forMs),
      }),
      withoutControl,
    ],
    tls: certificates,
    witness: (request, result) => {
      count('request');
      witness(request, result);
    },
  });
  const outbox = await startFront({
    origin: new URL(profile.outbox.mailpit).origin,
    stages: mailLateMs > 0 ? [lateMail(mailLateMs, aheadMs)] : [],
  });
  return {
    profile: {
      ...profile,
      baseUrl: moveOrigin(profile.baseUrl, front.origin),
      outbox: { ...profile.outbox, mailpit: moveOrigin(profile.outbox.mailpit, outbox.origin) },
      reservation: { phoneNumbers: named },
    },
    ...(certificates && { ca: certificates.ca }),
    counts,
    threshold: thresholdOf(profile, call),
    close: async () => {
      await Promise.all([front.close(), outbox.close()]);
    },
  };
}

const moveOrigin = (url: string, origin: string) => origin + url.slice(new URL(url).origin.length);

/** Serves only the contract's operations: a client that finds a control plane takes the target for the mock. */
const withoutControl: Stage = async (request, next) =>
  request.url.startsWith('/__admin') ? { status: 404, headers: [], body: Buffer.alloc(0) } : next(request);

type Call = (request: Omit<Request, 'socket'>) => Promise<Reply>;

/** Takes a number of entries of a list, evenly distributed. */
function spread<T>(entries: readonly T[], count: number): T[] {
  const share = count / entries.length;
  return entries.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));
}

/** Holds numbers, as yesterday's run would have. */
async function hold(profile: Profile, call: Call, phoneNumbers: readonly string[]): Promise<void> {
  if (phoneNumbers.length === 0) return;
  const body = { phone_numbers: phoneNumbers.map((phone_number) => ({ phone_number })) };
  const { status } = await call(requestOf(profile, 'POST', '/number_reservations', body));
  if (status >= 300) throw new Error(`the numbers could not be held: ${status}`);
}

/** Reads the notification by an update with `{}`, or with its current values where that is refused. */
function thresholdOf({ simNotification, ...profile }: Profile, call: Call): () => Promise<Threshold> {
  const update = (content: object) =>
    call(requestOf(profile, 'PATCH', `/sim_card_data_usage_notifications/${simNotification?.id}`, content));
  let unchanging: object = { threshold: simNotification?.original };
  return async () => {
    const empty = await update({});
    const { body } = isSuccess(empty) ? empty : await update(unchanging);
    const { threshold, sim_card_id } = JSON.parse(body.toString('utf8')).data as Shown;
    unchanging = { sim_card_id };
    return { ...threshold, amount: Number(threshold.amount) };
  };
}

interface Shown {
  threshold: { amount: string; unit: string };
  sim_card_id: string;
}

function requestOf({ baseUrl, accounts }: Profile, method: string, path: string, content: object) {
  const { host, pathname } = new URL(baseUrl);
  const body = Buffer.from(JSON.stringify(content));
  const headers = [
    ['Host', host],
    ['Authorization', `Bearer ${accounts.primary.apiKey}`],
    ['Content-Type', 'application/json'],
    ['Content-Length', String(body.length)],
  ] as const;
  return { method, url: pathname + path, headers, body };
}
