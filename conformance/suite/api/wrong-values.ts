import type { Case } from './case.ts';
import { written } from './client.ts';
import { replyAndForward } from './email-members.ts';

/** Values that are no text. */
export const noTexts: readonly unknown[] = [7, true, {}, [], ['text']];

/** JSON that is no object. */
export const noObjects: readonly unknown[] = [['x'], [], 'text', 5, true];

/** Texts that are near a UUID. */
export function malformedUuids(uuid: string): string[] {
  return ['none', '1', uuid.slice(1), `${uuid}0`, `${uuid.slice(0, -1)}g`, uuid.replace('-', '_'), `${uuid}x`];
}

/** Values that name nothing by a UUID. */
export function noUuids(uuid: string): unknown[] {
  return [...malformedUuids(uuid), 7, true, {}, [], [uuid]];
}

/**
 * Bodies by what is wrong with them, one for each stage at which a service may look at a body, the earliest first: a rule about the
 * order of two checks is judged at each of them.
 */
export interface WrongBodies {
  readonly [stage: string]: unknown;
}

const unreadable: WrongBodies = { 'not JSON': written('{"to":'), 'a list': [], 'a text': 'text' };

/** Bodies of a send; none of them sends anything. */
export function wrongSends(t: Pick<Case, 'email' | 'unique'>): WrongBodies {
  return {
    ...unreadable,
    'no members': {},
    'no sender': t.email({ from: undefined }),
    'no recipients': t.email({ to: undefined }),
    'a subject that is no text': t.email({ subject: 5 }),
    'an empty list of recipients': t.email({ to: [] }),
    'a wrong address': t.email({ to: ['nobody'] }),
    'no subject': t.email({ subject: undefined }),
    'an address twice': t.email({ cc: ['twice@example.com', 'twice@example.com'] }),
    'a reply that is a forward': t.email(replyAndForward(t.unique)),
    'a parent that does not exist': t.email({ in_reply_to_message_id: t.unique.uuid() }),
    'an unknown template': t.email({ subject: undefined, text_body: undefined, template_id: t.unique.uuid() }),
    'several of these': t.email({ to: ['nobody'], subject: 5, ...replyAndForward(t.unique) }),
  };
}

/** Bodies of a reservation; no member is required. */
export const wrongReservations: WrongBodies = {
  ...unreadable,
  'a reference that is no text': { customer_reference: {} },
  'numbers that are no list': { phone_numbers: 'none' },
  'a number that is none': { phone_numbers: [{ phone_number: 'x' }] },
  'a number twice': { phone_numbers: [{ phone_number: '+447700900124' }, { phone_number: '+447700900124' }] },
};

/** Bodies of an update; no member is required. */
export const wrongUpdates: WrongBodies = {
  ...unreadable,
  'a threshold of another type': { threshold: 5 },
  'an amount of another type': { threshold: { amount: 5 } },
  'an unknown unit': { threshold: { unit: 'KB' } },
  'an amount that is none': { threshold: { amount: 'many' } },
  'a SIM card that is no UUID': { sim_card_id: 'none' },
};
