import type { Schema } from '../../../spec/types.ts';
import { refuse } from '../../contract/answer.ts';
import type { Caller } from '../../contract/callers.ts';
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
  const { someSuppressed, allSuppressed, groupSuppressions } = world.choices;
  const send = {
    groupId: body.group_id?.toLowerCase() ?? null,
    override: body.ignore_suppression ?? false,
    anyGroup: groupSuppressions === 'always',
  };
  const suppressed: Schema<'SuppressedRecipient'>[] = [];
  const isReached = (address: Address) => {
    const blocking = world.suppressions.blocking(caller.account, address, send);
    if (blocking) suppressed.push(blocking);
    return !blocking;
  };
  const reached = (list: Body['cc']) => list?.map(toAddress).filter(isReached) ?? none;
  const [to, cc, bcc] = [reached(body.to), reached(body.cc), reached(body.bcc)];
  if (suppressed.length === 0) return { to, cc, bcc, suppressed: none };
  const areAll = to.length + cc.length + bcc.length === 0;
  if ((areAll ? allSuppressed : someSuppressed) === 'accepted') return { to, cc, bcc, suppressed };
  const problem = {
    code: 'recipient_suppressed',
    detail: `${areAll ? 'All' : 'Some'} recipients are suppressed.`,
  } as const;
  const refusal = refuse(
    422,
    problem,
    ...(areAll ? none : ['EMAIL-SUPP-11' as const]),
    'EMAIL-SUPP-13',
    'EMAIL-SUPP-14',
  );
  return { ...refusal, body: { ...refusal.body, suppressed }, ...(!areAll && { chosen: ['someSuppressed'] }) };
}

/** The recipients that the answer shows instead of those who are left, where a deployment keeps the suppressed ones (EMAIL-SUPP-11). */
export function shownRecipients({ to, cc, bcc }: Body, { choices }: World): Partial<Schema<'EmailMessage'>> {
  if (choices.suppressedShown === 'takenOut') return nothing;
  const shown = (list: Body['cc']) => list?.map(toAddress) ?? [];
  return { to: shown(to), cc: shown(cc), bcc: shown(bcc) };
}
