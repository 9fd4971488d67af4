import type { Schema } from '../../spec/types.ts';
import type { Address } from './message.ts';

type AddressInput = Schema<'AddressInput'>;
type Lists = { to: readonly AddressInput[]; cc?: readonly AddressInput[]; bcc?: readonly AddressInput[] };

/** An address in its object form, white space around it removed. */
export function toAddress(input: AddressInput): Address {
  const email = emailOf(input);
  return typeof input === 'string' || input.name === undefined ? { email } : { email, name: input.name };
}

function emailOf(input: AddressInput): string {
  return (typeof input === 'string' ? input : input.email).trim();
}

/** The form in which two spellings of an address are the same: trimmed and in lower case, nothing else folded. */
export function normalise(email: string): string {
  return email.trim().toLowerCase();
}

/** The first address that stands twice in the three lists together (source document, Limits: recipient uniqueness), with a pointer to its second mention. */
export function findDuplicate(lists: Lists): { email: string; pointer: string } | undefined {
  const seen = new Set<string>();
  const isKnown = (input: AddressInput) => {
    const key = normalise(emailOf(input));
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  };
  for (const name of ['to', 'cc', 'bcc'] as const) {
    const list = lists[name] ?? [];
    const index = list.findIndex(isKnown);
    const found = list[index];
    if (found !== undefined) return { email: emailOf(found), pointer: `/${name}/${index}` };
  }
  return undefined;
}
