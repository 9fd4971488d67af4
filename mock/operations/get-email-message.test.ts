import { expect, test } from 'vitest';
import { ours } from '../../spec/generated/choices.ts';
import { acceptedMessage } from '../testing.ts';
import { getEmail, getEmailMessage } from './get-email-message.ts';
import { caller, worldWith } from './testing.ts';

type Request = Parameters<typeof getEmailMessage.handle>[0];

function read(id: string) {
  const world = worldWith();
  world.messages.add(acceptedMessage({ id: 'sent', status: 'sent', html: '<p>', tags: ['spring'] }));
  for (const status of ['queued', 'scheduled'] as const)
    world.messages.add(acceptedMessage({ id: status, status, text: null }));
  world.messages.add(acceptedMessage({ id: 'foreign', account: 'globex' }));
  return getEmailMessage.handle({ caller, values: { id } } as Partial<Request> as Request, world);
}

const shown = {
  record_type: 'email_message',
  from: { email: 'sender@example.com', name: 'Sender' },
  to: [{ email: 'ann@example.com', name: 'Ann' }],
  cc: [],
  bcc: [],
  reply_to: null,
  subject: 'Hello',
  template_id: null,
  template_variables: {},
  attachments: [],
  events: [],
  created_at: '1970-01-01T00:00:00.000Z',
};
const rules = ['EMAIL-GET-2', 'EMAIL-GET-3', 'EMAIL-WO-2'];

test('a message is read with its bodies and its status, and how it was made is known beside it', () => {
  const { made, ...sent } = read('SENT');
  const data = { ...shown, id: 'sent', status: 'sent', html_body: '<p>', text_body: 'Good morning' };
  expect(sent).toEqual({ status: 200, body: { data }, rules: [...rules, 'EMAIL-ANS-11'] });
  expect(made?.()).toEqual({ asked: { tags: ['spring'] }, lists: { suppressed: [] } });
  for (const status of ['queued', 'scheduled']) {
    const { made: _, ...waiting } = read(status);
    expect(waiting).toEqual({
      status: 200,
      body: { data: { ...shown, id: status, status, html_body: null, text_body: null } },
      rules,
    });
  }
});

test('a message that is unknown, or that of another account, is told not to exist', () => {
  const error = { code: '10001', title: 'Not found', detail: 'The message does not exist.' };
  expect(read('none')).toEqual({ status: 404, body: { errors: [error] }, rules: ['EMAIL-GET-4'] });
  expect(read('foreign')).toEqual({
    status: 404,
    body: { errors: [error] },
    rules: ['EMAIL-GET-5', 'EMAIL-GET-4'],
    notes: ['The message is one of another account.'],
  });
});

test('the legacy path is told not to exist where a deployment does not have it', () => {
  expect(getEmail.refusePath?.(ours)).toBeUndefined();
  expect(getEmail.refusePath?.({ ...ours, aliasReading: 'unknown' })).toEqual({
    status: 404,
    body: {
      errors: [{ code: '10005', title: 'Resource not found', detail: 'The requested path does not exist.' }],
    },
    rules: ['HTTP-7', 'EMAIL-ALIAS-4'],
    choice: 'aliasReading',
    chosen: ['aliasReading'],
  });
  expect([getEmail.generalRules?.(200), getEmailMessage.refusePath]).toEqual([['EMAIL-ALIAS-4'], undefined]);
});
