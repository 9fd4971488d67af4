import type { Suppression, SuppressionReason } from '../../fixtures/seed.ts';
import { grouped } from '../../spec/grouped.ts';
import type { Schema } from '../../spec/types.ts';
import type { Address } from './messages.ts';
import { normalise } from './recipients.ts';

/** The reasons that an override removes (EMAIL-SUPP-2), and no others (EMAIL-SUPP-3, EMAIL-SUPP-4, EMAIL-SUPP-5). */
const overridable: ReadonlySet<SuppressionReason> = new Set(['unsubscribe', 'manual_block']);

/** Suppressions (source document, Endpoints 5: suppression override flag, unsubscribe group) by account and normalised address. */
export class Suppressions {
  private readonly byAddress: ReadonlyMap<string, Suppression[]>;

  constructor(suppressions: readonly Suppression[]) {
    this.byAddress = grouped(suppressions, ({ account, address }) => keyOf(account, address));
  }

  /**
   * The suppression that blocks an address (EMAIL-SUPP-1), or undefined. One of a group counts for sends of that group (EMAIL-GROUP-1)
   * and no others (EMAIL-GROUP-3); one that allows an override does not count for a send that overrides.
   */
  blocking(
    account: string,
    address: Address,
    send: { groupId: string | null; override: boolean },
  ): Schema<'SuppressedRecipient'> | undefined {
    const found = this.byAddress
      .get(keyOf(account, address.email))
      ?.filter(({ group }) => group === undefined || group.toLowerCase() === send.groupId)
      .find(({ reason }) => !(send.override && overridable.has(reason)));
    if (!found) return undefined;
    return {
      to: address.email,
      reason: found.reason,
      scope: found.group === undefined ? 'account' : 'group',
      override_allowed: overridable.has(found.reason),
    };
  }
}

const keyOf = (account: string, address: string) => `${account} ${normalise(address)}`;
