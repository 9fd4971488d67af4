import { type Profile, readProfile } from '../../conformance/suite/target/profile.ts';
import { mockProfile } from '../../conformance/suite/target/target.ts';

/** The profile of our mock as if it were somebody else's: all that it has but its control plane; `origin` has its mailbox, too. */
export function mockAsTarget(origin: string): Profile & { outbox: { mailpit: string } } {
  const { control: _, ...profile } = readProfile(mockProfile, {});
  return { ...profile, name: 'staging', baseUrl: `${origin}/v2`, outbox: { mailpit: origin }, assumptions: 'warn' };
}
