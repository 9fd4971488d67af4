import { pathAsked } from '../http/path-asked.ts';

/**
 * The path and query that a request asks the deployment for, byte for byte as they came. Undefined for a request that would lead to another
 * host, or out of the base path, however the deployment reads it: nobody's key goes where its owner did not send it.
 *
 * @param upstream the deployment's base URL, without a slash at the end
 * @param prefix the path under which the proxy serves it
 * @param target the request's target
 */
export function pathAt(upstream: string, prefix: string, target: string): string | undefined {
  const asked = pathAsked(target);
  if (!asked.startsWith(`${prefix}/`)) return undefined;
  const below = asked.slice(prefix.length);
  const base = new URL(upstream);
  const root = base.pathname.replace(/\/$/, '');
  const url = new URL(base.origin + root + below);
  const staysBelow = url.origin === base.origin && url.pathname.startsWith(`${root}/`);
  return staysBelow && !climbs(below) ? root + below : undefined;
}

/** So often is decoded what is still escaped then; nobody needs more. */
const DECODINGS = 10;

/** Characters in more bytes than they need (RFC 3629, 3), which some servers read all the same. */
const OVERLONG = /[\xc0\xc1][\x80-\xbf]|\xe0[\x80-\x9f]|\xf0[\x80-\x8f]|\xf8[\x80-\x87]|\xfc[\x80-\x83]/;

/** Whether a path leads upwards for any server, however often it decodes. */
function climbs(below: string): boolean {
  let [path = ''] = below.split('?', 1);
  for (let decodings = 0; decodings <= DECODINGS; decodings++) {
    if (leadsUp(path)) return true;
    const next = decoded(path);
    if (next === path) return false;
    path = next;
  }
  return true;
}

/**
 * Servers differ in what they take for a step upwards: backslashes and `..;` are some, control characters in it are dropped by others, and
 * empty steps don't count for all. Escapes of other letters (`%u2215`) can be anything.
 */
function leadsUp(path: string): boolean {
  return /%u/i.test(path) || OVERLONG.test(path) || hasStepUp(path) || hasStepUp(normalised(path));
}

function hasStepUp(path: string): boolean {
  return path.split(/[/\\]/).some((step) => /^\.\.(;|$)/.test(step.replaceAll(/[\p{Cc} ]/gu, '')));
}

/** What servers make of bytes that read them as UTF-8 and normalise it: compatible letters are one (`．` is a dot), unseen ones are dropped. */
function normalised(path: string): string {
  const text = Buffer.from(path, 'latin1').toString().normalize('NFKC');
  return text.replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Z}]/gu, '');
}

/** The bytes that escapes stand for, each as a character. */
function decoded(path: string): string {
  return path.replaceAll(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
