import type { Schema } from '../spec/types.ts';
import type { Address } from './email/message.ts';

type AddressInput = Schema<'AddressInput'>;
type Lists = { to: readonly AddressInput[]; cc?: readonly AddressInput[]; bcc?: readonly AddressInput[] };

/** An address in its object form, white space around it removed. */
export function toAddress(input: AddressInput): Address {
  if (typeof input === 'string') return { email: input.trim() };
  return { email: input.email.trim(), ...(input.name !== undefined && { name: input.name }) };
}

/** The form in which two spellings of an address are the same: trimmed and in lower case, nothing else folded. */
export function normalise(email: string): string {
  return email.trim().toLowerCase();
}

/** The first address that stands twice in the three lists together, with the pointer to its second place. */
export function findDuplicate(lists: Lists): { email: string; pointer: string } | undefined {
  const seen = new Set<string>();
  for (const name of ['to', 'cc', 'bcc'] as const) {
    for (const [index, input] of lists[name]?.entries() ?? []) {
      const { email } = toAddress(input);
      const key = normalise(email);
      if (seen.has(key)) return { email, pointer: `/${name}/${index}` };
      seen.add(key);
    }
  }
  return undefined;
}
