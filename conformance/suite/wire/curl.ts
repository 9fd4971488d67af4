/** A request as it can be shown: its credentials redacted, its headers in order. */
export interface ShownRequest {
  method: string;
  url: string;
  headers: readonly (readonly [string, string])[];
  body?: string;
}

const longestBody = 2000;

/** One curl line that repeats the request. Credentials stand in it as shell variables such as `$API_KEY`; a long body is cut. */
export function curlLine(request: ShownRequest): string {
  const { body } = request;
  if (body === undefined || body.length <= longestBody) return curlCommand(request);
  return curlCommand({ ...request, body: `${body.slice(0, 200)}... (${body.length} characters)` });
}

/** The same with the whole body. */
export function curlCommand({ method, url, headers, body }: ShownRequest): string {
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
    // Otherwise curl says that it is a form.
    if (!named.has('content-type')) parts.push('-H', shell('Content-Type:'));
    parts.push('--data-raw', shell(body));
  }
  parts.push(shell(url));
  return parts.join(' ');
}

/** A credential, or something else that a script puts in. */
const variable = /\$(?:[A-Z][A-Z0-9_]*|\{[A-Z][A-Z0-9_]*\})/;

/** Quotes one word for a POSIX shell; a redacted credential stays a variable that the shell fills in. */
function shell(word: string): string {
  if (/^[A-Za-z0-9_./:=@%+-]+$/.test(word)) return word;
  if (!variable.test(word)) return `'${word.replaceAll("'", `'\\''`)}'`;
  const escaped = word.replace(/[\\"`]/g, '\\$&').replace(/\$(?![A-Z{])|\$(?=\{(?![A-Z][A-Z0-9_]*\}))/g, '\\$');
  return `"${escaped}"`;
}
