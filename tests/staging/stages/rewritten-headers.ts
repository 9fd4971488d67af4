import { gzipSync } from 'node:zlib';
import { headerOf, type Lines, without } from '../exchange.ts';
import type { Stage } from '../stage.ts';

/** A gateway that compresses answers and writes header names in another letter case. */
export function rewrittenHeaders(): Stage {
  return async (request, next) => {
    const result = await next(request);
    if (typeof result === 'string' || result.body.length === 0) return result;
    if (headerOf(result.headers, 'content-encoding') !== undefined) return result;
    const headers: Lines = [...without(result.headers, 'content-length'), ['content-encoding', 'GZIP']];
    const renamed = headers.map(([name, value], index) => [
      index % 2 === 0 ? name.toUpperCase() : name.toLowerCase(),
      value,
    ]) as unknown as Lines;
    return { ...result, headers: renamed, body: gzipSync(result.body) };
  };
}
