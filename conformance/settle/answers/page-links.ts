import { pagesOf } from '../../../spec/deployment/list-pages.ts';
import { shownPage } from '../../../spec/deployment/shown-page.ts';
import { situationOf } from '../../../spec/deployment/situation.ts';
import type { Choices } from '../../../spec/generated/choices.ts';
import { grouped } from '../../../spec/grouped.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { bodyOf } from '../asked/pair.ts';
import { asQuery, withPlaceholders } from './links.ts';
import { isMadeSo, type PageLink, waysOf } from './page-link-ways.ts';

/** How the links of lists' pages are made (`filledQuery`), learned from all that were seen. */
export class PageLinks {
  /** Those of each place and situation, the best first: what most links there are made by, then at the place, then like it anywhere. */
  private readonly ways = new Map<string, readonly string[]>();
  /** The places whose links all repeat what was asked for, letter by letter. */
  private readonly repeating = new Set<string>();

  constructor(
    exchanges: readonly NotedExchange[],
    private readonly choices: Choices,
  ) {
    const found = exchanges.flatMap((seen) => this.linksOf(seen));
    const links = [...new Map(found.map((link) => [JSON.stringify(link), link])).values()].slice(0, MOST);
    const byPlace = grouped(links, ({ place }) => place);
    for (const [place, own] of byPlace) if (own.every(({ query, sent }) => query === sent)) this.repeating.add(place);
    const places = [...byPlace.values()].map((own) => ({ own, ways: waysOf(own) }));
    const alike = new Map<string, number>();
    for (const [way, { length }] of places.flatMap(({ ways }) => [...ways]))
      alike.set(structureOf(way), (alike.get(structureOf(way)) ?? 0) + length);
    for (const { own, ways } of places) {
      for (const situation of grouped(own, (link) => link.situation).keys()) {
        const weightsOf = (made: readonly PageLink[], way: string) => [
          made.filter((link) => link.situation === situation).length,
          made.length,
          alike.get(structureOf(way)) ?? 0,
        ];
        const weighed = [...ways].map(([way, made]) => ({ way, weights: weightsOf(made, way) }));
        const ranked = weighed.toSorted((one, other) => compare(other.weights, one.weights));
        this.ways.set(
          situation,
          ranked.map(({ way }) => way),
        );
      }
    }
  }

  /** The body of an answer with its links told by what they lead to. */
  told(seen: NotedExchange): ReturnType<typeof withPlaceholders> {
    return withPlaceholders(bodyOf(seen), seen, (query, name) => {
      const link = this.linkOf(seen, query, name);
      if (this.repeating.has(link.place)) return '{url}';
      return `{path}${asQuery(this.ways.get(link.situation)?.find((way) => isMadeSo(link, way)) ?? query)}`;
    });
  }

  private linksOf(seen: NotedExchange): PageLink[] {
    const links: PageLink[] = [];
    withPlaceholders(bodyOf(seen), seen, (query, name) => {
      links.push(this.linkOf(seen, query, name));
      return query;
    });
    return links;
  }

  private linkOf(seen: NotedExchange, query: string, name: string): PageLink {
    const { search, searchParams } = new URL(seen.request.url, 'http://target');
    const asked = [...searchParams];
    const body = bodyOf(seen) ?? {};
    const place = `${seen.operation} ${name}`;
    const page = shownPage(body, asked, pagesOf(seen.operation, this.choices));
    return { query, place, situation: `${situationOf(body)} ${place}`, asked, sent: search.slice(1), page };
  }
}

/** Links that are looked at. */
const MOST = 2_000;

const compare = (one: readonly number[], other: readonly number[]) =>
  one.map((weight, index) => weight - (other[index] as number)).find((difference) => difference !== 0) ?? 0;

/** A way to make a link, whichever page that leads to. */
const structureOf = (way: string) => way.replace(/=(\{(this|prev|next|last)\}|1)(?=&|$)/, '={page}');
