import type { MemberForm } from '../../../spec/deployment/deployment.ts';
import { isObject, type Json } from '../../../spec/json.ts';
import type { Members } from './members.ts';

/** Of a request, what its answer may repeat. */
export interface Asked {
  /** Without the query. */
  path: string;
  /** As it came, with the query. */
  url?: string;
  /** The time of its partition, in milliseconds. */
  now?: number | undefined;
  query?: Readonly<Record<string, string | readonly string[]>>;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
}

const PLACEHOLDER = /\{(origin|path|id|page:(?:self|this|first|prev|next|last))\}/g;

const linked = new WeakMap<Members, boolean>();

/** Whether examples of members repeat something of the request or of the answer. */
export function haveLinks(members: Members): boolean {
  const known = linked.get(members);
  if (known !== undefined) return known;
  const found = JSON.stringify(members).search(PLACEHOLDER) >= 0;
  linked.set(members, found);
  return found;
}

/**
 * Members whose examples lead to the mock: `{origin}` and `{path}` are those of the request, `{id}` is that of what is shown, `{page:next}`
 * the request for the page after the one that is shown, `{page:this}` that with its own number. `pageName` is what the page number is called.
 */
export function withLinks(members: Members, asked: Asked, body: object, pageName: string): Members {
  const filled = (form: MemberForm): MemberForm => {
    if (form === 'absent') return form;
    const { missing, where } = form;
    return {
      ...form,
      ...('missing' in form && { missing: fill(missing) }),
      ...(where && { where: fill(where) as Json }),
    };
  };
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(PLACEHOLDER, (_, name: string) => told(name));
    if (Array.isArray(value)) return value.map(fill);
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one)])) : value;
  };
  const told = (name: string): string => {
    if (name === 'origin') return originOf(asked.headers);
    if (name === 'path') return asked.path;
    if (name === 'id') return String((body as { data?: { id?: unknown } }).data?.id ?? '');
    return pageLink(name.replace('page:', ''), asked, body, pageName);
  };
  return Object.fromEntries(Object.entries(members).map(([path, form]) => [path, filled(form)]));
}

/** Where a request came to. */
export function originOf(headers: Asked['headers']): string {
  return `http://${headers?.host ?? 'localhost'}`;
}

function pageLink(which: string, { path, query = {} }: Asked, body: object, pageName: string): string {
  const { meta = {} } = body as { meta?: { page_number?: number; total_pages?: number } };
  const { page_number: page = 1, total_pages: pages = 1 } = meta;
  const wanted = { this: page, first: 1, prev: Math.max(1, page - 1), next: page + 1, last: Math.max(1, pages) }[which];
  const asked = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
  );
  if (wanted !== undefined) asked.set(pageName, String(wanted));
  const text = asked.toString();
  return text === '' ? path : `${path}?${text}`;
}
