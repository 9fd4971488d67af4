import type { Schema } from '../api.ts';

/** Headers that curl writes by itself, or that belong to the browser. */
const own = /^(host|connection|content-length|transfer-encoding|accept-encoding|keep-alive|sec-.*)$/;

/** A request as a curl command for a POSIX shell. */
export function curlOf({ method, url, headers, body }: Schema<'Exchange'>['request'], origin: string): string {
  const lines = [
    `curl -X ${quoted(method)} ${quoted(origin + url)}`,
    ...Object.entries(headers)
      .filter(([name]) => !own.test(name))
      .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === '' ? [] : [`--data-raw ${quoted(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

function quoted(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
