import { compareUnjudged, type Diff, type Pair } from '../diff.ts';
import { canonical, child, entries, items, type Json, type Located, listOf, objectOf, type Source } from '../source.ts';

/** A security scheme by what it requires of a request, whatever its name. */
interface Scheme {
  key: string;
  words: string;
  place: Located;
}

/** Schemes and scopes that a request needs at once, by their keys; anonymous clients need none. */
interface Requirement {
  needs: readonly string[];
  words: string;
}

/** The schemes of a document by their name. Schemes with equal demands are different when the document has several of them. */
function schemesOf(source: Source, others: Source): Map<string, Scheme> {
  const read = (from: Source) =>
    entries(child(from.root, 'components', 'securitySchemes')).map(([name, written]) => {
      const place = from.follow(written);
      return { name, place, ...identify(objectOf(place.node)) };
    });
  const [own, known] = [read(source), [read(source), read(others)]];
  const isShared = (key: string) => known.some((list) => list.filter((scheme) => scheme.key === key).length > 1);
  return new Map(
    own.map(({ name, key, ...rest }) => [name, { ...rest, key: isShared(key) ? `${key} (${name})` : key }]),
  );
}

function identify({ type, scheme, in: where, name, openIdConnectUrl }: Json): Pick<Scheme, 'key' | 'words'> {
  if (type === 'http') {
    return { key: `http ${String(scheme).toLowerCase()}`, words: `HTTP ${scheme} credentials` };
  }
  if (type === 'apiKey') {
    const written = where === 'header' ? String(name).toLowerCase() : String(name);
    return { key: canonical([type, where, written]), words: `an API key in the ${where} \`${name}\`` };
  }
  return { key: canonical([type, openIdConnectUrl]), words: `${type} credentials` };
}

/** Compares the ways to be admitted: each way of the base must still be enough. */
export function compareSecurity(diff: Diff, { base, revision }: Pair): void {
  const before = requirementsOf(base.security, schemesOf(diff.base, diff.revision));
  const now = requirementsOf(revision.security, schemesOf(diff.revision, diff.base));
  const places = { operation: base.label, pointer: revision.security.at, basePointer: base.security.at };
  const textOf = (requirements: readonly Requirement[]) => requirements.map(({ words }) => words).join(' or ');
  const refused = before.filter((held) => !now.some((wanted) => isEnough(held, wanted)));
  for (const { needs, words: from } of refused) {
    const rule = needs.length === 0 ? 'security-added' : 'security-changed';
    diff.changes.add(rule, { ...places, words: { from, to: textOf(now) } });
  }
  const relaxed = now.filter((wanted) => !before.some((held) => isEnough(held, wanted) && isEnough(wanted, held)));
  if (refused.length > 0 || relaxed.length === 0) return;
  const rule = relaxed.some(({ needs }) => needs.length === 0) ? 'security-removed' : 'security-relaxed';
  diff.changes.add(rule, { ...places, words: { to: textOf(relaxed) } });
}

function requirementsOf(place: Located, schemes: ReadonlyMap<string, Scheme>): Requirement[] {
  const requirements = items(place).map(({ node }): Requirement => {
    const demands = Object.entries(objectOf(node)).map(([name, scopes]) => {
      const list = listOf(scopes).map(String).sort();
      const { key = name, words = name } = schemes.get(name) ?? {};
      const suffix = list.length > 0 ? ` with the scope ${list.join(', ')}` : '';
      return { needs: [key, ...list.map((scope) => `${key} ${scope}`)], words: words + suffix };
    });
    const words = demands.map((demand) => demand.words).join(' and ') || 'nothing';
    return { needs: demands.flatMap(({ needs }) => needs), words };
  });
  return requirements.length > 0 ? requirements : [{ needs: [], words: 'nothing' }];
}

function isEnough(held: Requirement, wanted: Requirement): boolean {
  return wanted.needs.every((need) => held.needs.includes(need));
}

/** Compares the schemes themselves: the format of tokens, and the keywords outside the vocabulary. */
export function compareSchemes(diff: Diff): void {
  const found = [...schemesOf(diff.revision, diff.base).values()];
  for (const [name, before] of schemesOf(diff.base, diff.revision)) {
    const now = found.find(({ key }) => key === before.key);
    if (!now) continue;
    const [from, to] = [before, now].map(({ place }) => String(objectOf(place.node).bearerFormat ?? 'none'));
    const [basePointer, pointer] = [`${before.place.at}/bearerFormat`, `${now.place.at}/bearerFormat`];
    if (from !== to) {
      const words = { from: `${from}`, to: `${to}` };
      diff.changes.add('security-token-format-changed', { operation: '', pointer, basePointer, words });
    }
    compareUnjudged(diff, 'securityScheme', before.place, now.place, { subject: `the security scheme \`${name}\`` });
  }
}
