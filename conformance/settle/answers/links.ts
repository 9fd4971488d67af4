import { isObject, type Json } from '../../../spec/json.ts';
import { mapTexts } from '../../../spec/texts.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';

/**
 * The body of a success with its links told by what they lead to, as the mock fills them in (`filledLink`), those of a list's pages,
 * from the path on, as all of them were seen to be made, and with `{id}` in other texts that have the id of what is shown within them. The target's own addresses
 * and ids are no use to anybody else.
 */
export function withPlaceholders(
  body: Json | undefined,
  { request }: Pick<NotedExchange, 'request'>,
  pageLink: (query: string, name: string) => string,
): Json | undefined {
  if (!body) return undefined;
  const asked = new URL(request.url, 'http://target').pathname;
  const { id } = isObject(body.data) ? body.data : body;
  const isList = Array.isArray(body.data);
  const told = (text: string, name: string): string => {
    const link = linkIn(text);
    if (!link) return withId(text, id);
    const { origin, path, query } = link;
    if (isList && path === asked) return origin + pageLink(query, name);
    const isBelow = path === asked || path.startsWith(`${asked}/`);
    if (!isBelow && !(typeof id === 'string' && path.includes(id))) return text;
    const below = isBelow ? `{path}${path.slice(asked.length)}` : path;
    return origin + (typeof id === 'string' ? below.replace(id, '{id}') : below) + asQuery(query);
  };
  const { data, ...others } = body;
  return isList ? { ...(mapTexts(others, told) as Json), data } : (mapTexts(body, told) as Json);
}

/** An id of so many characters is in a text by no accident. */
const LONG = 8;

/** A text that has an id within it, such as a Message-ID; one that is the id alone stays. */
const withId = (text: string, id: unknown) =>
  typeof id === 'string' && id.length >= LONG && text !== id ? text.replaceAll(id, '{id}') : text;

/** A query behind a path; nothing where it is empty. */
export const asQuery = (query: string) => (query === '' ? '' : `?${query}`);

/** The parts of a text that is a link; undefined where it is none. */
function linkIn(text: string): { origin: string; path: string; query: string } | undefined {
  if (!/^(https?:\/)?\/\S*$/i.test(text) || !URL.canParse(text, 'http://target')) return undefined;
  const { pathname: path, search } = new URL(text, 'http://target');
  return { origin: text.startsWith('/') ? '' : '{origin}', path, query: search.slice(1) };
}
