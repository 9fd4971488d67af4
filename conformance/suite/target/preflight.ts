import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { printLine } from '../../../spec/print.ts';
import { ConfigurationError, refuse, Signal } from '../outcome/outcome.ts';
import { Disturbance, isAway, type Pace } from '../wire/disturbance.ts';
import { findHeader, isDenied, type WireAnswer } from '../wire/exchange.ts';
import { parseRetryAfter, Transport } from '../wire/transport.ts';
import { type Ahead, boundLeadByDates, estimateOffset, isUnclear } from './clock.ts';
import type { AccountName, Profile } from './profile.ts';
import { type Facts, openTransport, resolveTarget, type Target } from './target.ts';

const mockProduct = 'telephony-contract-mock';

/** The results of a preflight. */
interface Preflight {
  facts: Facts;
  target: Target;
  /** The lead of its clock, by the header `Date`. */
  date: Ahead;
  /** Lines for the user that do not end the run. */
  warnings: string[];
}

/** Checks that a target can be tested, by reads and by requests without credentials, which change nothing. Throws a ConfigurationError. */
export async function preflight(
  profile: Profile,
  started: Pick<Facts, 'startedMock' | 'wire'> = {},
): Promise<Preflight> {
  const { startedMock } = started;
  const unknown = resolveTarget(profile, { isMock: false, clockOffsetMs: 0, ...started });
  return probeTarget(unknown, async (probe) => {
    const [isMock, ...answers] = await Promise.all([
      startedMock !== undefined || isOurMock(unknown),
      ...lists.map((path) => probe('GET', path, unknown.accounts.primary.apiKey)),
    ]);
    refuseRedirect(unknown, answers);
    refuseBadCredentials(unknown, answers);
    if (answers.every(({ status }) => status === 404)) await refuseWrongPrefix(unknown, probe);
    const date = startedMock ? boundLeadByDates([]) : await measureClock(probe, unknown, answers);
    const facts: Facts = { isMock, clockOffsetMs: estimateOffset(date), ...started };
    const warnings = startedMock ? [] : await findRefusedAccounts(unknown, probe);
    return { facts, target: resolveTarget(profile, facts), date, warnings };
  });
}

/** Checks that the profile's notification exists. An update with `{}` is an update, so the run has printed its effects before. */
export async function refuseUnknownNotification(target: Target): Promise<void> {
  const { id, original } = target.simNotification;
  if (!id || original || !target.allow.has('write') || target.isMock) return;
  await probeTarget(target, async (probe) => {
    const path = `/sim_card_data_usage_notifications/${id}`;
    const { status } = await probe('PATCH', path, target.accounts.primary.apiKey);
    // A path that is unknown to every caller is a fault of the target, not of the profile.
    if (status === 404 && (await probe('PATCH', path)).status !== 404) {
      refuse(`the target has no notification ${id}: check simNotification.id of the profile`);
    }
  });
}

async function isOurMock({ baseUrl, http, limits: { timeoutMs } }: Target): Promise<boolean> {
  const url = `${new URL(baseUrl).origin}/__admin/health`;
  const transport = new Transport(url, { timeoutMs, ...http });
  try {
    const { status, body } = await transport.send({ method: 'GET', url, headers: [] });
    const { product } = JSON.parse(body.toString('utf8')) as { product?: unknown };
    return status === 200 && product === mockProduct;
  } catch {
    return false;
  } finally {
    transport.close();
  }
}

function refuseRedirect({ baseUrl }: Target, answers: WireAnswer[]): void {
  const addresses = answers.map(({ status, headers }) =>
    status >= 300 && status < 400 ? findHeader(headers, 'location') : '',
  );
  const [address] = addresses;
  if (!address || addresses.some((location) => !location)) return;
  const sent = baseUrl + lists[0];
  const isSlash = address.endsWith('/') && [sent, new URL(sent).pathname].includes(address.slice(0, -1));
  refuse(
    isSlash
      ? `the target ${baseUrl} answers only where the path ends with a slash (it redirects to ${address}), and no path of the contract does`
      : `the target ${baseUrl} redirects to ${address}: put the final address into baseUrl`,
  );
}

function refuseBadCredentials({ baseUrl }: Target, answers: WireAnswer[]): void {
  if (!answers.every(isDenied)) return;
  refuse(
    `the target ${baseUrl} refuses the credentials (${answers[0]?.status}): check API_KEY, or accounts.primary.apiKey of the profile`,
  );
}

/**
 * Calls the three operations without a list where neither list exists. They exist when they answer a write without credentials, or a
 * read with them, differently than an unknown path.
 */
async function refuseWrongPrefix({ baseUrl, wire, accounts }: Target, probe: Probe): Promise<void> {
  const unknown = randomUUID();
  const others = [
    ['PATCH', `/sim_card_data_usage_notifications/${unknown}`],
    ['POST', '/number_reservations'],
    ['POST', wire.emailPath],
  ] as const;
  const answering = await Promise.all(
    others.map(async ([method, path]) => {
      const [there, nowhere, read] = await Promise.all([
        probe(method, path),
        probe(method, `/${unknown}`),
        probe('GET', path, accounts.primary.apiKey),
      ]);
      return there.status !== nowhere.status || read.status !== 404;
    }),
  );
  if (answering.includes(true)) return;
  refuse(`the target has none of the operations at ${baseUrl}: check the path prefix (usually /v2) of baseUrl`);
}

/** A line for each further account whose key is refused. */
async function findRefusedAccounts({ accounts }: Target, probe: Probe): Promise<string[]> {
  const names: AccountName[] = ['restricted', 'other'];
  const found = await Promise.all(
    names.map(async (name) => {
      const key = accounts[name]?.apiKey;
      const refused = key !== undefined && (await probe('GET', lists[0], key)).status === 401;
      return refused ? [`The target refuses accounts.${name} (401): its rules can't be judged.`] : [];
    }),
  );
  return found.flat();
}

/** The lead of the clock. `Date` has whole seconds: a small lead takes more answers. */
async function measureClock(probe: Probe, target: Target, answers: readonly WireAnswer[]): Promise<Ahead> {
  const measured = [...answers];
  for (let looks = 0; looks < 4 && isUnclear(boundLeadByDates(measured)); looks++) {
    await sleep(290);
    measured.push(await probe('GET', lists[0], target.accounts.primary.apiKey));
  }
  return boundLeadByDates(measured);
}

/** A target that is being deployed may take so long, in ms. */
const DEPLOYMENT_MS = 60_000;

/** The time between two tries without a `Retry-After`, in ms. */
const RETRY = 5000;

/** Sends a request to a path below the base address; a write has an empty JSON object as its body. */
export type Probe = (method: 'GET' | 'POST' | 'PATCH', path: string, key?: string) => Promise<WireAnswer>;

/** Sends requests to a target before the first case. Throws a ConfigurationError of one line, without credentials, if no answer comes. */
export async function probeTarget<T>(target: Target, work: (probe: Probe) => Promise<T>): Promise<T> {
  const { baseUrl, redactor } = target;
  const transport = openTransport(target);
  let isWaiting = false;
  const probe: Probe = async (method, path, key) => {
    const isRead = method === 'GET';
    const headers = Object.entries({
      Accept: 'application/json',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(!isRead && { 'Content-Type': 'application/json' }),
    });
    const body = isRead ? undefined : Buffer.from('{}');
    for (const until = Date.now() + DEPLOYMENT_MS; ; ) {
      try {
        return await transport.send({ method, url: baseUrl + path, headers, body });
      } catch (error) {
        if (!(error instanceof Signal)) throw error;
        const answer = error instanceof Disturbance ? error.facts.answer : undefined;
        const waitMs =
          answer && isAway(answer.status) ? (parseRetryAfter(findHeader(answer.headers, 'retry-after')) ?? RETRY) : 0;
        if (waitMs <= 0 || Date.now() + waitMs > until)
          refuse(`the target ${baseUrl} can't be tested: ${error.message}${formatProxyHint(target)}`);
        if (!isWaiting) printLine(`the target answers ${answer?.status}: it is waited for, a minute at most`);
        isWaiting = true;
        await sleep(waitMs);
      }
    }
  };
  try {
    return await work(probe);
  } catch (error) {
    if (error instanceof ConfigurationError) error.message = redactor.redact(error.message);
    throw error;
  } finally {
    transport.close();
  }
}

/** Other programs may use a proxy of the environment. */
function formatProxyHint({ http }: Target): string {
  const { HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy } = process.env;
  const isElsewhere = HTTPS_PROXY || https_proxy || HTTP_PROXY || http_proxy;
  if (!isElsewhere || http.proxy) return '';
  return ' (a proxy is named in the environment only: if the way leads through it, name it in http.proxy of the profile)';
}

/** The two operations that change nothing, need no id and give every account an answer. */
export const lists = ['/dir/document_types', '/ai/missions/runs'] as const;

/** The state of a target: it answers, its gateway reports that it is away, or it is silent. */
export type Presence = 'there' | 'away' | 'silent';

/** A limit of the rate is an answer like any other, and is not waited for. */
const impatient: Pace = {
  turn: async () => {},
  waitForTarget: async () => {},
  waitAfterLimit: () => Promise.reject(new Signal('error', 'the target answered 429')),
};

/** Sends one request to each list, without patience. */
export async function checkPresence(target: Target): Promise<Presence> {
  const transport = openTransport(target, impatient);
  const headers = [['Authorization', `Bearer ${target.accounts.primary.apiKey}`]] as const;
  const probes = lists.map((path) =>
    transport.send({ method: 'GET', url: target.baseUrl + path, headers: [...headers], once: true }),
  );
  try {
    await Promise.any(probes);
    return 'there';
  } catch (error) {
    const failures: unknown[] = (error as AggregateError).errors;
    if (failures.some((failure) => failure instanceof Signal && !(failure instanceof Disturbance))) return 'there';
    return failures.some((failure) => failure instanceof Disturbance && failure.facts.answer) ? 'away' : 'silent';
  } finally {
    transport.close();
  }
}
