import { Signal } from '../outcome/signals.ts';
import type { Target } from './target.ts';

interface Offer {
  has: (target: Target) => boolean;
  /** The line to add to the profile. */
  line: string;
}

const key = (account: 'restricted' | 'other', about: string): Offer => ({
  has: (target) => target.accounts[account] !== undefined,
  line: `accounts: { ${account}: { apiKey: \${${account.toUpperCase()}_API_KEY} } }   # ${about}`,
});
const permission = (name: 'read' | 'write'): Offer => ({
  has: (target) => target.allow.has(name),
  line: name === 'read' ? 'allow: [read]' : 'allow: [read, write]',
});
const template = (name: 'rendered' | 'withoutSubject' | 'emptySubject' | 'foreign', line: string): Offer => ({
  has: (target) => target.email.templates?.[name] !== undefined,
  line: `email: { templates: { ${name}: ${line} } }`,
});
const suppressed = (name: 'hardBounce' | 'spamComplaint' | 'invalid' | 'unsubscribe'): Offer => ({
  has: (target) => target.email.suppressed?.[name] !== undefined,
  line: `email: { suppressed: { ${name}: ADDRESS } }`,
});

/** What a rule may need from a target, by the names that the register uses. */
const offers: Record<string, Offer> = {
  read: permission('read'),
  write: permission('write'),
  send: {
    has: ({ allow, email }) => allow.has('send') && !!email.from && !!email.recipientDomain,
    line: 'allow: [read, write, send] and email: { from: ADDRESS, recipientDomain: DOMAIN }',
  },
  outbox: { has: ({ outbox }) => outbox !== undefined, line: 'outbox: { mailpit: http://HOST:8025 }' },
  control: {
    has: ({ control }) => control !== undefined,
    line: 'control: { admin: http://HOST:PORT/__admin }   # only the mock has it',
  },
  simNotification: {
    has: ({ simNotification }) => simNotification.id !== undefined,
    line: 'simNotification: { id: UUID }   # it is put back afterwards',
  },
  'simNotification.foreignId': {
    has: ({ simNotification }) => simNotification.foreignId !== undefined,
    line: "simNotification: { foreignId: UUID }   # another account's",
  },
  reservation: {
    has: ({ phoneNumbers }) => phoneNumbers.length > 0,
    line: 'reservation: { phoneNumbers: ["+1...", ...] }   # numbers that may be held for half an hour',
  },
  'accounts.restricted': key('restricted', 'same account, without the scope email:override'),
  'accounts.other': key('other', 'another account'),
  'email.templates.rendered': template('rendered', '{ id: UUID, variables: { ... }, subject: TEXT }'),
  'email.templates.withoutSubject': template('withoutSubject', '{ id: UUID }'),
  'email.templates.emptySubject': template('emptySubject', '{ id: UUID }'),
  'email.templates.foreign': template('foreign', '{ id: UUID }'),
  'email.suppressed.hardBounce': suppressed('hardBounce'),
  'email.suppressed.spamComplaint': suppressed('spamComplaint'),
  'email.suppressed.invalid': suppressed('invalid'),
  'email.suppressed.unsubscribe': suppressed('unsubscribe'),
  'email.suppressed.group': {
    has: ({ email }) => email.suppressed?.group !== undefined,
    line: 'email: { suppressed: { group: { groupId: UUID, address: ADDRESS } } }',
  },
};

/** The needs that a target does not meet. An unknown name is a mistake in the register or in a case. */
export function missingNeeds(needs: readonly string[], target: Target): string[] {
  return needs.filter((need) => {
    const offer = offers[need];
    if (!offer) throw new Error(`no target can offer "${need}": see the head of spec/rules.yaml for the names`);
    return !offer.has(target);
  });
}

/** Why needs are outside the scope of a target, as one sentence; undefined when none of them is. */
export function outsideScope(needs: readonly string[], { scope }: Target): string | undefined {
  const outside = Object.entries(scope).filter(([name]) => needs.some((need) => covers(name, need)));
  if (outside.length === 0) return undefined;
  const reasons = new Set(outside.map(([, reason]) => reason));
  return `without ${outside.map(([name]) => name).join(', ')}: ${[...reasons].join('; ')}`;
}

/** Whether a name stands for a need: its own, or that of a group, as `email.templates` does for each of them. */
function covers(name: string, need: string): boolean {
  return need === name || need.startsWith(`${name}.`);
}

/** Ends a case, or a check of it, that comes to something which the target does not offer. */
export function lacking(need: string, target: Target): never {
  const outside = outsideScope([need], target);
  throw outside === undefined ? new Signal('blocked', howToUnblock([need], target)) : new Signal('outOfScope', outside);
}

/** What is wrong in a profile, or the lines that it lacks, as one sentence. */
export function howToUnblock(missing: readonly string[], { wrong }: Pick<Target, 'wrong'>): string {
  const told = missing.flatMap((need) => wrong[need] ?? []);
  if (told.length > 0) return `the profile is wrong: ${told.join('; ')}`;
  return `the profile lacks: ${missing.map((need) => offers[need]?.line ?? need).join('; ')}`;
}
