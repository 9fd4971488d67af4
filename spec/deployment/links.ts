import { filledIn } from '../texts.ts';
import { filledQuery } from './link-query.ts';
import type { Parameter, ShownPage } from './shown-page.ts';

/** What a link of an answer may repeat: of the request, of the page of a list, of what is shown. */
interface Linked {
  origin: string;
  /** Of the request, without its query. */
  path: string;
  /** The same with the query, as it was sent. */
  url: string;
  /** The parameters of the request, as they were asked for. */
  query: readonly Parameter[];
  page: ShownPage;
  id: string;
}

/** Whether a text, or what is written as one, has places that are filled in. */
export function hasPlaceholder(text: string): boolean {
  return /\{(origin|path|url|id)\}/.test(text);
}

/**
 * A text with its places filled in: `{origin}`, `{path}` and `{url}` are those of the request, `{id}` is that of what is shown, and of its query see
 * `filledQuery`.
 */
export function filledLink(text: string, linked: Linked): string {
  const { origin, path, url, id, query: asked, page } = linked;
  if (text.includes('{url}')) return filledIn(text, { origin, url, id });
  return filledIn(text, { origin, path, id }).replace(/\?(.*)/s, (_, query: string) => {
    const told = filledQuery(query, asked, page);
    return told === '' ? '' : `?${told}`;
  });
}
