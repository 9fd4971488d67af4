import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';

/** A request for readers: credentials redacted, headers in order. */
export interface ShownRequest {
  method: string;
  url: string;
  headers: readonly (readonly [string, string])[];
  body?: string;
  /** The bytes in base64, if the body isn't text. */
  bytes?: string;
}

/** A body for readers, its text redacted. */
export function showBody(body: Buffer, redacted: (text: string) => string): Pick<ShownRequest, 'body' | 'bytes'> {
  const text = body.toString('utf8');
  // Control characters would change the terminal of a reader.
  if (isUtf8(body) && !/[^\P{Cc}\t\n\r]/u.test(text)) return { body: redacted(text) };
  return { body: `(${body.length} bytes that are not text)`, bytes: body.toString('base64') };
}

/** The directory of bodies that are too long for the report or a curl line, next to the report. */
export const bodiesFolder = 'bodies';

/** The file of a body. */
export function nameBodyFile(text: string): string {
  return `${bodiesFolder}/${createHash('sha256').update(text).digest('hex').slice(0, 16)}.txt`;
}

/** The longest body within a curl line. */
export const longestInCurl = 2000;

/** One curl line that repeats the request, its credentials as shell variables such as `$API_KEY`. It reads a long body from its file. */
export function formatCurl({ method, url, headers, body, bytes }: ShownRequest): string {
  const parts = [
    ...(bytes === undefined ? [] : ['printf', '%s', bytes, '|', 'base64', '-d', '|']),
    'curl',
    '-sS',
    '-i',
    '-g',
  ];
  if (method === 'HEAD') parts.push('--head');
  else if (method !== 'GET' || body !== undefined) parts.push('-X', quoteWord(method));
  if (/\/\.{1,2}(\/|\?|$)/.test(url)) parts.push('--path-as-is');
  const named = new Set(headers.map(([name]) => name.toLowerCase()));
  const accepts = headers.filter(([name]) => name.toLowerCase() === 'accept').length;
  for (const [name, value] of headers) {
    if (/^(host|content-length|connection|user-agent)$/i.test(name)) continue;
    if (accepts === 1 && /^accept$/i.test(name) && value === 'application/json') continue;
    parts.push('-H', quoteWord(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (body !== undefined) {
    // Without one, curl sends the type of a form.
    if (!named.has('content-type')) parts.push('-H', quoteWord('Content-Type:'));
    if (bytes !== undefined) parts.push('--data-binary', '@-');
    else if (body.length > longestInCurl) parts.push('--data-binary', `@${nameBodyFile(body)}`);
    else parts.push('--data-raw', quoteWord(body));
  }
  parts.push(quoteWord(url));
  return parts.join(' ');
}

/** A credential, or another variable of a script. */
const variable = /\$(?:[A-Z][A-Z0-9_]*|\{[A-Z][A-Z0-9_]*\})/;

/** Quotes one word for a POSIX shell; a redacted credential stays a variable that the shell fills in. */
function quoteWord(word: string): string {
  if (/^[A-Za-z0-9_./:=@%+-]+$/.test(word)) return word;
  if (!variable.test(word)) return `'${word.replaceAll("'", `'\\''`)}'`;
  const escaped = word.replace(/[\\"`]/g, '\\$&').replace(/\$(?![A-Z{])|\$(?=\{(?![A-Z][A-Z0-9_]*\}))/g, '\\$');
  return `"${escaped}"`;
}
