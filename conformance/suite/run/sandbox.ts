import type { Client } from '../api/client.ts';
import { membersNamed } from '../api/email-members.ts';
import { Unique } from '../api/unique.ts';
import { Waiting } from '../api/waiting.ts';
import { Signal } from '../outcome/signals.ts';
import { type Ahead, aheadIn } from '../target/clock.ts';
import type { Target } from '../target/target.ts';
import { withClient } from './harness.ts';

/** What is asked with before the first case: sends that reach nobody. */
export interface Sandbox {
  api: Client;
  target: Target;
  unique: Unique;
  waiting: Waiting;
  /** A body that is accepted, in sandbox mode, to an address of its own. */
  sandboxed: (overrides?: object) => object;
}

/** How far the service's own clock is ahead, by when it says that it made a message: nothing where it says none. */
export async function findOwnClock({ api, sandboxed }: Sandbox): Promise<Ahead> {
  const { accepted, body, sentAt = '', tookMs = 0 } = await api.sendEmail(sandboxed());
  const [createdAt] = accepted ? membersNamed(body, 'created_at') : [];
  return aheadIn(createdAt, { sentAt, tookMs });
}

/** Asks something of a deployment by sends in the sandbox; gives undefined where its profile does not allow them, or nobody answers. */
export async function inSandbox<T>(target: Target, runId: string, ask: (sandbox: Sandbox) => Promise<T>) {
  const { from, recipientDomain } = target.email;
  if (target.isMock || !target.allow.has('send') || !from || !recipientDomain) return undefined;
  const waiting = new Waiting(target.consistency.waitMs, { longestMs: 0 });
  // The workers of the run number their names from 0 on.
  const unique = new Unique(`${runId}-facts`, 0, recipientDomain);
  const plain = { from, subject: 'Conformance', text_body: 'A message of the conformance suite.', sandbox_mode: true };
  const sandboxed = (overrides: object = {}) => ({ ...plain, to: [unique.address('facts')], ...overrides });
  try {
    return await withClient(target, (api) => ask({ api, target, unique, sandboxed, waiting }));
  } catch (error) {
    // What can't be asked now is not known, and the cases say what is the matter.
    if (error instanceof Signal) return undefined;
    throw error;
  }
}
