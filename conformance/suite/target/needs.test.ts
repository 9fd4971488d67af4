import { expect, test } from 'vitest';
import { Signal } from '../outcome/signals.ts';
import { howToUnblock, lacking, missingNeeds, outsideScope } from './needs.ts';
import type { Profile } from './profile.ts';
import { resolveTarget } from './target.ts';

const accounts = { primary: { apiKey: 'key' } };
const id = '11111111-1111-4111-8111-111111111111';

const targetOf = (profile: Partial<Profile>) =>
  resolveTarget({ baseUrl: 'https://a.example/v2', accounts, ...profile }, { isMock: false, clockOffsetMs: 0 });

/** What of a profile is enough for each need, and what is almost so. */
const offers: [need: string, enough: Partial<Profile>, almost: Partial<Profile>][] = [
  ['read', { allow: ['read'] }, { allow: ['write'] }],
  ['write', { allow: ['read', 'write'] }, { allow: ['read'] }],
  [
    'send',
    { allow: ['send'], email: { from: 'a@a.example', recipientDomain: 'a.example' } },
    { allow: ['send'], email: { from: 'a@a.example' } },
  ],
  [
    'send',
    { allow: ['send'], email: { from: 'a@a.example', recipientDomain: 'a.example' } },
    { allow: ['read'], email: { from: 'a@a.example', recipientDomain: 'a.example' } },
  ],
  [
    'send',
    { allow: ['send'], email: { from: 'a@a.example', recipientDomain: 'a.example' } },
    { allow: ['send'], email: { recipientDomain: 'a.example' } },
  ],
  ['outbox', { outbox: { mailpit: 'http://a.example' } }, {}],
  ['control', { control: { admin: 'http://a.example/__admin' } }, {}],
  ['simNotification', { simNotification: { id } }, { simNotification: { foreignId: id } }],
  ['simNotification.foreignId', { simNotification: { foreignId: id } }, { simNotification: { id } }],
  ['reservation', { reservation: { phoneNumbers: ['+13125550100'] } }, { reservation: { phoneNumbers: [] } }],
  ['accounts.restricted', { accounts: { ...accounts, restricted: { apiKey: 'k' } } }, {}],
  ['accounts.other', { accounts: { ...accounts, other: { apiKey: 'k' } } }, {}],
  ...(['rendered', 'withoutSubject', 'emptySubject', 'foreign'] as const).map(
    (name): [string, Partial<Profile>, Partial<Profile>] => [
      `email.templates.${name}`,
      { email: { templates: { [name]: { id } } } as never },
      { email: { templates: { another: { id } } } as never },
    ],
  ),
  ...(['hardBounce', 'spamComplaint', 'invalid', 'unsubscribe', 'group'] as const).map(
    (name): [string, Partial<Profile>, Partial<Profile>] => [
      `email.suppressed.${name}`,
      { email: { suppressed: { [name]: 'a@a.example' } } as never },
      { email: { suppressed: { another: 'a@a.example' } } as never },
    ],
  ),
];
for (const [need, enough, almost] of offers) {
  test(`a target offers ${need} when its profile says so, not with ${JSON.stringify(almost)}`, () => {
    expect(missingNeeds([need], targetOf(enough))).toEqual([]);
    expect(missingNeeds([need], targetOf(almost))).toEqual([need]);
    const line = howToUnblock([need], targetOf(almost));
    expect(line).toMatch(/^the profile lacks: \S+: /);
    expect(line).toContain(need.split('.').at(-1)?.replace('reservation', 'phoneNumbers') as string);
  });
}

test('for each need there is a line, or some, to add to a profile', () => {
  const all = [...new Set(offers.map(([need]) => need))];
  expect(
    Object.fromEntries(
      all.map((need) => [need, howToUnblock([need], { wrong: {} }).replace('the profile lacks: ', '')]),
    ),
  ).toEqual({
    read: 'allow: [read]',
    write: 'allow: [read, write]',
    send: 'allow: [read, write, send] and email: { from: ADDRESS, recipientDomain: DOMAIN }',
    outbox: 'outbox: { mailpit: http://HOST:8025 }',
    control: 'control: { admin: http://HOST:PORT/__admin }   # only the mock has it',
    simNotification: 'simNotification: { id: UUID }   # it is put back afterwards',
    'simNotification.foreignId': "simNotification: { foreignId: UUID }   # another account's",
    reservation: 'reservation: { phoneNumbers: ["+1...", ...] }   # numbers that may be held for half an hour',
    'accounts.restricted':
      'accounts: { restricted: { apiKey: $' +
      '{RESTRICTED_API_KEY} } }   # same account, without the scope email:override',
    'accounts.other': 'accounts: { other: { apiKey: $' + '{OTHER_API_KEY} } }   # another account',
    'email.templates.rendered': 'email: { templates: { rendered: { id: UUID, variables: { ... }, subject: TEXT } } }',
    'email.templates.withoutSubject': 'email: { templates: { withoutSubject: { id: UUID } } }',
    'email.templates.emptySubject': 'email: { templates: { emptySubject: { id: UUID } } }',
    'email.templates.foreign': 'email: { templates: { foreign: { id: UUID } } }',
    'email.suppressed.hardBounce': 'email: { suppressed: { hardBounce: ADDRESS } }',
    'email.suppressed.spamComplaint': 'email: { suppressed: { spamComplaint: ADDRESS } }',
    'email.suppressed.invalid': 'email: { suppressed: { invalid: ADDRESS } }',
    'email.suppressed.unsubscribe': 'email: { suppressed: { unsubscribe: ADDRESS } }',
    'email.suppressed.group': 'email: { suppressed: { group: { groupId: UUID, address: ADDRESS } } }',
  });
});

test('a need that nobody can offer is a bug', () => {
  expect(() => missingNeeds(['nope'], targetOf({}))).toThrow('no target can offer "nope"');
});

test('what the scope leaves out stands for all of its group, with the reasons', () => {
  const target = targetOf({ scope: { without: ['email.templates', 'outbox', 'write'], reason: 'not here' } });
  expect(outsideScope(['email.templates.rendered', 'read'], target)).toBe('without email.templates: not here');
  expect(outsideScope(['outbox', 'write'], target)).toBe('without outbox, write: not here');
  expect(outsideScope(['control', 'outbox'], target)).toBe(
    'without control, outbox: only our own mock has a control plane; not here',
  );
  for (const need of ['email.templatesOf', 'email', 'read', 'email.suppressed.group']) {
    expect(outsideScope([need], target), need).toBeUndefined();
  }
});

test('what is lacking blocks, and is out of scope where the profile says so', () => {
  const thrown = (need: string) => {
    try {
      return lacking(need, targetOf({ scope: { without: ['outbox'], reason: 'no mail here' } }));
    } catch (error) {
      return error instanceof Signal && [error.outcome, error.message];
    }
  };
  expect(thrown('outbox')).toEqual(['outOfScope', 'without outbox: no mail here']);
  expect(thrown('write')).toEqual(['blocked', 'the profile lacks: allow: [read, write]']);
});

test('what is wrong in the profile is told before what it lacks', () => {
  const wrong = { 'email.from': 'nobody may send from it' };
  expect(howToUnblock(['write', 'email.from'], { wrong })).toBe('the profile is wrong: nobody may send from it');
  const both = { ...wrong, 'accounts.other': 'it is the same account' };
  expect(howToUnblock(['accounts.other', 'email.from'], { wrong: both })).toBe(
    'the profile is wrong: it is the same account; nobody may send from it',
  );
  expect(howToUnblock(['write', 'accounts.other'], { wrong })).toMatch(
    /^the profile lacks: allow: \[read, write\]; accounts: \{ other: \{ apiKey: \$\{OTHER_API_KEY\} \} \}/,
  );
});
