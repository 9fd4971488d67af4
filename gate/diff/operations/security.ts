import type { Diff, Pair, Scheme } from '../diff.ts';
import { canonical, child, entries, items, type Located, listOf, objectOf, type Source } from '../source.ts';
import { unjudgedIn } from '../vocabulary.ts';

/** One way to be admitted: schemes by their name, each with the scopes that it needs. Without schemes everybody is admitted. */
interface Requirement {
  schemes: ReadonlyMap<string, readonly string[]>;
  words: string;
}

/**
 * Finds the successor of each scheme: one with the same name and demands, else the only one with the same demands. Credentials of two
 * schemes with equal demands are not the same.
 */
export function successorsOf(base: Source, revision: Source): Map<string, Scheme | undefined> {
  const [before, now] = [schemesOf(base), schemesOf(revision)];
  const stays = ({ name, key }: Scheme) => before.get(name)?.key === key && now.get(name)?.key === key;
  const rivals = ({ key }: Scheme, schemes: ReadonlyMap<string, Scheme>) =>
    [...schemes.values()].filter((other) => other.key === key && !stays(other));
  return new Map(
    [...before.values()].map((scheme) => {
      const [heir, ...others] = rivals(scheme, now);
      const isSure = others.length === 0 && rivals(scheme, before).length === 1;
      return [scheme.name, stays(scheme) ? now.get(scheme.name) : isSure ? heir : undefined];
    }),
  );
}

function schemesOf(source: Source): Map<string, Scheme> {
  return new Map(
    entries(child(source.root, 'components', 'securitySchemes')).map(([name, written]) => {
      const place = source.follow(written);
      return [name, { name, place, ...identify(place) }];
    }),
  );
}

function identify({ node }: Located): Pick<Scheme, 'key' | 'words'> {
  const { type, scheme, in: where, name, openIdConnectUrl } = objectOf(node);
  if (type === 'http') {
    return { key: `http ${String(scheme).toLowerCase()}`, words: `HTTP ${scheme} credentials` };
  }
  if (type === 'apiKey') {
    const written = where === 'header' ? String(name).toLowerCase() : String(name);
    return { key: canonical([type, where, written]), words: `an API key in the ${where} \`${name}\`` };
  }
  return { key: canonical([type, openIdConnectUrl]), words: `${type} credentials` };
}

/** Compares the ways to be admitted: each one of the base must still be enough. */
export function compareSecurity(diff: Diff, { base, revision }: Pair): void {
  const before = requirementsOf(diff.base, base.security);
  const now = requirementsOf(diff.revision, revision.security);
  const places = { operation: base.label, pointer: revision.security.at, basePointer: base.security.at };
  const textOf = (requirements: readonly Requirement[]) => requirements.map(({ words }) => words).join(' or ');
  const held = before.map((requirement) => renamed(requirement, diff.schemes));
  const refused = held.filter((one) => !now.some((other) => isEnough(one, other)));
  for (const { schemes, words: from } of refused) {
    const rule = schemes.size === 0 ? 'security-added' : 'security-changed';
    diff.changes.add(rule, { ...places, words: { from, to: textOf(now) } });
  }
  const relaxed = now.filter((one) => !held.some((other) => isEnough(other, one) && isEnough(one, other)));
  if (refused.length > 0 || relaxed.length === 0) return;
  const rule = relaxed.some(({ schemes }) => schemes.size === 0) ? 'security-removed' : 'security-relaxed';
  diff.changes.add(rule, { ...places, words: { to: textOf(relaxed) } });
}

function requirementsOf(source: Source, place: Located): Requirement[] {
  const schemes = schemesOf(source);
  const requirements = items(place).map(({ node }): Requirement => {
    const demands = Object.entries(objectOf(node)).map(([name, scopes]) => {
      const list = listOf(scopes).map(String).sort();
      const suffix = list.length > 0 ? ` with the scope ${list.join(', ')}` : '';
      return { name, list, words: `${schemes.get(name)?.words ?? name}${suffix}` };
    });
    return {
      schemes: new Map(demands.map(({ name, list }) => [name, list])),
      words: demands.map(({ words }) => words).join(' and ') || 'nothing',
    };
  });
  return requirements.length > 0 ? requirements : [{ schemes: new Map(), words: 'nothing' }];
}

/** A requirement of the base with the names that its schemes have in the revision. */
function renamed(requirement: Requirement, successors: Diff['schemes']): Requirement {
  const schemes = [...requirement.schemes].map(([name, scopes]) => {
    const successor = successors.has(name) ? (successors.get(name)?.name ?? `${name} of the base`) : name;
    return [successor, scopes] as const;
  });
  return { ...requirement, schemes: new Map(schemes) };
}

/** Whether credentials for one requirement are enough for another. */
function isEnough(held: Requirement, wanted: Requirement): boolean {
  return [...wanted.schemes].every(([scheme, scopes]) => {
    const owned = held.schemes.get(scheme);
    return owned !== undefined && scopes.every((scope) => owned.includes(scope));
  });
}

/** Compares the schemes themselves: the format of tokens, and the keywords outside the vocabulary. */
export function compareSchemes({ base, revision, changes, schemes }: Diff): void {
  for (const [name, before] of schemesOf(base)) {
    const now = schemes.get(name);
    if (!now) continue;
    const [from, to] = [before, now].map(({ place }) => String(objectOf(place.node).bearerFormat ?? 'none'));
    const [basePointer, pointer] = [`${before.place.at}/bearerFormat`, `${now.place.at}/bearerFormat`];
    if (from !== to) {
      const words = { from: `${from}`, to: `${to}` };
      changes.add('security-token-format-changed', { operation: '', pointer, basePointer, words });
    }
    const unjudged = [
      unjudgedIn(base, 'securityScheme', before.place),
      unjudgedIn(revision, 'securityScheme', now.place),
    ] as const;
    const subject = `the security scheme \`${name}\``;
    changes.addUnjudged(...unjudged, { at: now.place.at, subject, operation: '' });
  }
}
