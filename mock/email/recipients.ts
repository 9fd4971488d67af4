import type { Suppression, SuppressionReason } from '../../fixtures/seed.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { groupBy } from '../../spec/group-by.ts';
import type { Schema } from '../../spec/types.ts';
import type { Address } from './messages.ts';

type AddressInput = Schema<'AddressInput'>;
type Lists = { to?: readonly AddressInput[]; cc?: readonly AddressInput[]; bcc?: readonly AddressInput[] };

/** A name before an address, which only deployments that chose to read it (EMAIL-RCPT-8) admit. */
const NAMED = /^\s*([^<>]*?)\s*<([^<>]+)>\s*$/;

export function toAddress(input: AddressInput): Address {
  const email = toText(input).trim();
  const name = typeof input === 'string' ? NAMED.exec(input)?.[1] : input.name;
  return name === undefined ? { email } : { email, name };
}

function toText(input: AddressInput): string {
  return typeof input === 'string' ? (NAMED.exec(input)?.[2] ?? input) : input.email;
}

/** Folds the letter case of an address by Unicode (`ß` equals `ss`) and trims it, for comparison (EMAIL-RCPT-5, EMAIL-RCPT-10). */
export function normalizeAddress(email: string): string {
  // Lower case first, as `ẞ` is its own upper case; then both, as several letters can share one upper case and its spelling may be longer.
  const fold = (part: string) => part.toLowerCase().toUpperCase().toLowerCase();
  // The upper case of the dotless i is that of i; case folding does not change it. The lower case of a last sigma depends on its neighbours.
  return email.trim().split('ı').map(fold).join('ı').replaceAll('ς', 'σ');
}

/** A repeated address, with the pointer to the repetition, and the rules against it. */
export interface Duplicate {
  email: string;
  pointer: string;
  rules: readonly RuleId[];
}

/** The repeated addresses of the three lists together (source document, Limits, Recipient uniqueness). */
export function* findDuplicates(lists: Lists): Generator<Duplicate> {
  const seen = new Map<string, { list: string; text: string }>();
  for (const list of ['to', 'cc', 'bcc'] as const) {
    for (const [index, input] of (lists[list] ?? []).entries()) {
      const text = toText(input);
      const form = normalizeAddress(text);
      const first = seen.get(form);
      if (!first) {
        seen.set(form, { list, text });
        continue;
      }
      const rules: RuleId[] = [first.list === list ? 'EMAIL-RCPT-4' : 'EMAIL-RCPT-2'];
      const [earlier, later] = [first.text.trim(), text.trim()];
      if (earlier !== later)
        rules.push(earlier.toLowerCase() === later.toLowerCase() ? 'EMAIL-RCPT-3' : 'EMAIL-RCPT-10');
      // A deployment file's entry for the code of all duplicates precedes one for spellings.
      rules.push('EMAIL-RCPT-6');
      if (first.text !== text) rules.push('EMAIL-RCPT-5');
      yield { email: later, pointer: `/${list}/${index}`, rules };
    }
  }
}

/** The reasons that an override removes (EMAIL-SUPP-2), and no others (EMAIL-SUPP-3, EMAIL-SUPP-4, EMAIL-SUPP-5). */
const overridable: ReadonlySet<SuppressionReason> = new Set(['unsubscribe', 'manual_block']);

/** Suppressions (source document, Endpoints 5: suppression override flag, unsubscribe group) by account and normalised address. */
export class Suppressions {
  private readonly byAddress: ReadonlyMap<string, Suppression[]>;

  constructor(suppressions: readonly Suppression[]) {
    this.byAddress = groupBy(suppressions, ({ account, address }) => toAccountKey(account, address));
  }

  /**
   * Finds the suppression that blocks an address (EMAIL-SUPP-1). A group's suppression blocks sends of the group only (EMAIL-GROUP-1,
   * EMAIL-GROUP-3). A send with an override passes an overridable one.
   */
  findBlocking(
    account: string,
    address: Address,
    send: { groupId: string | null; override: boolean },
  ): Schema<'SuppressedRecipient'> | undefined {
    const suppression = this.byAddress
      .get(toAccountKey(account, address.email))
      ?.filter(({ group }) => group === undefined || group.toLowerCase() === send.groupId)
      .find(({ reason }) => !(send.override && overridable.has(reason)));
    if (!suppression) return undefined;
    return {
      to: address.email,
      reason: suppression.reason,
      scope: suppression.group === undefined ? 'account' : 'group',
      override_allowed: overridable.has(suppression.reason),
    };
  }
}

const toAccountKey = (account: string, address: string) => `${account} ${normalizeAddress(address)}`;
