import { expect, test } from 'vitest';
import { examineInSandbox, findWrongFacts, type WrongFacts } from '../../conformance/suite/run/wrong-facts.ts';
import { type Profile, readProfile } from '../../conformance/suite/target/profile.ts';
import { mockProfile, resolveTarget } from '../../conformance/suite/target/target.ts';
import { serve } from '../mock/support/serve.ts';
import { type LegalOptions, startLegalServer } from './legal.ts';

const ofMock: Profile = readProfile(mockProfile, {});
const { suppressed, templates } = ofMock.email ?? {};
const { primary, other: foreign } = ofMock.accounts;
const uuid = '11111111-1111-4111-8111-111111111111';

/** The mistakes found in a profile of the mock, which is taken for a deployment. */
async function findWrong(profile: Profile): Promise<WrongFacts> {
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
  'two keys of one account as keys of two accounts': [
    { ...ofMock, accounts: { ...ofMock.accounts, other: primary } },
    'accounts.other',
    'it is a key of the primary account',
  ],
  'the key of another account as a key of the same account': [
    { ...ofMock, accounts: { ...ofMock.accounts, restricted: foreign ?? primary } },
    'accounts.restricted',
    'it is a key of another account than accounts.primary',
  ],
  'an unknown template': [
    withEmail({ templates: { ...templates, rendered: { subject: '', ...templates?.rendered, id: uuid } } }),
    'email.templates.rendered',
    `the service does not know the template ${uuid}`,
  ],
  'an own template as a template of another account': [
    withEmail({ templates: { ...templates, foreign: { id: templates?.rendered?.id ?? '' } } }),
    'email.templates.foreign',
    'the template belongs to the primary account, not to the other one',
  ],
};
for (const [label, [profile, path, reason]] of Object.entries(wrong)) {
  test(`a profile that gives ${label} is found wrong`, async () => {
    expect(await findWrong(profile)).toEqual({ [path]: reason });
  });
}

test('a right profile has no problem', async () => {
  expect(await findWrong(ofMock)).toEqual({});
});

test('the profile is not blamed for a delivered suppressed address or another subject of a template', async () => {
  const rendered = { id: '', ...templates?.rendered, subject: 'Good morning, Ada!' };
  const withoutSubject = { id: rendered.id };
  const other = withEmail({
    suppressed: { ...suppressed, spamComplaint: 'fine@example.com' },
    templates: { ...templates, rendered, withoutSubject },
  });
  expect(await findWrong(other)).toEqual({});
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
