import { type Profile, readProfile } from '../../conformance/suite/target/profile.ts';
import { mockProfile } from '../../conformance/suite/target/target.ts';

/** The profile of the mock as a deployment, without control plane; `origin` serves its mailbox, too. */
export function mockAsTarget(origin: string): Profile & { outbox: { mailpit: string } } {
  const { control: _, ...profile } = readProfile(mockProfile, {});
  return { ...profile, name: 'staging', baseUrl: `${origin}/v2`, outbox: { mailpit: origin }, assumptions: 'warn' };
}
