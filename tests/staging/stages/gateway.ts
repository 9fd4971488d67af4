import { isSuccess, jsonOf, type Reply, type Request, unavailable } from '../exchange.ts';
import type { Stage, Surroundings } from '../stage.ts';
import { pageOf } from './page.ts';

type Wrong = 'reset' | 502 | 503 | 504;

/** What goes wrong, whether the server has done its work by then, and whether it is told in the contract's own error body. */
const mishaps: readonly { wrong: Wrong; after: boolean; inHouse?: true }[] = [
  { wrong: 'reset', after: false },
  { wrong: 'reset', after: true },
  { wrong: 502, after: false },
  { wrong: 502, after: true },
  { wrong: 503, after: false },
  { wrong: 504, after: true },
  { wrong: 502, after: true, inHouse: true },
  { wrong: 503, after: false, inHouse: true },
];

/** How long a mail without an idempotency key that comes once more is taken for the same request. */
const repeatedWithinMs = 30_000;

/**
 * Breaks a share of all exchanges. A POST without an idempotency key that had its effect and comes again after that is counted:
 * nobody may send it twice.
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
    const { wrong, after, inHouse } = mishap;
    count(`${wrong} ${after ? 'after' : 'before'} the work was done`);
    const result = after ? await next(request) : undefined;
    if (name !== undefined && result && isSuccess(result) && hadEffect(result)) broken.set(name, performance.now());
    if (wrong === 'reset') return wrong;
    return inHouse ? unavailable(wrong) : pageOf(wrong);
  };
}

/**
 * Tells requests apart that must not be sent twice once they had their effect: they have no key, and really send mail to somebody or
 * hold a number. Others may well be another request with the same words.
 */
function nameOf({ method, url, headers, body }: Request): string | undefined {
  const hasKey = headers.some(([name]) => /key$/i.test(name));
  const text = body.toString('utf8');
  const hasEffect = /@|\+\d{6}/.test(text) && !/"sandbox_mode":\s*true/.test(text);
  return method === 'POST' && !hasKey && hasEffect ? `${url} ${text}` : undefined;
}

/** Whether mail is on its way, or one of the numbers is held. */
function hadEffect({ body }: Reply): boolean {
  const { data } = (jsonOf(body) ?? {}) as { data?: { phone_numbers?: { errors?: unknown }[] } };
  return data?.phone_numbers?.some(({ errors }) => !errors) ?? true;
}
