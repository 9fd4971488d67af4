/** A request for readers: credentials redacted, headers in order. */
export interface ShownRequest {
  method: string;
  url: string;
  headers: readonly (readonly [string, string])[];
  body?: string;
}

const longestBody = 2000;

/** One curl line that repeats the request, its credentials as shell variables such as `$API_KEY`. A long body is cut. */
export function curlLine({ method, url, headers, body: whole }: ShownRequest): string {
  const isLong = whole !== undefined && whole.length > longestBody;
  const body = isLong ? `${whole.slice(0, 200)}... (${whole.length} characters)` : whole;
  const parts = ['curl', '-sS', '-i', '-g'];
  if (method === 'HEAD') parts.push('--head');
  else if (method !== 'GET' || body !== undefined) parts.push('-X', shell(method));
  if (/\/\.{1,2}(\/|\?|$)/.test(url)) parts.push('--path-as-is');
  const named = new Set(headers.map(([name]) => name.toLowerCase()));
  const accepts = headers.filter(([name]) => name.toLowerCase() === 'accept').length;
  for (const [name, value] of headers) {
    if (/^(host|content-length|connection|user-agent)$/i.test(name)) continue;
    if (accepts === 1 && /^accept$/i.test(name) && value === 'application/json') continue;
    parts.push('-H', shell(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (body !== undefined) {
    // Without one, curl sends the type of a form.
    if (!named.has('content-type')) parts.push('-H', shell('Content-Type:'));
    parts.push('--data-raw', shell(body));
  }
  parts.push(shell(url));
  return parts.join(' ');
}

/** A credential, or another variable of a script. */
const variable = /\$(?:[A-Z][A-Z0-9_]*|\{[A-Z][A-Z0-9_]*\})/;

/** Quotes one word for a POSIX shell; a redacted credential stays a variable that the shell fills in. */
function shell(word: string): string {
  if (/^[A-Za-z0-9_./:=@%+-]+$/.test(word)) return word;
  if (!variable.test(word)) return `'${word.replaceAll("'", `'\\''`)}'`;
  const escaped = word.replace(/[\\"`]/g, '\\$&').replace(/\$(?![A-Z{])|\$(?=\{(?![A-Z][A-Z0-9_]*\}))/g, '\\$');
  return `"${escaped}"`;
}
