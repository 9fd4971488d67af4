import type { MemberForm } from '../../../spec/deployment/deployment.ts';
import { filledLink, hasPlaceholder } from '../../../spec/deployment/links.ts';
import type { ListPages } from '../../../spec/deployment/list-pages.ts';
import { shownPage } from '../../../spec/deployment/shown-page.ts';
import { mapTexts } from '../../../spec/texts.ts';
import { type Members, situationIn } from './members.ts';

/** Of a request, what its answer may repeat. */
export interface Asked {
  method?: string;
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

const linked = new WeakMap<Members, boolean>();

/** Whether examples of members repeat something of the request or of the answer. */
export function haveLinks(members: Members): boolean {
  const known = linked.get(members);
  if (known !== undefined) return known;
  const found = hasPlaceholder(JSON.stringify(members));
  linked.set(members, found);
  return found;
}

/** Members whose examples lead to the mock, as they say it (`filledLink`), `list` being what was chosen of a list's pages. */
export function withLinks(
  members: Members,
  { path, url = path, query = {}, headers }: Asked,
  body: object,
  list: ListPages,
): Members {
  const asked = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  const about = {
    origin: originOf(headers),
    path,
    url,
    query: asked,
    page: shownPage(body, asked, list),
    id: String((body as { data?: { id?: unknown } }).data?.id ?? ''),
  };
  const fill = (value: unknown) => mapTexts(value, (text) => (hasPlaceholder(text) ? filledLink(text, about) : text));
  const situationFor = situationIn(body);
  const filled = (form: MemberForm): MemberForm => {
    if (form === 'absent') return form;
    const { missing, where } = form;
    const situation = where && situationFor(where);
    if (where && situation !== undefined) return { ...form, where: { ...where, [situation]: fill(where[situation]) } };
    return 'missing' in form ? { ...form, missing: fill(missing) } : form;
  };
  return Object.fromEntries(Object.entries(members).map(([path, form]) => [path, filled(form)]));
}

/** Where a request came to. */
export function originOf(headers: Asked['headers']): string {
  return `http://${headers?.host ?? 'localhost'}`;
}
