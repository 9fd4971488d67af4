import { Signal } from '../outcome/outcome.ts';
import type { Target } from './target.ts';

/** The profile's line for each need, by the names of the register. */
const lines: Record<string, string | ((target: Target) => string)> = {
  read: 'allow: [read]',
  write: 'allow: [read, write]',
  send: ({ allow, email: { from, recipientDomain } }) => {
    const members = [...(from ? [] : ['from: ADDRESS']), ...(recipientDomain ? [] : ['recipientDomain: DOMAIN'])];
    const email = members.length > 0 ? [`email: { ${members.join(', ')} }`] : [];
    return [...(allow.has('send') ? [] : ['allow: [read, write, send]']), ...email].join(' and ');
  },
  outbox: 'outbox: { mailpit: http://HOST:8025 }',
  control: 'control: { admin: http://HOST:PORT/__admin }   # or scope: { without: [control], reason: TEXT }',
  simNotification: 'simNotification: { id: UUID }   # it is put back afterwards',
  'simNotification.foreignId': "simNotification: { foreignId: UUID }   # another account's",
  reservation: 'reservation: { phoneNumbers: ["+1...", ...] }   # numbers that may be held for half an hour',
  'accounts.restricted': `accounts: { restricted: { apiKey: \${RESTRICTED_API_KEY} } }   # same account, without the scope email:override`,
  'accounts.other': `accounts: { other: { apiKey: \${OTHER_API_KEY} } }   # another account`,
  'email.templates.rendered': 'email: { templates: { rendered: { id: UUID, variables: { ... }, subject: TEXT } } }',
  'email.templates.withoutSubject': 'email: { templates: { withoutSubject: { id: UUID } } }',
  'email.templates.emptySubject': 'email: { templates: { emptySubject: { id: UUID } } }',
  'email.templates.foreign': 'email: { templates: { foreign: { id: UUID } } }',
  'email.suppressed.hardBounce': 'email: { suppressed: { hardBounce: ADDRESS } }',
  'email.suppressed.spamComplaint': 'email: { suppressed: { spamComplaint: ADDRESS } }',
  'email.suppressed.invalid': 'email: { suppressed: { invalid: ADDRESS } }',
  'email.suppressed.unsubscribe': 'email: { suppressed: { unsubscribe: ADDRESS } }',
  'email.suppressed.group': 'email: { suppressed: { group: { groupId: UUID, address: ADDRESS } } }',
};

/** Needs that are more than a member of the same name. */
const isOffered: Record<string, (target: Target) => boolean> = {
  read: ({ allow }) => allow.has('read'),
  write: ({ allow }) => allow.has('write'),
  send: ({ allow, email }) => allow.has('send') && !!email.from && !!email.recipientDomain,
  simNotification: ({ simNotification }) => simNotification.id !== undefined,
  reservation: ({ phoneNumbers }) => phoneNumbers.length > 0,
};

function offers(target: Target, need: string): boolean {
  const member = () => need.split('.').reduce<object | undefined>((at, step) => Reflect.get(at ?? {}, step), target);
  return isOffered[need]?.(target) ?? member() !== undefined;
}

/** The needs that a target does not meet. Throws for an unknown name. */
export function findMissingNeeds(needs: readonly string[], target: Target): string[] {
  return needs.filter((need) => {
    if (!lines[need]) throw new Error(`no target can offer "${need}": see the head of spec/rules.yaml for the names`);
    return !offers(target, need);
  });
}

/** A sentence on needs outside the scope; undefined if there are none. */
export function explainScope(needs: readonly string[], { scope }: Target): string | undefined {
  const outside = Object.entries(scope).filter(([name]) => needs.some((need) => covers(name, need)));
  if (outside.length === 0) return undefined;
  const reasons = new Set(outside.map(([, reason]) => reason));
  return `without ${outside.map(([name]) => name).join(', ')}: ${[...reasons].join('; ')}`;
}

/** True if a name is a need or its group: `email.templates` covers each template. */
function covers(name: string, need: string): boolean {
  return need === name || need.startsWith(`${name}.`);
}

/** Ends a case, or a check of it, for a need that the target does not meet. */
export function endForNeed(need: string, target: Target): never {
  const outside = explainScope([need], target);
  throw outside === undefined ? new Signal('blocked', explainNeeds([need], target)) : new Signal('outOfScope', outside);
}

/** The mistakes of a profile, or the lines that it lacks, as one sentence. */
export function explainNeeds(missing: readonly string[], target: Target): string {
  const reasons = missing.flatMap((need) => target.wrong[need] ?? []);
  if (reasons.length > 0) return `the profile is wrong: ${reasons.join('; ')}`;
  const lacked = missing.map((need) => {
    const line = lines[need] ?? need;
    return typeof line === 'string' ? line : line(target);
  });
  return `the profile lacks: ${lacked.join('; ')}`;
}
