import { expect, test } from 'vitest';
import { acceptedMessage } from '../testing.ts';
import { getEmailMessage } from './get-email-message.ts';
import { caller, newWorld } from './testing.ts';

type Request = Parameters<typeof getEmailMessage.handle>[0];
const found = ['EMAIL-GET-2', 'EMAIL-GET-3', 'EMAIL-WO-2'];

for (const [label, id, status, rules] of [
  ['a sent message', 'SENT', 200, [...found, 'EMAIL-ANS-11']],
  ['a scheduled message', 'scheduled', 200, found],
  ['an unknown message', 'unknown', 404, ['EMAIL-GET-4']],
  ['a message of another account', 'foreign', 404, ['EMAIL-GET-5', 'EMAIL-GET-4']],
] as const) {
  test(`reading ${label} is answered with ${status} under ${rules.join()}`, () => {
    const world = newWorld();
    for (const state of ['sent', 'scheduled'] as const)
      world.messages.add(acceptedMessage({ id: state, status: state }));
    world.messages.add(acceptedMessage({ id: 'foreign', account: 'globex' }));
    const answer = getEmailMessage.handle({ caller, values: { id } } as Partial<Request> as Request, world);
    expect([answer.status, answer.rules]).toEqual([status, rules]);
  });
}
