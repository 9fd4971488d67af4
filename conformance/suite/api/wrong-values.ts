import type { Case } from './case.ts';
import { written } from './client.ts';
import { makeReplyAndForward } from './email-members.ts';

/** Future times in forms that are not ISO 8601 but that many parsers accept. */
const otherForms = [
  ...[4102444800, 4102444800000, '4102444800', '4102444800000', 'Fri, 01 Jan 2100 00:00:00 GMT', '1/1/2100 12:00'],
  ...['tomorrow', '+1 hour', 'PT1H', '2100T00:00:00Z', '2100-01T00:00:00Z'],
];
/** Values that aren't times. */
export const invalidTimes: readonly unknown[] = [
  ...['', 'soon', '2099-13-45T25:61:00Z', '99:99', 0, 1.5, true, false, {}, [], ['soon']],
  ...otherForms,
];

/** Custom headers with the names of structural ones. */
export const structuralHeaders: Readonly<Record<string, string>> = {
  'In-Reply-To': '<forged.by.the.caller@example.net>',
  References: '<forged.by.the.caller@example.net>',
  'Message-ID': '<forged.by.the.caller@example.net>',
  From: 'forged-from@example.net',
  To: 'forged-to@example.net',
  Cc: 'forged-cc@example.net',
  Bcc: 'forged-bcc@example.net',
  Subject: 'A forged subject',
  Date: 'Mon, 01 Jan 2001 01:01:01 +0000',
  'Reply-To': 'forged-reply@example.net',
  'MIME-Version': '9.9',
  'Content-Type': 'application/x-forged',
  'Content-Transfer-Encoding': 'x-forged',
};

/** Texts that are near a UUID. */
export function makeMalformedUuids(uuid: string): string[] {
  const near = [uuid.slice(1), `${uuid}0`, `${uuid}x`, `${uuid.slice(0, -1)}g`, uuid.replace('-', '_'), `{${uuid}}`];
  return ['none', '1', ...near];
}

/** Values that name nothing by a UUID. */
export function makeNonUuids(uuid: string): unknown[] {
  return [...makeMalformedUuids(uuid), 7, true, {}, [], [uuid]];
}

/**
 * Wrong bodies by their fault, one for each stage of checking, earliest first: a rule about the order of two checks
 * tries all.
 */
export interface WrongBodies {
  readonly [stage: string]: unknown;
}

const unreadable: WrongBodies = { 'not JSON': written('{"to":'), 'a list': [], 'a text': 'text' };

/** Bodies of a send that send nothing. */
export function makeWrongSends(t: Pick<Case, 'email' | 'unique'>): WrongBodies {
  return {
    ...unreadable,
    'no members': {},
    'no sender': t.email({ from: undefined }),
    'no recipients': t.email({ to: undefined }),
    'a subject other than a text': t.email({ subject: 5 }),
    'an empty list of recipients': t.email({ to: [] }),
    'a wrong address': t.email({ to: ['nobody'] }),
    'no subject': t.email({ subject: undefined }),
    'an address twice': t.email({ cc: ['twice@example.com', 'twice@example.com'] }),
    'a forwarding reply': t.email(makeReplyAndForward(t.unique)),
    'a parent that does not exist': t.email({ in_reply_to_message_id: t.unique.uuid() }),
    'an unknown template': t.email({ subject: undefined, text_body: undefined, template_id: t.unique.uuid() }),
    'several of these': t.email({ to: ['nobody'], subject: 5, ...makeReplyAndForward(t.unique) }),
  };
}

/** Bodies of a reservation; no member is required. */
export const wrongReservations: WrongBodies = {
  ...unreadable,
  'a reference other than a text': { customer_reference: {} },
  'numbers that are not a list': { phone_numbers: 'none' },
  'an invalid number': { phone_numbers: [{ phone_number: 'x' }] },
  'a number twice': { phone_numbers: [{ phone_number: '+447700900124' }, { phone_number: '+447700900124' }] },
};

/** Bodies of an update; no member is required. */
export const wrongUpdates: WrongBodies = {
  ...unreadable,
  'a threshold of another type': { threshold: 5 },
  'an amount of another type': { threshold: { amount: 5 } },
  'an unknown unit': { threshold: { unit: 'KB' } },
  'an invalid amount': { threshold: { amount: 'many' } },
  'a SIM card that is not a UUID': { sim_card_id: 'none' },
};
