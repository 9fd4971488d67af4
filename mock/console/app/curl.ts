import type { Schema } from './api.ts';

/** Headers that curl writes by itself, or that belong to the browser. */
const own = /^(host|connection|content-length|transfer-encoding|accept-encoding|keep-alive|sec-.*)$/;

/** A request as a curl command for a POSIX shell. */
export function curlOf({ method, url, headers, body }: Schema<'Exchange'>['request'], origin: string): string {
  // Without -g, curl reads page[size] as a range. With -X HEAD it waits for a body. It adds a content type to every body.
  const type = 'content-type' in headers ? [] : ["-H 'content-type:'"];
  const lines = [
    `curl -g ${method === 'HEAD' ? '--head' : `-X ${quoted(method)}`} ${quoted(origin + url)}`,
    ...Object.entries(headers)
      .filter(([name]) => !own.test(name))
      .map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(body === '' ? [] : [...type, `--data-raw ${quoted(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

function quoted(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
