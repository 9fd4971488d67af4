const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);

/**
 * Whether a Host header names this mock: a loopback name, or one that was allowed. A page that reaches the mock under
 * another name got there by a trick of its name server, and may not use the control plane.
 */
export function isTrustedHost(header: string | undefined, allowed: readonly string[]): boolean {
  const name = hostName(header ?? '');
  return name !== undefined && (LOOPBACK.has(name) || allowed.some((host) => host.toLowerCase() === name));
}

function hostName(header: string): string | undefined {
  try {
    return new URL(`http://${header}`).hostname.replace(/^\[|\]$/g, '');
  } catch {
    return undefined;
  }
}
