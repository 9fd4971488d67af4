/** A request to pass on: its path and query below the base URL, its headers as they came. */
export interface Outgoing {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** What came back. */
export interface Incoming {
  status: number;
  headers: [string, string][];
  body: Buffer;
}

/** Headers that are about one connection (RFC 9110, 7.6.1), or that the library writes for the next one. */
const ownHeaders = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'host', 'expect', 'content-length', 'accept-encoding', 'content-encoding'],
]);

/** Passes a request on to a base URL and gives the answer, decoded. Throws when the server can't be reached. */
export async function forward(baseUrl: string, { method, path, headers, body }: Outgoing): Promise<Incoming> {
  const passed = Object.entries(headers).flatMap(([name, value]) =>
    ownHeaders.has(name) ? [] : [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  const answer = await fetch(baseUrl + path, {
    method,
    headers: passed,
    redirect: 'manual',
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  return {
    status: answer.status,
    headers: [...answer.headers].filter(([name]) => !ownHeaders.has(name) && !name.startsWith('access-control-')),
    body: Buffer.from(await answer.arrayBuffer()),
  };
}
