import type { Choices } from '../../spec/generated/choices.ts';
import type { AnyAnswer } from '../contract/answer.ts';

/** A URL without the slash at the end of its path; undefined where none is there. */
export function withoutSlash(url: string): string | undefined {
  const query = url.indexOf('?');
  const length = query < 0 ? url.length : query;
  return url[length - 1] === '/' ? url.slice(0, length - 1) + url.slice(length) : undefined;
}

const statuses = { unknown: undefined, same: undefined, redirected301: 301, redirected307: 307, redirected308: 308 };

/** Leads to a path without the slash at its end, `location`, where a deployment redirects (HTTP-14); undefined where it does not. */
export function redirectTo(location: string, { trailingSlash }: Choices): AnyAnswer | undefined {
  const status = statuses[trailingSlash];
  // It cites no rule: HTTP-14 leaves open what becomes of such a path.
  if (status === undefined) return undefined;
  return { status, body: undefined, rules: [], headers: { location }, chosen: ['trailingSlash'] };
}
