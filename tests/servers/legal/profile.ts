import type { Profile } from '../../../conformance/suite/target/profile.ts';
import { asksForMore } from './notifications.ts';
import { known, type World } from './world.ts';

/** The target profile of a server of this folder. */
export function profileOf(world: World, baseUrl: string, mailpit: string | undefined): Profile {
  const [primary, restricted, foreign] = world.callers.map(({ apiKey }) => ({ apiKey }));
  if (!primary || !restricted || !foreign) throw new Error('three keys are needed');
  const { emailPath, idempotencyHeader, pageNumber, pageSize } = world.wire;
  const { group, ...suppressed } = known.suppressed;
  const { rendered, ...templates } = known.templates;
  return {
    name: 'another legal server',
    baseUrl,
    accounts: { primary, restricted, other: foreign },
    allow: ['read', 'write', 'send'],
    assumptions: 'warn',
    email: {
      from: 'sender@legal.example',
      recipientDomain: 'people.example',
      templates: {
        rendered: { id: rendered, variables: { who: 'Ada' }, subject: 'Good day, Ada' },
        withoutSubject: { id: templates.withoutSubject },
        emptySubject: { id: templates.emptySubject },
        foreign: { id: templates.foreign },
      },
      suppressed: { ...suppressed, group: { groupId: known.group, address: group } },
    },
    simNotification: {
      id: known.notification,
      foreignId: known.foreignNotification,
      ...((world.manner.showing === 'little' || asksForMore(world)) && { original: known.threshold }),
    },
    reservation: { phoneNumbers: known.numbers },
    ...(mailpit && { outbox: { mailpit } }),
    limits: { requestsPerSecond: 1000, timeoutMs: 60_000 },
    wire: { emailPath, idempotencyHeader, pageNumber, pageSize },
  };
}
