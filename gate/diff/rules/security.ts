import { securityRules } from '../catalogue/documents.ts';
import type { Words } from '../catalogue/rule.ts';
import type { Diff, Pair } from '../diff.ts';
import type { Operation } from '../normalise/operation.ts';
import { type Requirement, type Successors, schemesOf } from '../normalise/security.ts';
import { child, type Json, objectOf } from '../source.ts';

type Tell = (rule: keyof typeof securityRules, steps: string[], words: Partial<Words>) => void;

/** Compares who is let in: each way that the base has must still be enough. */
export function compareSecurity(context: Diff, pair: Pair): void {
  const { base, revision } = pair;
  if (base.sender === 'provider' && !saysItself(base, revision)) return;
  const [before, now] = [base.security, revision.security];
  const report = (rule: keyof typeof securityRules, words: Partial<Words>) =>
    context.changes.add({
      rule: securityRules[rule],
      operation: base.label,
      pointer: now.at,
      basePointer: before.at,
      words,
    });
  const required = now.requirements.map(({ words }) => words).join(' or ');
  const held = before.requirements.map((requirement) => asNow(requirement, context.schemes));
  const refused = held.filter((one) => !now.requirements.some((other) => isEnough(one, other)));
  for (const requirement of refused) {
    const isAnonymous = requirement.schemes.size === 0;
    report(isAnonymous ? 'security-added' : 'security-changed', { from: requirement.words, to: required });
  }
  const relaxed = now.requirements.filter((one) => !held.some((other) => isEnough(other, one) && isEnough(one, other)));
  if (refused.length > 0 || relaxed.length === 0) return;
  const isOpen = relaxed.some(({ schemes }) => schemes.size === 0);
  report(isOpen ? 'security-removed' : 'security-relaxed', { to: relaxed.map(({ words }) => words).join(' or ') });
}

/** The security of a document is about calls of the service, not about those that it makes. */
function saysItself(...operations: Operation[]): boolean {
  return operations.some(({ node }) => 'security' in node);
}

/** A requirement of the base by the names that the revision has for its schemes. */
function asNow(requirement: Requirement, successors: Successors): Requirement {
  const named = [...requirement.schemes].map(([name, scopes]) => {
    // A name that no scheme of the document has says nothing but itself.
    const now = successors.has(name) ? (successors.get(name)?.name ?? `${name} of the base`) : name;
    return [now, scopes] as const;
  });
  return { ...requirement, schemes: new Map(named) };
}

/** Whether credentials that satisfy one requirement satisfy another. */
function isEnough(held: Requirement, asked: Requirement): boolean {
  return [...asked.schemes].every(([scheme, scopes]) => {
    const owned = held.schemes.get(scheme);
    return owned !== undefined && scopes.every((scope) => owned.includes(scope));
  });
}

/** Compares where credentials come from: the addresses and scopes of the schemes that both documents use. */
export function compareSchemes({ changes, base, schemes }: Diff): void {
  for (const before of schemesOf(base).values()) {
    const now = schemes.get(before.name);
    if (!now) continue;
    const report: Tell = (rule, steps, words) =>
      changes.add({
        rule: securityRules[rule],
        operation: '',
        pointer: child(now, ...steps).at,
        basePointer: child(before, ...steps).at,
        words,
      });
    const [flows, flowsNow] = [objectOf(before.node.flows), objectOf(now.node.flows)];
    for (const flow of Object.keys(flows)) {
      if (flow in flowsNow) compareFlow(report, flow, objectOf(flows[flow]), objectOf(flowsNow[flow]));
      else report('security-flow-removed', ['flows', flow], { subject: flow });
    }
    const [from, to] = [before, now].map(({ node }) => String(node.bearerFormat ?? 'none'));
    if (from !== to) report('security-token-format-changed', ['bearerFormat'], { from, to } as Words);
  }
}

/** Addresses that a flow does not have, and which say nothing where they stand. */
const unused: Record<string, readonly string[]> = {
  implicit: ['tokenUrl', 'deviceAuthorizationUrl'],
  password: ['authorizationUrl', 'deviceAuthorizationUrl'],
  clientCredentials: ['authorizationUrl', 'deviceAuthorizationUrl'],
  authorizationCode: ['deviceAuthorizationUrl'],
  deviceAuthorization: ['authorizationUrl'],
};

function compareFlow(report: Tell, flow: string, before: Json, now: Json): void {
  const steps = ['flows', flow];
  for (const key of ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl']) {
    if (before[key] === undefined || before[key] === now[key] || unused[flow]?.includes(key)) continue;
    const rule = key === 'refreshUrl' ? 'security-refresh-address-changed' : 'security-address-changed';
    report(rule, [...steps, key], { from: String(before[key]), to: String(now[key] ?? 'gone') });
  }
  for (const scope of Object.keys(objectOf(before.scopes))) {
    if (!(scope in objectOf(now.scopes)))
      report('security-scope-removed', [...steps, 'scopes', scope], { subject: scope });
  }
}
