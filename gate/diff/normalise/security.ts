import { child, entries, isObject, items, type Json, type Located, listOf, objectOf, type Source } from '../source.ts';

/** One way to be let in: schemes that all have to be used, by their name, each with the scopes that it needs. */
export interface Requirement {
  schemes: ReadonlyMap<string, readonly string[]>;
  words: string;
  at: string;
}

/** The ways to be let in, and where they are said; a way without schemes lets everybody in. */
export interface Security {
  requirements: readonly Requirement[];
  at: string;
}

/** A scheme. */
export interface Scheme {
  /** What it asks of a request: schemes that ask the same have the same. */
  key: string;
  name: string;
  words: string;
  node: Json;
  at: string;
}

/** The schemes of a document by their name. */
export function schemesOf(source: Source): Map<string, Scheme> {
  const found = entries(child(source.root, 'components', 'securitySchemes')).map(([name, place]) => {
    const { node, at } = source.follow(place);
    const scheme = objectOf(node);
    return { name, node: scheme, at, ...identify(scheme) };
  });
  return new Map(
    found.map((scheme) => {
      const isOnly = found.filter(({ key }) => key === scheme.key).length === 1;
      return [scheme.name, isOnly ? scheme : { ...scheme, words: `${scheme.words} (${scheme.name})` }];
    }),
  );
}

/** The schemes of the base, by their name, each with the one of the revision that it became. */
export type Successors = ReadonlyMap<string, Scheme | undefined>;

/**
 * Finds what each scheme became: the one that asks the same by the same name, for credentials of two such schemes are not the same; else
 * the only one that asks the same by a new name.
 */
export function successorsOf(base: Source, revision: Source): Successors {
  const [before, now] = [schemesOf(base), schemesOf(revision)];
  const isKept = ({ name, key }: Scheme) => before.get(name)?.key === key && now.get(name)?.key === key;
  const othersLike = ({ key }: Scheme, schemes: ReadonlyMap<string, Scheme>) =>
    [...schemes.values()].filter((other) => other.key === key && !isKept(other));
  return new Map(
    [...before.values()].map((scheme) => {
      if (isKept(scheme)) return [scheme.name, now.get(scheme.name)];
      const [heir, ...rivals] = othersLike(scheme, now);
      const isSure = rivals.length === 0 && othersLike(scheme, before).length === 1;
      return [scheme.name, isSure ? heir : undefined];
    }),
  );
}

function identify(scheme: Json): { key: string; words: string } {
  const text = (key: string) => String(scheme[key] ?? '');
  switch (scheme.type) {
    case 'http':
      return { key: `http ${text('scheme').toLowerCase()}`, words: `HTTP ${text('scheme')} credentials` };
    case 'apiKey': {
      const name = scheme.in === 'header' ? text('name').toLowerCase() : text('name');
      return { key: `apiKey ${text('in')} ${name}`, words: `an API key in the ${text('in')} ${text('name')}` };
    }
    case 'openIdConnect':
      return {
        key: `openIdConnect ${text('openIdConnectUrl')}`,
        words: `an OpenID Connect token of ${text('openIdConnectUrl')}`,
      };
    case 'oauth2':
      return { key: 'oauth2', words: 'an OAuth 2 token' };
    default:
      return { key: text('type'), words: `${text('type')} credentials` };
  }
}

/** What an operation asks for: its own security, else that of the whole document. */
export function securityOf(source: Source, operation: Located, schemes: ReadonlyMap<string, Scheme>): Security {
  const own = isObject(operation.node) && Array.isArray(operation.node.security);
  const place = child(own ? operation : source.root, 'security');
  const requirements = items(place).map(({ node, at }) => {
    const asked = Object.entries(objectOf(node)).map(([name, scopes]) => {
      return { name, words: schemes.get(name)?.words ?? name, scopes: listOf(scopes).map(String).sort() };
    });
    return {
      schemes: new Map(asked.map(({ name, scopes }) => [name, scopes])),
      words: asked.map(wordsOf).join(' and ') || 'nothing',
      at,
    };
  });
  const nothing = { schemes: new Map<string, string[]>(), words: 'nothing', at: place.at };
  return { requirements: requirements.length > 0 ? requirements : [nothing], at: place.at };
}

function wordsOf({ words, scopes }: { words: string; scopes: readonly string[] }): string {
  if (scopes.length === 0) return words;
  return `${words} with the ${scopes.length > 1 ? 'scopes' : 'scope'} ${scopes.join(', ')}`;
}
