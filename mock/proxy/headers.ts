/** Headers that are about one connection (RFC 9110, 7.6.1), and those that say how far a body goes on it. */
const ofConnection = [
  ...['connection', 'proxy-connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['proxy-authenticate', 'proxy-authorization', 'content-length'],
];

/** Names and values in turn, as Node reads and writes them. */
type RawHeaders = readonly string[];

/** The lines of a head that are for whoever is at the other end: without those of the connection, and those that `Connection` names. */
export function endToEnd(raw: RawHeaders, without: (name: string) => boolean = () => false): string[] {
  const lines = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
  const named = lines.flatMap(([name, value]) => (name.toLowerCase() === 'connection' ? value.split(',') : []));
  const dropped = new Set([...ofConnection, ...named.map((name) => name.trim().toLowerCase())]);
  return lines.flatMap((line) => (dropped.has(line[0].toLowerCase()) || without(line[0].toLowerCase()) ? [] : line));
}
