import type { Schema } from '../api.ts';

/** Headers that curl writes by itself, or that belong to the browser. */
const own = /^(host|connection|content-length|transfer-encoding|accept-encoding|keep-alive|sec-.*)$/;

/** A request as a curl command for a POSIX shell. */
export function curlOf({ method, url, headers, body }: Schema<'Exchange'>['request'], origin: string): string {
  // Without -g, curl takes the brackets of page[size] for a range; and it waits for a body that HEAD never has.
  const lines = [
    `curl -g ${method === 'HEAD' ? '--head' : `-X ${quoted(method)}`} ${quoted(origin + url)}`,
    ...Object.entries(headers)
      .filter(([name]) => !own.test(name))
      .map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(body === '' ? [] : [...untyped(headers), `--data-raw ${quoted(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** Keeps curl from naming a type for a body that came without one. */
function untyped(headers: Record<string, string>): string[] {
  return 'content-type' in headers ? [] : ["-H 'content-type:'"];
}

function quoted(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
