import { formatCurl } from '../../conformance/suite/wire/curl.ts';

/** A request that some HTTP client could send, however wrong it is. */
export interface HttpRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** Bytes that need not be HTTP, in the pieces in which they arrive. */
export interface RawRequest {
  pieces: readonly Buffer[];
  /** The pause of a slow client between two pieces, in milliseconds. */
  pause: number;
  /** True if the client is gone at once when all is sent, without waiting for an answer. */
  aborts: boolean;
}

/** A random request. */
export type FuzzRequest = HttpRequest | RawRequest;

export function isRaw(request: FuzzRequest): request is RawRequest {
  return 'pieces' in request;
}

/** A line for a shell that sends a request again, to a mock on its usual port, cut at a screenful. */
export function formatCommand(request: FuzzRequest): string {
  const line = isRaw(request)
    ? `printf ${escapeBytes(Buffer.concat(request.pieces))} | nc -q 1 127.0.0.1 4010`
    : formatHttp(request);
  return line.length > 1_500 ? `${line.slice(0, 1_500)} … (${line.length} characters)` : line;
}

function formatHttp({ method, path, headers, body }: HttpRequest): string {
  const pairs = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as const),
  );
  const request = { method, url: `http://127.0.0.1:4010${path}`, headers: pairs };
  if (!Buffer.isBuffer(body)) return formatCurl({ ...request, ...(body !== undefined && { body }) });
  return `printf ${escapeBytes(body)} | ${formatCurl(request)} --data-binary @-`;
}

/** Bytes as a word for the shell's printf. */
function escapeBytes(bytes: Buffer): string {
  return `'${bytes.toString('latin1').replaceAll(/[^\x20-\x7e]|['%\\]/g, (byte) => `\\x${Buffer.from(byte, 'latin1').toString('hex')}`)}'`;
}
