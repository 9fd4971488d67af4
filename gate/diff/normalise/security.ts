import { canonical } from '../schema/accepts.ts';
import { child, entries, isObject, items, type Json, type Located, listOf, objectOf, type Source } from '../source.ts';

/** One way to be let in: schemes that all have to be used, each with the scopes that it needs. */
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

/** A scheme by what it asks of a request, so that its name in the document does not count. */
export interface Scheme {
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
      return [scheme.name, isOnly ? scheme : { ...scheme, key: `${scheme.key} ${scheme.name}` }];
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
      return { key: `openIdConnect ${text('openIdConnectUrl')}`, words: 'an OpenID Connect token' };
    case 'oauth2':
      return { key: 'oauth2', words: 'an OAuth 2 token' };
    default:
      return { key: canonical(scheme), words: `${text('type')} credentials` };
  }
}

/** What an operation asks for: its own security, else that of the whole document. */
export function securityOf(source: Source, operation: Located, schemes: ReadonlyMap<string, Scheme>): Security {
  const own = isObject(operation.node) && Array.isArray(operation.node.security);
  const place = child(own ? operation : source.root, 'security');
  const requirements = items(place).map(({ node, at }) => {
    const asked = Object.entries(objectOf(node)).map(([name, scopes]) => {
      const { key = name, words = name } = schemes.get(name) ?? {};
      return { key, words, scopes: listOf(scopes).map(String).sort() };
    });
    return {
      schemes: new Map(asked.map(({ key, scopes }) => [key, scopes])),
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
