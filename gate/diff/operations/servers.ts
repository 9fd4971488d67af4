import { compareUnjudged, type Diff, type Pair } from '../diff.ts';
import { append, canonical, child, entries, items, type Located, objectOf } from '../source.ts';
import { namesIn } from './operation.ts';

/** Compares the addresses of an operation. The position of a variable in the address identifies it. */
export function compareServers(diff: Diff, { base, revision }: Pair): void {
  const [before, now] = [serversOf(base.servers), serversOf(revision.servers)];
  const add = (rule: 'server-removed' | 'server-added', subject: string, pointer: string, basePointer?: string) => {
    const operation = pointer.startsWith('/servers') ? '' : base.label;
    diff.changes.add(rule, { operation, pointer, basePointer, words: { subject } });
  };
  for (const [key, server] of before) {
    const successor = now.get(key);
    if (successor) compareServer(diff, server, successor);
    else add('server-removed', urlOf(server), append(revision.servers.at, urlOf(server)), server.at);
  }
  for (const [key, server] of now) if (!before.has(key)) add('server-added', urlOf(server), server.at);
}

function serversOf(place: Located): Map<string, Located> {
  const servers = items(place);
  const written = servers.length > 0 ? servers : [{ node: { url: '/' }, at: place.at }];
  const keyOf = (url: string) => url.replaceAll(/\{[^}]+\}/g, '{}').replace(/(.)\/+$/, '$1');
  return new Map(written.map((server) => [keyOf(urlOf(server)), server]));
}

function urlOf({ node }: Located): string {
  return String(objectOf(node).url ?? '/');
}

function compareServer(diff: Diff, before: Located, now: Located): void {
  compareUnjudged(diff, 'server', before, now, { subject: `the server ${urlOf(before)}` });
  const names = namesIn(urlOf(now));
  for (const [index, name] of namesIn(urlOf(before)).entries()) {
    const [from, to] = [child(before, 'variables', name), child(now, 'variables', names[index] ?? name)];
    const subject = `the server variable \`${name}\``;
    compareUnjudged(diff, 'serverVariable', from, to, { subject });
    const [was, is] = [from, to].map(({ node }) => canonical(objectOf(node).default ?? '')) as [string, string];
    if (was === is) continue;
    const places = { operation: '', pointer: `${to.at}/default`, basePointer: `${from.at}/default` };
    diff.changes.add('server-variable-default-changed', { ...places, words: { subject, from: was, to: is } });
  }
}

/** Compares webhooks, callbacks or links by name: a new entry is an addition, any other difference is not judged. */
export function compareNamed(diff: Diff, before: Located, now: Located, words: string, operation: string): void {
  const [known, found] = [new Map(entries(before)), new Map(entries(now))];
  for (const name of new Set([...known.keys(), ...found.keys()])) {
    const [from, to] = [known.get(name), found.get(name)];
    if (from && to && diff.base.textOf(from.node) === diff.revision.textOf(to.node)) continue;
    const places = { operation, pointer: append(now.at, name), basePointer: from?.at };
    const subject = words.replace('{}', `\`${name}\``);
    diff.changes.add(from ? 'not-judged' : 'part-added', { ...places, words: { subject } });
  }
}
