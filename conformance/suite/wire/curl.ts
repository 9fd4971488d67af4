/** A request as it can be shown: its credentials redacted, its headers in order. */
export interface ShownRequest {
  method: string;
  url: string;
  headers: readonly (readonly [string, string])[];
  body?: string;
}

const longestBody = 2000;

/** One curl line that repeats the request. Credentials stand in it as shell variables such as `$API_KEY`. */
export function curlLine(request: ShownRequest): string {
  const parts = ['curl', '-sS', '-i', '-g'];
  if (request.method !== 'GET') parts.push('-X', shell(request.method));
  for (const [name, value] of request.headers) {
    if (/^(host|content-length|connection|user-agent|accept)$/i.test(name)) continue;
    parts.push('-H', shell(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (request.body !== undefined && request.body.length <= longestBody) parts.push('--data-raw', shell(request.body));
  if (request.body !== undefined && request.body.length > longestBody) {
    parts.push('--data-raw', shell(`${request.body.slice(0, 200)}... (${request.body.length} characters)`));
  }
  parts.push(shell(request.url));
  return parts.join(' ');
}

/** Quotes one word for a POSIX shell; a redacted credential stays a variable that the shell fills in. */
function shell(word: string): string {
  if (/^[A-Za-z0-9_./:=@%+-]+$/.test(word)) return word;
  if (/\$[A-Z][A-Z_]*/.test(word)) {
    const escaped = word.replace(/[\\"`]/g, '\\$&').replace(/\$(?![A-Z][A-Z_]*)/g, '\\$');
    return `"${escaped}"`;
  }
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
