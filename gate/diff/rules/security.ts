import { type Context, flowOf, type Pair } from '../context.ts';
import type { Operation } from '../normalise/operation.ts';
import { type Requirement, schemesOf } from '../normalise/security.ts';
import { canonical } from '../schema/accepts.ts';
import { objectOf } from '../source.ts';

/** Compares who is let in: each way that the base has must still be enough. */
export function compareSecurity(context: Context, pair: Pair): void {
  const { base, revision } = pair;
  if (base.sender === 'provider' && !saysItself(base, revision)) return;
  const [before, now] = [base.security, revision.security];
  const common = {
    operation: base.label,
    direction: flowOf(base, 'request'),
    pointer: now.at,
    basePointer: before.at,
  } as const;
  const refused = before.requirements.filter((one) => !now.requirements.some((other) => isEnough(one, other)));
  for (const requirement of refused) {
    const isAnonymous = requirement.schemes.size === 0;
    const message = isAnonymous
      ? `Who calls without credentials is refused: ${now.requirements.map(wordsOf).join(' or ')} is required now.`
      : `Who is let in with ${wordsOf(requirement)} is refused: ${now.requirements.map(wordsOf).join(' or ')} is required now.`;
    context.changes.add({
      ...common,
      level: 'breaking',
      rule: isAnonymous ? 'security-added' : 'security-changed',
      message,
    });
  }
  const gained = now.requirements.filter((one) => !before.requirements.some((other) => isEnough(one, other)));
  const relaxed = now.requirements.filter(
    (one) => !before.requirements.some((other) => isEnough(other, one) && isEnough(one, other)),
  );
  if (refused.length === 0 && (gained.length > 0 || relaxed.length > 0)) {
    const isOpen = relaxed.some(({ schemes }) => schemes.size === 0);
    context.changes.add({
      ...common,
      level: isOpen ? 'soft' : 'safe',
      rule: isOpen ? 'security-removed' : 'security-relaxed',
      message: isOpen
        ? 'Everybody is let in now, without credentials.'
        : `${relaxed.map(wordsOf).join(' or ')} is enough now.`,
      bump: 'minor',
    });
  }
}

/** The security of a document is about calls of the service, not about those that it makes. */
function saysItself(...operations: Operation[]): boolean {
  return operations.some(({ node }) => 'security' in node);
}

/** Whether credentials that satisfy one requirement satisfy another. */
function isEnough(held: Requirement, asked: Requirement): boolean {
  return [...asked.schemes].every(([scheme, scopes]) => {
    const owned = held.schemes.get(scheme);
    return owned !== undefined && scopes.every((scope) => owned.includes(scope));
  });
}

function wordsOf({ words }: Requirement): string {
  return words;
}

/** Compares where credentials come from: the addresses and scopes of the schemes that both documents use. */
export function compareSchemes(context: Context): void {
  const revision = [...schemesOf(context.revision).values()];
  for (const before of schemesOf(context.base).values()) {
    const now = revision.find(({ key }) => key === before.key);
    if (!now) continue;
    const common = { operation: '', direction: 'request', pointer: now.at, basePointer: before.at } as const;
    const [b, r] = [objectOf(before.node.flows), objectOf(now.node.flows)];
    for (const flow of Object.keys(b)) {
      const place = { ...common, pointer: `${now.at}/flows/${flow}`, basePointer: `${before.at}/flows/${flow}` };
      if (!(flow in r)) {
        context.changes.add({
          ...place,
          level: 'breaking',
          rule: 'security-flow-removed',
          message: `Who gets a token by the flow ${flow} gets none any more.`,
        });
        continue;
      }
      const [old, current] = [objectOf(b[flow]), objectOf(r[flow])];
      for (const key of ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl']) {
        if (old[key] === undefined || old[key] === current[key]) continue;
        const level = key === 'refreshUrl' ? 'soft' : 'breaking';
        const message = `Who gets a token at ${String(old[key])} gets none any more: the address is ${String(current[key] ?? 'gone')}.`;
        context.changes.add({
          ...place,
          pointer: `${place.pointer}/${key}`,
          basePointer: `${place.basePointer}/${key}`,
          level,
          rule: 'security-address-changed',
          message,
        });
      }
      for (const scope of Object.keys(objectOf(old.scopes))) {
        if (scope in objectOf(current.scopes)) continue;
        const end = `/scopes/${scope.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        context.changes.add({
          ...place,
          pointer: place.pointer + end,
          basePointer: place.basePointer + end,
          level: 'breaking',
          rule: 'security-scope-removed',
          message: `Who asks for the scope ${scope} gets no token any more.`,
        });
      }
    }
    if (canonical(before.node.bearerFormat ?? null) !== canonical(now.node.bearerFormat ?? null)) {
      context.changes.add({
        ...common,
        pointer: `${now.at}/bearerFormat`,
        level: 'soft',
        rule: 'security-token-format-changed',
        message: `Who looks into the token finds another format: it was ${String(before.node.bearerFormat ?? 'none')} and is ${String(now.node.bearerFormat ?? 'none')}.`,
      });
    }
  }
}
