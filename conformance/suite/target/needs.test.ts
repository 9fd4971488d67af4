import { expect, test } from 'vitest';
import { endForNeed, explainNeeds, explainScope, findMissingNeeds } from './needs.ts';
import type { Profile } from './profile.ts';
import { resolveTarget } from './target.ts';

const accounts = { primary: { apiKey: 'key' } };
const id = '11111111-1111-4111-8111-111111111111';
const targetOf = (profile: Partial<Profile>) =>
  resolveTarget({ baseUrl: 'https://a.example/v2', accounts, ...profile }, { isMock: false, clockOffsetMs: 0 });

const email = { from: 'a@a.example', recipientDomain: 'a.example' };
const offers: [need: string, enough: Partial<Profile>, almost: Partial<Profile>][] = [
  ['write', { allow: ['read', 'write'] }, { allow: ['read'] }],
  ['send', { allow: ['send'], email }, { allow: ['read'], email }],
  ['send', { allow: ['send'], email }, { allow: ['send'], email: { from: 'a@a.example' } }],
  ['outbox', { outbox: { mailpit: 'http://a.example' } }, {}],
  ['simNotification', { simNotification: { id } }, { simNotification: { foreignId: id } }],
  ['simNotification.foreignId', { simNotification: { foreignId: id } }, { simNotification: { id } }],
  ['reservation', { reservation: { phoneNumbers: ['+13125550100'] } }, { reservation: { phoneNumbers: [] } }],
  ['accounts.other', { accounts: { ...accounts, other: { apiKey: 'k' } } }, {}],
  ['email.templates.foreign', { email: { templates: { foreign: { id } } } }, { email: { templates: {} } }],
];
for (const [need, enough, almost] of offers) {
  test(`a target offers ${need} with ${JSON.stringify(enough)}, not with ${JSON.stringify(almost)}`, () => {
    expect(findMissingNeeds([need], targetOf(enough))).toEqual([]);
    expect(findMissingNeeds([need], targetOf(almost))).toEqual([need]);
  });
}

test('a group in the scope covers all its needs', () => {
  const target = targetOf({ scope: { without: ['email.templates', 'outbox'], reason: 'not here' } });
  expect(explainScope(['email.templates.rendered', 'read'], target)).toBe('without email.templates: not here');
  for (const need of ['email.templatesOf', 'email', 'read']) expect(explainScope([need], target), need).toBeUndefined();
});

test('a missing need blocks the case, unless the scope excludes it', () => {
  const target = targetOf({ scope: { without: ['outbox'], reason: 'no mail here' } });
  const outcomeOf = (need: string) => {
    try {
      return endForNeed(need, target);
    } catch (error) {
      return (error as { outcome: string }).outcome;
    }
  };
  expect(['outbox', 'write'].map(outcomeOf)).toEqual(['outOfScope', 'blocked']);
});

test('a blocked case names the missing or wrong line', () => {
  expect(explainNeeds(['write'], targetOf({}))).toBe('the profile lacks: allow: [read, write]');
  expect(explainNeeds(['send'], targetOf({ email }))).toBe('the profile lacks: allow: [read, write, send]');
  const wrong = { 'email.from': 'it may not send' };
  expect(explainNeeds(['write', 'email.from'], { ...targetOf({}), wrong })).toBe(
    'the profile is wrong: it may not send',
  );
});
