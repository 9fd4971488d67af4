import { membersNamed } from '../calls/email-members.ts';
import { type Ahead, aheadIn } from '../target/clock.ts';
import type { Sandbox } from './sandbox.ts';

/** How far the service's own clock is ahead, by when it says that it made a message: nothing where it says none. */
export async function findOwnClock({ api, sandboxed }: Sandbox): Promise<Ahead> {
  const { accepted, body, sentAt = '', tookMs = 0 } = await api.sendEmail(sandboxed());
  const [createdAt] = accepted ? membersNamed(body, 'created_at') : [];
  return aheadIn(createdAt, { sentAt, tookMs });
}
