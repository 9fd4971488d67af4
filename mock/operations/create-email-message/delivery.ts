import type { Schema } from '../../../spec/types.ts';
import { type Refusal, refuse } from '../../contract/answer.ts';
import type { Caller } from '../../contract/callers.ts';
import { refuseTogether } from '../../contract/refuse-together.ts';
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
  const places: string[] = [];
  const reached = (name: 'to' | 'cc' | 'bcc') =>
    body[name]?.map(toAddress).filter((address, index) => {
      const blocking = world.fixtures.suppressions.blocking(caller.account, address, send);
      if (!blocking) return true;
      suppressed.push(blocking);
      places.push(`/${name}/${index}`);
      return false;
    }) ?? none;
  const [to, cc, bcc] = [reached('to'), reached('cc'), reached('bcc')];
  if (suppressed.length === 0) return { to, cc, bcc, suppressed: none };
  const areAll = to.length + cc.length + bcc.length === 0;
  if ((areAll ? allSuppressed : someSuppressed) === 'accepted') return { to, cc, bcc, suppressed };
  const refusals = toldAt(places, world).map((pointer) =>
    refuse(
      422,
      { code: 'recipient_suppressed', detail: `${areAll ? 'All' : 'Some'} recipients are suppressed.`, pointer },
      ...(areAll ? none : ['EMAIL-SUPP-11' as const]),
      'EMAIL-SUPP-13',
      'EMAIL-SUPP-14',
    ),
  );
  const refusal = refuseTogether(refusals as [Refusal<422>, ...Refusal<422>[]], { faultsTold: 'all' });
  return { ...refusal, body: { ...refusal.body, suppressed }, ...(!areAll && { chosen: ['someSuppressed'] }) };
}

/** Where the errors of the refusal point to; undefined is nowhere. */
function toldAt(places: readonly string[], { choices }: World): readonly (string | undefined)[] {
  return { together: [undefined], first: places.slice(0, 1), each: places }[choices.suppressedTold];
}

/** The recipients that the answer shows instead of those who are left, where a deployment keeps the suppressed ones (EMAIL-SUPP-11). */
export function shownRecipients({ to, cc, bcc }: Body, { choices }: World): Partial<Schema<'EmailMessage'>> {
  if (choices.suppressedShown === 'takenOut') return nothing;
  const shown = (list: Body['cc']) => list?.map(toAddress) ?? [];
  return { to: shown(to), cc: shown(cc), bcc: shown(bcc) };
}
