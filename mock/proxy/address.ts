/**
 * The path and query that a request asks the deployment for, byte for byte as they came. Undefined for a request that would lead to another
 * host, or out of the base path, however the deployment reads it: nobody's key goes where its owner did not send it.
 *
 * @param upstream the deployment's base URL, without a slash at the end
 * @param prefix the path under which the proxy serves it
 * @param target the request's target: a path, or a whole address (RFC 9112, 3.2.2)
 */
export function pathAt(upstream: string, prefix: string, target: string): string | undefined {
  const asked = target.replace(/^https?:\/\/[^/?#]*/i, '');
  if (!asked.startsWith(`${prefix}/`)) return undefined;
  const below = asked.slice(prefix.length);
  const base = new URL(upstream);
  const root = base.pathname.replace(/\/$/, '');
  const url = new URL(base.origin + root + below);
  const staysBelow = url.origin === base.origin && url.pathname.startsWith(`${root}/`);
  return staysBelow && !climbs(below) ? root + below : undefined;
}

/**
 * Servers differ in what they take for a step upwards: escapes, backslashes and `..;` are some, control characters in it are dropped by
 * others, and empty steps don't count for all. Escapes of other letters (`%u2215`) can be anything.
 */
function climbs(below: string): boolean {
  const [path = ''] = below.split('?', 1);
  const isStepUp = (step: string) => /^\.\.(;|$)/.test(step.replaceAll(/[\p{Cc} ]/gu, ''));
  return /%u/i.test(path) || decoded(decoded(path)).split(/[/\\]/).some(isStepUp);
}

function decoded(path: string): string {
  return path.replaceAll(/%([0-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
