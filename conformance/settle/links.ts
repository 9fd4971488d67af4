import { isObject, type Json } from '../../spec/json.ts';
import type { NotedExchange } from '../suite/run/noted-exchanges.ts';

/** The pages that a link may lead to, by what links to them are called. */
const pages = [
  [/^(self|current)$/i, 'self'],
  [/first/i, 'first'],
  [/prev/i, 'prev'],
  [/next/i, 'next'],
  [/last/i, 'last'],
] as const;

/** Whether a link of a page to itself names the page though the request did not. */
export function namesItself({ request, text }: NotedExchange): boolean {
  const asked = new URL(request.url, 'http://target').searchParams;
  const links = [...text.matchAll(/"(?:self|current)": *(?:\{"href": *)?"([^"]+)"/gi)].map(([, link = '']) => link);
  return links.some((link) => {
    const named = URL.canParse(link, 'http://target') ? [...new URL(link, 'http://target').searchParams.keys()] : [];
    return named.some((name) => !asked.has(name));
  });
}

/**
 * The body of a success with its links told by what they lead to, as the mock fills them in: `{origin}`, `{path}` of the request, `{id}` of
 * what is shown, `{page:next}` of a list; of a list that `isNumbered`, a page's link to itself names it. The target's own addresses and ids
 * are no use to anybody else.
 */
export function withPlaceholders(
  body: Json | undefined,
  { request }: NotedExchange,
  isNumbered = false,
): Json | undefined {
  if (!body) return undefined;
  const asked = new URL(request.url, 'http://target').pathname;
  const { id } = isObject(body.data) ? body.data : body;
  const isList = Array.isArray(body.data);
  const placeholderOf = (page: string | undefined) =>
    page === undefined ? '{path}' : `{page:${page === 'self' && isNumbered ? 'this' : page}}`;
  const linkIn = (name: string, text: string): string => {
    if (!/^(https?:\/)?\/\S*$/i.test(text) || !URL.canParse(text, 'http://target')) return text;
    const { pathname, search } = new URL(text, 'http://target');
    const origin = text.startsWith('/') ? '' : '{origin}';
    const page = pages.find(([names]) => names.test(name))?.[1];
    if (isList && pathname === asked) return origin + placeholderOf(page);
    const isBelow = pathname === asked || pathname.startsWith(`${asked}/`);
    if (!isBelow && !(typeof id === 'string' && pathname.includes(id))) return text;
    const path = isBelow ? `{path}${pathname.slice(asked.length)}` : pathname;
    return origin + (typeof id === 'string' ? path.replace(id, '{id}') : path) + search;
  };
  const told = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return linkIn(name, value);
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, told(one, key === 'href' ? name : key)]))
      : value;
  };
  return told(body, '') as Json;
}
