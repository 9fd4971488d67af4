import { child, items, type Located, objectOf, type Source } from '../source.ts';
import { namesIn } from './parameter.ts';

/** An address at which an operation is served. */
export interface Server {
  /** The same for both editions: the address, with variables by their position. */
  key: string;
  url: string;
  variables: ReadonlyMap<string, Variable>;
  at: string;
}

/** A variable of a server's address. */
export interface Variable {
  name: string;
  default: string;
  values: readonly string[] | undefined;
  at: string;
}

/** The servers of an operation: its own, else those of its path, else those of the document, else the root of the host. */
export function serversOf(source: Source, path: Located, operation: Located): Server[] {
  for (const level of [operation, path, source.root]) {
    const servers = items(child(level, 'servers'));
    if (servers.length > 0) return servers.map(serverOf);
  }
  return [serverOf({ node: { url: '/' }, at: '/servers' })];
}

function serverOf(place: Located): Server {
  const { node, at } = place;
  const { url: written, variables } = objectOf(node);
  const url = String(written ?? '/');
  const found = namesIn(url).map((name): [string, Variable] => {
    const variable = objectOf(objectOf(variables)[name]);
    const values = Array.isArray(variable.enum) ? variable.enum.map(String).sort() : undefined;
    return [name, { name, default: String(variable.default ?? ''), values, at: child(place, 'variables', name).at }];
  });
  return { key: keyOf(url), url, variables: new Map(found), at };
}

function keyOf(url: string): string {
  const bare = url.replaceAll(/\{[^}]+\}/g, '{}').replace(/(.)\/+$/, '$1');
  const [, origin, path] = bare.match(/^([a-z][a-z0-9+.-]*:\/\/[^/]*)(.*)$/i) ?? [];
  return origin === undefined ? bare : `${origin.toLowerCase()}${path}`;
}
