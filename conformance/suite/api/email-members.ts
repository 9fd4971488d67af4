import type { Case } from './case.ts';
import { describePlaces } from './message-bodies.ts';

/** A member of a send whose name the source leaves open: a value that it takes, and values of types that it does not. */
interface AssumedMember {
  value: unknown;
  wrong: readonly unknown[];
}

/** The members of a send whose names are assumed. */
const assumedMembers = {
  from_name: { value: 'Conformance Sender', wrong: [7, true, ['Ada'], { name: 'Ada' }] },
  reply_to: { value: 'conformance-replies@example.com', wrong: [7, true, ['ada@example.com']] },
  headers: { value: { 'X-Conformance': 'yes' }, wrong: ['X-Conformance: yes', 7, ['X-Conformance']] },
  tags: { value: ['conformance'], wrong: ['conformance', 7, { conformance: 'yes' }] },
  metadata: { value: { conformance: 'yes' }, wrong: ['conformance', 7, ['conformance']] },
  tracking_settings: { value: {}, wrong: ['on', true, ['open_tracking']] },
  group_id: { value: '5f0c1d52-7b55-4c0e-9c0e-3f6f7f1d2a10', wrong: ['no-uuid', 7, true, {}] },
} as const satisfies Record<string, AssumedMember>;

/** A member of a send whose name is an assumption, `email` in addresses as objects; both forms of a recipient are assumed, too. */
export type AssumedName = keyof typeof assumedMembers | 'email' | 'address string' | 'address object';

/**
 * Asserts a fact about members with assumed names. If it fails and the target does not know a member, the case is
 * blocked: the rule of the name has the finding.
 */
export async function checkAssuming(
  t: Case,
  names: readonly AssumedName[],
  assertion: () => void | Promise<void>,
): Promise<void> {
  try {
    await assertion();
  } catch (error) {
    for (const name of names)
      if (!(await isKnown(t, name))) t.blocked(`the target does not know this member of a send: ${name}`);
    throw error;
  }
}

/** True if the target knows a member with an assumed name. */
export function isKnown(t: Case, name: AssumedName): Promise<boolean> {
  return t.once(`member ${name}`, async () => {
    if (name === 'email') return knowsAddressObject(t);
    if (name === 'address object') return acceptsTo(t, { email: t.unique.address() });
    if (name !== 'address string') return knows(t, name);
    return (await acceptsTo(t, t.unique.address())) || !(await acceptsTo(t, { email: t.unique.address() }));
  });
}

/** A member is known if it is shown, if wrong types are refused, or if it is refused and a made-up name is accepted. */
async function knows(t: Case, name: keyof typeof assumedMembers): Promise<boolean> {
  const send = (overrides: Record<string, unknown>) => t.again(() => t.api.sendEmail(t.email(overrides)));
  const { value, wrong }: AssumedMember = assumedMembers[name];
  const right = await send({ [name]: value });
  if (!right.accepted) return (await send({ [`conformance_${name}`]: value })).accepted;
  if (typeof value === 'string' && right.text.includes(value)) return true;
  for (const mistyped of wrong) if ((await send({ [name]: mistyped })).refused) return true;
  return false;
}

async function knowsAddressObject(t: Case): Promise<boolean> {
  if (await isKnown(t, 'address object')) return true;
  return (await t.api.sendEmail(t.email({ from: { email: t.target.email.from } }))).accepted;
}

async function acceptsTo(t: Case, recipient: unknown): Promise<boolean> {
  return (await t.api.sendEmail(t.email({ to: [recipient] }))).accepted;
}

/** Members that turn the smallest body into one with a template, which brings subject and text. */
export function makeTemplated({ id, variables }: { id: string; variables?: object }): Record<string, unknown> {
  return { subject: undefined, text_body: undefined, template_id: id, template_variables: variables };
}

/** Members that exclude each other: a reply can't forward. */
export function makeReplyAndForward(unique: Case['unique']) {
  return { in_reply_to_message_id: unique.uuid(), forward_of_message_id: unique.uuid() };
}

/** True if the target understands the override flag, whose name is assumed: one sign is enough. */
export async function knowsOverride(t: Case): Promise<boolean> {
  const mistyped = await t.again(() => t.api.sendEmail(t.email({ ignore_suppression: 'yes' })));
  return (
    mistyped.refused || isTreatedOtherwise(t, t.target.email.suppressed?.unsubscribe, { ignore_suppression: true })
  );
}

/** True if members of a send change the answer about a recipient. */
export async function isTreatedOtherwise(t: Case, address: string | undefined, members: object): Promise<boolean> {
  if (!address) return false;
  const send = (more: object) => t.again(() => t.api.sendEmail(t.email({ to: [address], ...more })));
  const [without, changed] = [await send({}), await send(members)];
  return describePlaces(address, without) !== describePlaces(address, changed);
}
