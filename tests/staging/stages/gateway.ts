import { isSuccess, jsonOf, type Reply, type Request, unavailable } from '../exchange.ts';
import type { Stage, Surroundings } from '../stage.ts';
import { messageOf, pageOf } from './page.ts';

/** Failures of a gateway, before or after the server has done its work. */
const mishaps: readonly { name: string; after: boolean; result: Reply | 'reset' }[] = [
  { name: 'reset', after: false, result: 'reset' },
  { name: 'reset', after: true, result: 'reset' },
  { name: '502', after: false, result: pageOf(502) },
  { name: '502', after: true, result: pageOf(502) },
  { name: '503', after: false, result: pageOf(503) },
  { name: '504', after: true, result: pageOf(504) },
  { name: "502 in the contract's words", after: true, result: unavailable(502) },
  { name: "503 in the contract's words", after: false, result: unavailable(503) },
  { name: '504 in its own words', after: true, result: messageOf(504) },
  { name: '408 in its own words', after: false, result: messageOf(408) },
  { name: '421', after: false, result: pageOf(421) },
  { name: '499 without a word', after: true, result: { status: 499, headers: [], body: Buffer.alloc(0) } },
  { name: '520 without a word', after: true, result: { status: 520, headers: [], body: Buffer.alloc(0) } },
];

/** Within this time a repeated mail without an idempotency key counts as the same request. */
const repeatedWithinMs = 30_000;

/**
 * Breaks a share of all exchanges. Counts each POST without an idempotency key that a client repeats after it had its effect: a
 * forbidden repetition.
 */
export function gateway(share: number, { random, count }: Surroundings): Stage {
  const broken = new Map<string, number>();
  return async (request, next) => {
    const name = nameOf(request);
    if (name !== undefined && performance.now() - (broken.get(name) ?? -repeatedWithinMs) < repeatedWithinMs) {
      count('POST without a key sent again');
    }
    const mishap = random() < share ? mishaps[Math.floor(random() * mishaps.length)] : undefined;
    if (!mishap) return next(request);
    count(`${mishap.name} ${mishap.after ? 'after' : 'before'} the work was done`);
    const done = mishap.after ? await next(request) : undefined;
    if (name !== undefined && done && isSuccess(done) && hadEffect(done)) broken.set(name, performance.now());
    return mishap.result;
  };
}

/**
 * The identity of a request that a client must not repeat: without a key, it sends real mail or holds a number. Two
 * other requests with equal bodies may be different requests.
 */
function nameOf({ method, url, headers, body }: Request): string | undefined {
  const hasKey = headers.some(([name]) => /key$/i.test(name));
  const text = body.toString('utf8');
  const hasEffect = /@|\+\d{6}/.test(text) && !/"sandbox_mode":\s*true/.test(text);
  return method === 'POST' && !hasKey && hasEffect ? `${url} ${text}` : undefined;
}

/** True if mail is on its way, or one of the numbers is held. */
function hadEffect({ body }: Reply): boolean {
  const { data } = (jsonOf(body) ?? {}) as { data?: { phone_numbers?: { errors?: unknown }[] } };
  return data?.phone_numbers?.some(({ errors }) => !errors) ?? true;
}
