import { pathAsked } from '../http/incoming.ts';

/** An escape may itself be escaped; no ordinary path needs more rounds than this. */
const DECODINGS = 10;

/**
 * The path and query of a request at the deployment, byte for byte. Undefined for a request that leads out of the base path, however the
 * deployment reads it: a key must not reach another service of its host.
 *
 * @param upstream the deployment's base URL, without a slash at the end
 * @param prefix the path under which the proxy serves it
 */
export function pathAt(upstream: string, prefix: string, target: string): string | undefined {
  const path = pathAsked(target);
  if (!path.startsWith(`${prefix}/`)) return undefined;
  const below = path.slice(prefix.length);
  const base = new URL(upstream);
  const root = base.pathname.replace(/\/$/, '');
  const url = new URL(base.origin + root + below);
  const staysBelow = url.origin === base.origin && url.pathname.startsWith(`${root}/`);
  return staysBelow && !climbs(below) ? root + below : undefined;
}

/** Finds a step upwards, escaped or not, for any server: some read backslashes and `..;` so, or drop control characters. */
function climbs(below: string): boolean {
  let [path = ''] = below.split('?', 1);
  for (let round = 0; round <= DECODINGS; round++) {
    const steps = path.split(/[/\\]/).map((step) => step.replace(/[\p{Cc} ]/gu, ''));
    if (steps.some((step) => /^\.\.(;|$)/.test(step))) return true;
    const next = path.replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
    if (next === path) return false;
    path = next;
  }
  return true;
}
