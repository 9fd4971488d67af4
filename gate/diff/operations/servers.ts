import type { Diff, Pair } from '../diff.ts';
import { documentRules } from '../rules.ts';
import { placeBelow } from '../schema/delta.ts';
import { canonical, child, entries, items, type Located, objectOf } from '../source.ts';
import { unjudgedChanges, unjudgedIn } from '../vocabulary.ts';
import { namesIn } from './parameter.ts';

/** Compares the addresses of an operation. Variables are known by their position in the address. */
export function compareServers(diff: Diff, { base, revision }: Pair): void {
  const [before, now] = [serversOf(base.servers), serversOf(revision.servers)];
  const add = (rule: 'server-removed' | 'server-added', subject: string, pointer: string, basePointer?: string) => {
    const operation = pointer.startsWith('/servers') ? '' : base.label;
    diff.changes.add({ rule: documentRules[rule], operation, pointer, basePointer, words: { subject } });
  };
  for (const [key, server] of before) {
    const successor = now.get(key);
    if (successor) compareVariables(diff, server, successor);
    else add('server-removed', urlOf(server), placeBelow(revision.servers.at, urlOf(server)), server.at);
  }
  for (const [key, server] of now) if (!before.has(key)) add('server-added', urlOf(server), server.at);
}

function serversOf(place: Located): Map<string, Located> {
  const servers = items(place);
  const written = servers.length > 0 ? servers : [{ node: { url: '/' }, at: place.at }];
  return new Map(
    written.map((server) => [
      urlOf(server)
        .replaceAll(/\{[^}]+\}/g, '{}')
        .replace(/(.)\/+$/, '$1'),
      server,
    ]),
  );
}

function urlOf({ node }: Located): string {
  return String(objectOf(node).url ?? '/');
}

function compareVariables({ base, revision, changes }: Diff, before: Located, now: Located): void {
  const [known, found] = [namesIn(urlOf(before)), namesIn(urlOf(now))];
  for (const [index, name] of known.entries()) {
    const [from, to] = [child(before, 'variables', name), child(now, 'variables', found[index] ?? name)];
    const subject = `the server variable \`${name}\``;
    const unjudged = [unjudgedIn(base, 'serverVariable', from), unjudgedIn(revision, 'serverVariable', to)] as const;
    changes.addUnjudged(unjudgedChanges(...unjudged, to.at), subject, '');
    const [was, is] = [from, to].map(({ node }) => canonical(objectOf(node).default ?? ''));
    if (was === undefined || is === undefined || was === is) continue;
    changes.add({
      rule: documentRules['server-variable-default-changed'],
      operation: '',
      pointer: `${to.at}/default`,
      basePointer: `${from.at}/default`,
      words: { subject, from: was, to: is },
    });
  }
}

/** Names that only the revision has are additions; the others differ or are gone, and are not judged. */
export function compareNamed(
  { base, revision, changes }: Diff,
  [before, now]: readonly [Located, Located],
  rule: Parameters<typeof changes.add>[0]['rule'],
  kind: string,
  operation: string,
): void {
  const known = new Map(entries(before));
  const found = new Map(entries(now));
  for (const [name, place] of found) {
    if (known.has(name)) continue;
    changes.add({ rule, operation, pointer: place.at, words: { subject: `\`${name}\``, to: name } });
  }
  const changed = [...known].filter(([name, place]) => {
    const successor = found.get(name);
    return base.textOf(place.node) !== (successor && revision.textOf(successor.node));
  });
  const places = changed.map(([name, place]) => ({ keyword: name, at: placeBelow(now.at, name), baseAt: place.at }));
  changes.addUnjudged(places, kind, operation);
}
