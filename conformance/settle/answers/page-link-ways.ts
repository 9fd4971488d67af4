import { filledQuery, parameterName } from '../../../spec/deployment/link-query.ts';
import { type Parameter, pageWords, type ShownPage } from '../../../spec/deployment/shown-page.ts';

/** The query of a link of a page, where it stands and to what it was told. */
export interface PageLink {
  query: string;
  /** Of which list, and what it is called. */
  place: string;
  /** The place, and in which situation the page is. */
  situation: string;
  asked: readonly Parameter[];
  /** The query of the request as it was sent. */
  sent: string;
  page: ShownPage;
}

/** Whether a link is made in a way. */
export const isMadeSo = ({ query, asked, page }: PageLink, way: string) => filledQuery(way, asked, page) === query;

/** Links of a place that are looked at (some of all, evenly), ways that are guessed of each and of all, and parameters that a link has. */
const MOST_LINKS = 100;
const MOST_OF_LINK = 200;
const MOST_WAYS = 2_000;
const MOST_PARAMETERS = 8;

/** The ways in which links of a place may be made, those first that one would guess, with the links that are made so. */
export function waysOf(links: readonly PageLink[]): Map<string, PageLink[]> {
  const step = Math.ceil(links.length / MOST_LINKS);
  const known = links.filter((_, index) => index % step === 0);
  const ways = [...new Set(known.flatMap(guessedWays))].slice(0, MOST_WAYS);
  return new Map(ways.map((way) => [way, known.filter((link) => isMadeSo(link, way))]));
}

/** The ways in which a link may be made as far as it shows: each of its parameters says one thing of those that it may, or is the request's. */
function guessedWays(link: PageLink): string[] {
  const parts = link.query === '' ? [] : link.query.split('&');
  if (parts.length > MOST_PARAMETERS) return [];
  const named = parts.reduce<string[][]>(
    (ways, part) => {
      const further = waysOfPart(part, link).flatMap((own) => ways.map((before) => [...before, ...own]));
      return further.slice(0, MOST_OF_LINK);
    },
    [[]],
  );
  const ways = named.flatMap((way) => [
    way,
    ...['{query}', '{sorted}'].map((whole) => [whole, ...way]),
    ...[...way, ''].map((_, index) => way.toSpliced(index, 0, '{others}')),
  ]);
  return ways.map((way) => way.join('&')).filter((way) => isMadeSo(link, way));
}

/** What a parameter of a link may be, what its name or the link's says first: the number of a page, the size, the request's, or always the same. */
function waysOfPart(part: string, { place, asked, page }: PageLink): string[][] {
  const [name = ''] = part.split('=', 1);
  const value = new URLSearchParams(part).get(parameterName(part));
  const isAsked = asked.some(([one, own]) => one === parameterName(part) && own === value);
  const wanted = /size|limit|per/i.test(name) ? 'size' : pages.find(([names]) => names.test(place))?.[1];
  const words = Object.entries(pageWords(page)).flatMap(([word, own]) => (own === value ? [word] : []));
  const told = [
    ...words.toSorted((one, other) => Number(other === wanted) - Number(one === wanted)),
    ...(isAsked ? ['asked'] : []),
  ];
  const always = value === '1' || told.length === 0 ? [[part]] : [];
  const ways = [...told.map((word) => [`${name}={${word}}`]), ...(isAsked ? [[]] : [])];
  return wanted === 'first' ? [...always, ...ways] : [...ways, ...always];
}

/** The pages that a link may lead to, by what links to them are called; of others the first word that fits is it (`pageWords`). */
const pages = [
  [/first\S*$/i, 'first'],
  [/prev\S*$/i, 'prev'],
  [/last\S*$/i, 'last'],
] as const;
