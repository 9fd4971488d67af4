import type { Schema } from '../../../spec/types.ts';
import type { Caller } from '../../contract/callers.ts';
import { refuse } from '../../contract/refusal.ts';
import type { Address } from '../../email/message.ts';
import { toAddress } from '../../email/recipients.ts';
import type { World } from '../../state/world.ts';
import { type Body, none, nothing, type Refused } from './body.ts';

/** Whom a message reaches, and whom it does not. */
export interface Delivery {
  to: readonly Address[];
  cc: readonly Address[];
  bcc: readonly Address[];
  suppressed: readonly Schema<'SuppressedRecipient'>[];
}

/** The recipients that are left when the suppressed ones are taken out. */
export function deliveryOf(body: Body, caller: Caller, world: World): Delivery | Refused {
  const send = {
    groupId: body.group_id?.toLowerCase() ?? null,
    override: body.ignore_suppression ?? false,
  };
  const suppressed: Schema<'SuppressedRecipient'>[] = [];
  const reached = (name: 'to' | 'cc' | 'bcc') =>
    body[name]?.map(toAddress).filter((address) => {
      const blocking = world.fixtures.suppressions.blocking(caller.account, address, send);
      if (!blocking) return true;
      suppressed.push(blocking);
      return false;
    }) ?? none;
  const [to, cc, bcc] = [reached('to'), reached('cc'), reached('bcc')];
  if (suppressed.length === 0) return { to, cc, bcc, suppressed: none };
  const areAll = to.length + cc.length + bcc.length === 0;
  if (!areAll || world.choices.allSuppressed === 'accepted') return { to, cc, bcc, suppressed };
  const reason = { code: 'recipient_suppressed', detail: 'All recipients are suppressed.' } as const;
  const refusal = refuse(422, reason, 'EMAIL-SUPP-13', 'EMAIL-SUPP-14');
  return { ...refusal, body: { ...refusal.body, suppressed } };
}

/** The recipients that the answer shows instead of those who are left, where a deployment keeps the suppressed ones (EMAIL-SUPP-11). */
export function shownRecipients({ to, cc, bcc }: Body, { choices }: World): Partial<Schema<'EmailMessage'>> {
  if (choices.suppressedRecipients === 'removed') return nothing;
  const shown = (list: Body['cc']) => list?.map(toAddress) ?? [];
  return { to: shown(to), cc: shown(cc), bcc: shown(bcc) };
}
