import type { Schema } from './connection.ts';

export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

export function formatTime(iso: string): string {
  return iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}

/** A duration in its two largest units, such as `1 h 5 min`. */
export function formatSpan(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const counts = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  const parts = [...counts, seconds % 60].map((count, unit) => `${count} ${['d', 'h', 'min', 's'][unit]}`);
  const first = counts.findIndex((count) => count > 0);
  return parts.slice(first < 0 ? 3 : first, first < 0 ? 4 : first + 2).join(' ');
}

/** Headers that curl writes by itself, or that belong to the browser. */
const omittedHeaders = /^(host|connection|content-length|transfer-encoding|accept-encoding|keep-alive|sec-.*)$/;

export function formatCurl({ method, url, headers, body }: Schema<'Exchange'>['request'], origin: string): string {
  // Without -g, curl reads page[size] as a range. With -X HEAD it waits for a body. It adds a content type to every body.
  const type = 'content-type' in headers ? [] : ["-H 'content-type:'"];
  const lines = [
    `curl -g ${method === 'HEAD' ? '--head' : `-X ${quote(method)}`} ${quote(origin + url)}`,
    ...Object.entries(headers)
      .filter(([name]) => !omittedHeaders.test(name))
      .map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(body === '' ? [] : [...type, `--data-raw ${quote(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

function quote(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
