import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { Schema } from '../../spec/types.ts';
import { foldCase } from './fold-case.ts';
import type { Address } from './message.ts';

type AddressInput = Schema<'AddressInput'>;
type Lists = { to?: readonly AddressInput[]; cc?: readonly AddressInput[]; bcc?: readonly AddressInput[] };

/** A name before an address: only deployments that chose to read it (EMAIL-RCPT-8) let it come so far. */
const NAMED = /^\s*([^<>]*?)\s*<([^<>]+)>\s*$/;

/** An address in its object form, white space around it removed. */
export function toAddress(input: AddressInput): Address {
  const email = textOf(input).trim();
  const name = typeof input === 'string' ? NAMED.exec(input)?.[1] : input.name;
  return name === undefined ? { email } : { email, name };
}

function textOf(input: AddressInput): string {
  return typeof input === 'string' ? (NAMED.exec(input)?.[2] ?? input) : input.email;
}

/** The form in which two spellings of an address are equal: trimmed, its letter case folded, and nothing else (EMAIL-RCPT-5, EMAIL-RCPT-10). */
export function normalise(email: string): string {
  return foldCase(email.trim());
}

/** An address that stands twice, with the pointer to its second place, and the rules against it. */
export interface Duplicate {
  email: string;
  pointer: string;
  rules: readonly RuleId[];
}

/** The addresses that stand in the three lists together once more (source document, Limits, Recipient uniqueness). */
export function* duplicatesIn(lists: Lists): Generator<Duplicate> {
  const seen = new Map<string, { list: string; text: string }>();
  for (const list of ['to', 'cc', 'bcc'] as const) {
    for (const [index, input] of (lists[list] ?? []).entries()) {
      const text = textOf(input);
      const first = seen.get(normalise(text));
      if (first) {
        const rules: RuleId[] = [first.list === list ? 'EMAIL-RCPT-4' : 'EMAIL-RCPT-2'];
        if (first.text.trim() !== text.trim())
          rules.push(differsInLowerCase(first.text, text) ? 'EMAIL-RCPT-10' : 'EMAIL-RCPT-3');
        if (first.text !== text) rules.push('EMAIL-RCPT-5');
        yield { email: text.trim(), pointer: `/${list}/${index}`, rules };
      } else seen.set(normalise(text), { list, text });
    }
  }
}

function differsInLowerCase(first: string, second: string): boolean {
  return first.trim().toLowerCase() !== second.trim().toLowerCase();
}
