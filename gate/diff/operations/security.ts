import type { Diff } from '../change.ts';
import { canonical, child, entries, items, type Located, listOf, objectOf, type Source } from '../source.ts';
import type { Element, Operation } from './element.ts';

/** A security scheme with the text of its demand on a request; its name does not count. */
interface Scheme extends Element {
  name: string;
  demand: string;
}

/** Schemes and scopes that a request needs at once; anonymous clients need none. */
interface Requirement {
  needs: readonly string[];
  words: string;
}

/** The schemes of both editions. Names tell them apart when an edition has several schemes with equal demands. */
export function schemesOf({ base, revision }: Diff): [Scheme[], Scheme[]] {
  const read = (source: Source) => {
    const written = entries(child(source.root, 'components', 'securitySchemes'));
    return written.map(([name, scheme]) => schemeOf(name, source.follow(scheme)));
  };
  const [before, now] = [read(base), read(revision)];
  const isRepeated = (schemes: readonly Scheme[]) => new Set(schemes.map(({ demand }) => demand)).size < schemes.length;
  if (![before, now].some(isRepeated)) return [before, now];
  const named = (scheme: Scheme) => ({ ...scheme, demand: `${scheme.demand} (${scheme.name})` });
  return [before.map(named), now.map(named)];
}

function schemeOf(name: string, place: Located): Scheme {
  const { type, scheme, in: where, name: key, openIdConnectUrl, bearerFormat = 'none' } = objectOf(place.node);
  const about = {
    family: 'part',
    kind: 'securityScheme',
    name,
    place,
    texts: { bearerFormat: String(bearerFormat) },
  } as const;
  if (type === 'http')
    return { ...about, demand: `http ${String(scheme).toLowerCase()}`, words: `HTTP ${scheme} credentials` };
  if (type !== 'apiKey') return { ...about, demand: canonical([type, openIdConnectUrl]), words: `${type} credentials` };
  const demand = canonical([type, where, where === 'header' ? String(key).toLowerCase() : String(key)]);
  return { ...about, demand, words: `an API key in the ${where} \`${key}\`` };
}

/** Compares the ways to be admitted: each way of the base must still be enough. */
export function compareSecurity(diff: Diff, base: Operation, revision: Operation): void {
  const [known, found] = schemesOf(diff);
  const [before, now] = [requirementsOf(base.security, known), requirementsOf(revision.security, found)];
  // Equal requirements differ in a scheme that they name.
  const isEqual = canonical(base.security.node) === canonical(revision.security.node);
  const differs = (scheme: Scheme) => known.some((was) => was.name === scheme.name && was.demand !== scheme.demand);
  const at = isEqual ? found.find(differs)?.place.at : undefined;
  const places = { operation: base, pointer: at ?? revision.security.at, basePointer: at ?? base.security.at };
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

function requirementsOf(place: Located, schemes: readonly Scheme[]): Requirement[] {
  const requirements = items(place).map(({ node }): Requirement => {
    const demands = Object.entries(objectOf(node)).map(([name, written]) => {
      const { demand = name, words = name } = schemes.find((scheme) => scheme.name === name) ?? {};
      const scopes = listOf(written).map(String).sort();
      const suffix = scopes.length > 0 ? ` with the scope ${scopes.join(', ')}` : '';
      return { needs: [demand, ...scopes.map((scope) => `${demand} ${scope}`)], words: words + suffix };
    });
    const words = demands.map((demand) => demand.words).join(' and ') || 'nothing';
    return { needs: demands.flatMap(({ needs }) => needs), words };
  });
  return requirements.length > 0 ? requirements : [{ needs: [], words: 'nothing' }];
}

function isEnough(held: Requirement, wanted: Requirement): boolean {
  return wanted.needs.every((need) => held.needs.includes(need));
}
