import type { Stage, Surroundings } from '../stage.ts';

/** At most so many requests in any second. */
export function rateLimit(perSecond: number, { count }: Surroundings): Stage {
  let recent: number[] = [];
  return async (request, next) => {
    const now = performance.now();
    recent = recent.filter((at) => at > now - 1000);
    if (recent.length >= perSecond) {
      count('429');
      const headers = [
        ['Content-Type', 'text/plain'],
        ['Retry-After', '1'],
      ] as const;
      return { status: 429, headers, body: Buffer.from('Too many requests') };
    }
    recent.push(now);
    return next(request);
  };
}
