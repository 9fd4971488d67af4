/** Headers of one connection (RFC 9110, 7.6.1), and those that declare the length of a body on it. */
const ofConnection = [
  ...['connection', 'proxy-connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['proxy-authenticate', 'proxy-authorization', 'content-length'],
];

/** The header lines for the other end: without those of the connection, and those that `Connection` names. Names and values alternate. */
export function endToEnd(raw: readonly string[], without: (name: string) => boolean = () => false): string[] {
  const lines = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
  const named = lines.flatMap(([name, value]) => (name.toLowerCase() === 'connection' ? value.split(',') : []));
  const dropped = new Set([...ofConnection, ...named.map((name) => name.trim().toLowerCase())]);
  return lines.flatMap((line) => (dropped.has(line[0].toLowerCase()) || without(line[0].toLowerCase()) ? [] : line));
}
