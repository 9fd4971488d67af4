import { type Parameter, pageWords, type ShownPage } from './shown-page.ts';

interface Written {
  name: string;
  text: string;
}

/**
 * The query of a link of a page, from one such as `page[number]={next}&page[size]={size}&{others}`. Values are the number of a page
 * (`{this}`, `{prev}`, `{next}`, `{last}`), the `{size}` of pages, or what the request says of the parameter (`{asked}`), which is left out
 * where it says nothing. `{others}` are the parameters of the request that the link does not name; `{query}` are all of them, those that the
 * link names in their places with the link's values, and what else it names behind; `{sorted}` is the same, sorted by name.
 */
export function filledQuery(query: string, asked: readonly Parameter[], page: ShownPage): string {
  const words = pageWords(page);
  const said = new Map(asked.toReversed());
  const parts = query.split('&').map((text) => ({ name: parameterName(text), text }));
  const names = new Set(parts.map(({ name }) => name));
  const areBracketsCoded = !query.includes('[');
  const written = ([name, value]: Parameter) => ({
    name,
    text: `${areBracketsCoded ? encoded(name) : withBrackets(name)}=${encoded(value)}`,
  });
  const told = parts.flatMap(({ name, text }): Written[] => {
    if (text === '{others}') return asked.filter(([one]) => !names.has(one)).map(written);
    const own = said.get(name);
    if (isWhole(text) || (text.endsWith('={asked}') && own === undefined)) return [];
    const fill = (_: string, word: string) => (word === 'asked' ? encoded(own ?? '') : (words[word] as string));
    return [{ name, text: text.replace(/\{(this|prev|next|last|size|asked)\}/g, fill) }];
  });
  const whole = parts.find(({ text }) => isWhole(text));
  const all = whole ? [...inPlace(asked.map(written), told), ...told.filter(({ name }) => !said.has(name))] : told;
  const ordered = whole?.text === '{sorted}' ? all.toSorted(byName) : all;
  return ordered.map(({ text }) => text).join('&');
}

const isWhole = (text: string) => text === '{query}' || text === '{sorted}';

const byName = (one: Written, other: Written) => (one.name < other.name ? -1 : Number(one.name > other.name));

/** The parameters of a request, those that a link tells otherwise once, as that. */
function inPlace(asked: readonly Written[], told: readonly Written[]): Written[] {
  const left = new Map(told.toReversed().map((one) => [one.name, one]));
  const isTold = new Set(left.keys());
  return asked.flatMap((one) => {
    const own = isTold.has(one.name) ? left.get(one.name) : one;
    left.delete(one.name);
    return own ?? [];
  });
}

/** The name of a parameter that is written so. */
export function parameterName(text: string): string {
  const [[name = ''] = []] = [...new URLSearchParams(text)];
  return name;
}

const encoded = (value: string) => new URLSearchParams([['', value]]).toString().slice(1);

/** A name whose brackets stand as they are. */
const withBrackets = (name: string) => encoded(name).replaceAll('%5B', '[').replaceAll('%5D', ']');
