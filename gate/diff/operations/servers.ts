import type { Diff, Pair } from '../diff.ts';
import { placeBelow } from '../schema/delta.ts';
import { canonical, child, entries, items, type Located, objectOf } from '../source.ts';
import { unjudgedIn } from '../vocabulary.ts';
import { namesIn } from './parameter.ts';

/** Compares the addresses of an operation. Variables are known by their position in the address. */
export function compareServers(diff: Diff, { base, revision }: Pair): void {
  const [before, now] = [serversOf(base.servers), serversOf(revision.servers)];
  const add = (rule: 'server-removed' | 'server-added', subject: string, pointer: string, basePointer?: string) => {
    const operation = pointer.startsWith('/servers') ? '' : base.label;
    diff.changes.add(rule, { operation, pointer, basePointer, words: { subject } });
  };
  for (const [key, server] of before) {
    const successor = now.get(key);
    if (successor) compareServer(diff, server, successor);
    else add('server-removed', urlOf(server), placeBelow(revision.servers.at, urlOf(server)), server.at);
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

function compareServer({ base, revision, changes }: Diff, before: Located, now: Located): void {
  const [known, found] = [namesIn(urlOf(before)), namesIn(urlOf(now))];
  for (const [index, name] of known.entries()) {
    const [from, to] = [child(before, 'variables', name), child(now, 'variables', found[index] ?? name)];
    const subject = `the server variable \`${name}\``;
    const unjudged = [unjudgedIn(base, 'serverVariable', from), unjudgedIn(revision, 'serverVariable', to)] as const;
    changes.addUnjudged(...unjudged, { at: to.at, subject, operation: '' });
    const [was, is] = [from, to].map(({ node }) => canonical(objectOf(node).default ?? '')) as [string, string];
    if (was === is) continue;
    const places = { operation: '', pointer: `${to.at}/default`, basePointer: `${from.at}/default` };
    changes.add('server-variable-default-changed', { ...places, words: { subject, from: was, to: is } });
  }
}

/** Compares webhooks, callbacks or links by name: new ones are additions, and the others are not judged when they differ. */
export function compareNamed(diff: Diff, before: Located, now: Located, words: string, operation: string): void {
  const [known, found] = [new Map(entries(before)), new Map(entries(now))];
  for (const name of new Set([...known.keys(), ...found.keys()])) {
    const [from, to] = [known.get(name), found.get(name)];
    if (from && to && diff.base.textOf(from.node) === diff.revision.textOf(to.node)) continue;
    const places = { operation, pointer: placeBelow(now.at, name), basePointer: from?.at };
    const subject = words.replace('{}', `\`${name}\``);
    diff.changes.add(from ? 'not-judged' : 'part-added', { ...places, words: { subject } });
  }
}
