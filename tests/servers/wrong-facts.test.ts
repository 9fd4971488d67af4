import { expect, test } from 'vitest';
import { examineInSandbox, findWrongFacts, type WrongFacts } from '../../conformance/suite/run/wrong-facts.ts';
import { type Profile, readProfile } from '../../conformance/suite/target/profile.ts';
import { mockProfile, resolveTarget } from '../../conformance/suite/target/target.ts';
import { serve } from '../mock/support/serve.ts';
import { type LegalOptions, startLegalServer } from './legal.ts';

const ofMock: Profile = readProfile(mockProfile, {});
const { suppressed, templates } = ofMock.email ?? {};
const { primary, other: foreign } = ofMock.accounts;
const group = suppressed?.group;
const uuid = '11111111-1111-4111-8111-111111111111';

/** The mistakes found in a profile of the mock, which is taken for a deployment. */
async function wrongIn(profile: Profile): Promise<WrongFacts> {
  const mock = await serve();
  const target = resolveTarget(
    { ...profile, baseUrl: `http://127.0.0.1:${mock.port}/v2`, consistency: { waitMs: 0 } },
    { isMock: false, clockOffsetMs: 0 },
  );
  const found = await examineInSandbox(target, 'facts', findWrongFacts);
  await mock.close();
  return found ?? {};
}

const withEmail = (email: Profile['email']): Profile => ({ ...ofMock, email: { ...ofMock.email, ...email } });

const wrong: Record<string, [profile: Profile, path: string, reason: string]> = {
  'an unsuppressed address': [
    withEmail({ suppressed: { ...suppressed, spamComplaint: 'fine@example.com' } }),
    'email.suppressed.spamComplaint',
    'fine@example.com is not suppressed',
  ],
  'two keys of one account as those of two': [
    { ...ofMock, accounts: { ...ofMock.accounts, other: primary } },
    'accounts.other',
    'it is a key of the primary account',
  ],
  'the key of another account as one of the same': [
    { ...ofMock, accounts: { ...ofMock.accounts, restricted: foreign ?? primary } },
    'accounts.restricted',
    'it is a key of another account than accounts.primary',
  ],
  'a subject to which the template is not rendered': [
    withEmail({
      templates: { ...templates, rendered: { id: '', ...templates?.rendered, subject: 'Good morning, Ada!' } },
    }),
    'email.templates.rendered',
    'its subject is rendered as "Welcome, Ada", not as "Good morning, Ada!"',
  ],
  'an unknown template': [
    withEmail({ templates: { ...templates, rendered: { subject: '', ...templates?.rendered, id: uuid } } }),
    'email.templates.rendered',
    `the service does not know the template ${uuid}`,
  ],
  'a template with a subject as one without': [
    withEmail({ templates: { ...templates, withoutSubject: { id: templates?.rendered?.id ?? '' } } }),
    'email.templates.withoutSubject',
    'the template has the subject "Welcome,"',
  ],
  'a template with a subject as one with an empty subject': [
    withEmail({ templates: { ...templates, emptySubject: { id: templates?.rendered?.id ?? '' } } }),
    'email.templates.emptySubject',
    'the template has the subject "Welcome,"',
  ],
  'an own template as that of another account': [
    withEmail({ templates: { ...templates, foreign: { id: templates?.rendered?.id ?? '' } } }),
    'email.templates.foreign',
    'the template belongs to the primary account, not to the other one',
  ],
};
for (const [label, [profile, path, reason]] of Object.entries(wrong)) {
  test(`a profile that gives ${label} is found wrong`, async () => {
    expect(await wrongIn(profile)).toEqual({ [path]: reason });
  });
}

test('a right profile has no problem', async () => {
  expect(await wrongIn(ofMock)).toEqual({});
});

test("a template's subject without variables proves nothing", async () => {
  const rendered = { id: '', ...templates?.rendered, subject: 'Good morning!' };
  expect(await wrongIn(withEmail({ templates: { rendered } }))).toEqual({});
});

test('the profile is not blamed for delivery to unsubscribed addresses, or to all suppressed ones', async () => {
  const [fine, groupId] = ['fine@example.com', group?.groupId ?? ''];
  const unsubscribed = { ...suppressed, unsubscribe: fine, group: { groupId, address: fine } };
  for (const addresses of [unsubscribed, { hardBounce: fine, invalid: 'good@example.com' }])
    expect(await wrongIn(withEmail({ suppressed: addresses }))).toEqual({});
});

const variants: Record<string, LegalOptions> = {
  strict: {},
  lax: { reading: 'lax', showing: 'much' },
  'with other names': { wire: 'other', envelope: 'other' },
  terse: { wire: 'other', envelope: 'none', showing: 'little', outbox: false },
};
for (const [variant, options] of Object.entries(variants)) {
  test(`a right profile of a server with other decisions has no wrong facts: ${variant}`, async () => {
    const server = await startLegalServer(options);
    const target = resolveTarget(server.profile, { isMock: false, clockOffsetMs: 0 });
    expect(await examineInSandbox(target, 'facts', findWrongFacts)).toEqual({});
    await server.close();
  });
}
