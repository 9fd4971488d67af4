import type { Profile } from './profile.ts';
import { ConfigurationError, Signal } from './signals.ts';
import { type Facts, redactorFor, resolveTarget, type Target } from './target.ts';
import { type HeaderPairs, headerOf, Transport, type WireAnswer } from './transport.ts';

const mockProduct = 'telephony-contract-mock';
const nobodysId = '00000000-0000-4000-8000-000000000000';
const bigSkewMs = 60_000;

/** What a look at the target before the first case gives. */
export interface Preflight {
  facts: Facts;
  target: Target;
  /** Lines that a user should see, though the run goes on. */
  warnings: string[];
}

/**
 * Looks whether a target can be tested, with reads and with requests that can have no effect. What is wrong is thrown as
 * a ConfigurationError of one line.
 */
export async function preflight(profile: Profile, startedMock?: string): Promise<Preflight> {
  const unknown = resolveTarget(profile, { isMock: false, clockOffsetMs: 0, ...(startedMock && { startedMock }) });
  const { limits, http } = unknown;
  const transport = new Transport(unknown.baseUrl, { timeoutMs: limits.timeoutMs, ...http });
  const ask = (method: string, url: string, headers: HeaderPairs = [], body?: string) =>
    transport
      .send({
        method,
        url,
        headers: [['Accept', 'application/json'], ...headers],
        ...(body && { body: Buffer.from(body) }),
      })
      .catch((error: unknown) => {
        if (!(error instanceof Signal)) throw error;
        throw new ConfigurationError(`the target ${unknown.baseUrl} can't be tested: ${error.message}`);
      });
  try {
    const { baseUrl } = unknown;
    const authorization: HeaderPairs = [['Authorization', `Bearer ${unknown.accounts.primary.apiKey}`]];
    const isMock = startedMock !== undefined || (await isOurMock(new URL(baseUrl).origin, http));
    const [types, runs] = await Promise.all([
      ask('GET', `${baseUrl}/dir/document_types`, authorization),
      ask('GET', `${baseUrl}/ai/missions/runs`, authorization),
    ]);
    refuseBadCredentials(baseUrl, [types, runs]);
    if (types.status === 404 && runs.status === 404) {
      const json: HeaderPairs = [['Content-Type', 'application/json']];
      const others = await Promise.all([
        ask('PATCH', `${baseUrl}/sim_card_data_usage_notifications/${nobodysId}`, json, '{}'),
        ask('POST', `${baseUrl}/number_reservations`, json, '{}'),
        ask('POST', `${baseUrl}${unknown.wire.emailPath}`, json, '{}'),
      ]);
      if (others.every(({ status }) => status === 404)) {
        throw new ConfigurationError(
          `the target has none of the operations at ${baseUrl}: check the path prefix (usually /v2) of baseUrl`,
        );
      }
    }
    const clockOffsetMs = clockOffset(types);
    const facts = { isMock, clockOffsetMs, ...(startedMock && { startedMock }) };
    const target = resolveTarget(profile, facts);
    await checkNotification(target, ask, authorization);
    const ahead = clockOffsetMs > 0 ? 'ahead of' : 'behind';
    const skew = `the target's clock is ${Math.round(Math.abs(clockOffsetMs) / 1000)} s ${ahead} this machine's`;
    return { facts, target, warnings: Math.abs(clockOffsetMs) > bigSkewMs ? [skew] : [] };
  } catch (error) {
    if (error instanceof ConfigurationError) error.message = redactorFor(profile).text(error.message);
    throw error;
  } finally {
    transport.close();
  }
}

async function isOurMock(origin: string, http: Target['http']): Promise<boolean> {
  const transport = new Transport(origin, { timeoutMs: 3000, ...http });
  try {
    const { status, body } = await transport.send({ method: 'GET', url: `${origin}/__admin/health`, headers: [] });
    return (
      status === 200 && (JSON.parse(body.toString('utf8')) as { product?: unknown } | null)?.product === mockProduct
    );
  } catch {
    return false;
  } finally {
    transport.close();
  }
}

function refuseBadCredentials(baseUrl: string, answers: WireAnswer[]): void {
  if (!answers.every(({ status }) => status === 401 || status === 403)) return;
  const { status } = answers[0] as WireAnswer;
  throw new ConfigurationError(
    `the target ${baseUrl} refuses the credentials (${status}): check API_KEY, or accounts.primary.apiKey of the profile`,
  );
}

/** The one id of the profile that can be looked at without sending mail. */
async function checkNotification(
  target: Target,
  ask: (method: string, url: string, headers: HeaderPairs, body: string) => Promise<WireAnswer>,
  authorization: HeaderPairs,
): Promise<void> {
  const { id } = target.simNotification;
  if (!id || !target.allow.has('write') || target.isMock) return;
  const headers: HeaderPairs = [...authorization, ['Content-Type', 'application/json']];
  const { status } = await ask('PATCH', `${target.baseUrl}/sim_card_data_usage_notifications/${id}`, headers, '{}');
  if (status !== 404) return;
  throw new ConfigurationError(`the target has no notification ${id}: check simNotification.id of the profile`);
}

/** By the Date header, which has whole seconds; a small difference is taken for none. */
function clockOffset(answer: WireAnswer): number {
  const date = Date.parse(headerOf(answer.headers, 'date') ?? '');
  if (Number.isNaN(date)) return 0;
  const offset = date + 500 - Date.now();
  return Math.abs(offset) < 2000 ? 0 : offset;
}
