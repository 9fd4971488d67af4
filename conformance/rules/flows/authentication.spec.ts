// conformance/rules/flows/: cases with steps, by concern.
import { isRefusedLike } from '../../suite/api/expect.ts';
import { awaitThreshold } from '../../suite/api/notification.ts';
import { sendReadable } from '../../suite/api/sending.ts';
import { type Answer, type Case, expect, rule, test } from '../../suite/rule.ts';
import { findMissingNeeds } from '../../suite/target/needs.ts';

type Api = Case['api'];
type Call = (api: Api, options?: Parameters<Api['listRuns']>[1]) => Promise<Answer>;

interface Endpoint {
  name: string;
  /** Needed for a request that may succeed, also because a careless server accepts bad credentials. */
  needs: readonly string[];
  /** A valid request, as far as the profile allows one. */
  prepare: (t: Case) => Promise<Call> | Call;
}

const mayRun = (t: Case, { needs }: Pick<Endpoint, 'needs'>) => findMissingNeeds(needs, t.target).length === 0;
const maySend = (t: Case) => mayRun(t, { needs: ['send'] });

const reading: readonly Endpoint[] = [false, true].map((alias) => ({
  name: `reading an email${alias ? ' by the legacy route' : ''}`,
  needs: ['read'],
  async prepare(t) {
    const id = maySend(t) ? (await sendReadable(t)).id : t.unique.uuid();
    return (api, options) => api.getEmail(id, { ...options, alias });
  },
}));
const sending: readonly Endpoint[] = [false, true].map((alias) => ({
  name: `sending email${alias ? ' by the legacy route' : ''}`,
  needs: ['send'],
  // A body without recipients needs no permission to send.
  prepare(t) {
    const body = maySend(t) ? t.email() : {};
    return (api, options) => api.sendEmail(body, { ...options, alias });
  },
}));
const endpoints: readonly Endpoint[] = [
  {
    name: 'the update of a notification',
    needs: ['write', 'simNotification'],
    prepare(t) {
      const id = t.target.simNotification.id ?? t.unique.uuid();
      return (api, options) => api.updateNotification(id, {}, options);
    },
  },
  {
    name: 'the reservation of numbers',
    needs: ['write'],
    prepare: () => (api, options) => api.createReservation({}, options),
  },
  {
    name: 'the list of document types',
    needs: ['read'],
    prepare: () => (api, options) => api.listDocumentTypes({}, options),
  },
  { name: 'the list of mission runs', needs: ['read'], prepare: () => (api, options) => api.listRuns({}, options) },
  ...sending,
  ...reading,
];

/** Checks that the route exists, so that its refusals are about the credentials. Returns the refusal of a deployment with good ones. */
async function needRoute(t: Case, endpoint: Endpoint, call: Call): Promise<Answer | undefined> {
  const isAlias = endpoint.name.includes('legacy');
  if (reading.includes(endpoint) && !maySend(t))
    return isAlias ? t.notApplicable('whether the route exists shows only with a message to read') : undefined;
  if (sending.includes(endpoint) && !maySend(t)) {
    const { status } = await call(t.api, { harmless: true });
    return status === 404 || status === 405 ? t.blocked('the profile lacks: wire: { emailPath: PATH }') : undefined;
  }
  if (!mayRun(t, endpoint)) return undefined;
  const answer = await t.eventually(() => call(t.api));
  if (isAlias && reading.includes(endpoint) && answer.status === 404)
    t.notApplicable('the target does not read by the legacy route');
  // A deployment may refuse an empty update: then it has accepted the credentials.
  if (answer.refusedForm) return answer;
  await t.mustSucceed(answer, 'the same with good credentials');
  return undefined;
}

/** Authorization headers of no account, none of them derived from a valid one. */
function unknownCredentials({ unique }: Case): Record<string, string | false> {
  return {
    'no Authorization header': false,
    'an empty Authorization header': '',
    'the scheme without a token': 'Bearer',
    'an unknown token': `Bearer ${unique.uuid()}`,
    'an unknown token in the form of a key': 'Bearer key_unknown',
    'a token of several words': 'Bearer no such token',
    'a punctuation token': 'Bearer ,',
    'an unknown token without a scheme': unique.uuid(),
    'Basic with a user and a password': `Basic ${Buffer.from('nobody:nothing').toString('base64')}`,
    'Digest with a user': 'Digest username="nobody", realm="telephony"',
  };
}

/** Authorization headers that only contain the token of the account. */
function makeNearTokens({ apiKey }: { apiKey: string }): Record<string, string> {
  const inOtherCase = [apiKey.toUpperCase(), apiKey.toLowerCase()].find((token) => token !== apiKey);
  return {
    ...(inOtherCase && { 'a known token in other letter case': `Bearer ${inOtherCase}` }),
    'a known token under the scheme Basic': `Basic ${apiKey}`,
    'a known token under the scheme Token': `Token ${apiKey}`,
    'a known token without a scheme': apiKey,
    'a known token with a further character': `Bearer ${apiKey}~`,
  };
}

for (const [index, endpoint] of endpoints.entries()) {
  const { name, prepare } = endpoint;
  const status = index === 0 ? 'AUTH-4' : 'AUTH-5';
  // The source names no error of the supporting operation.
  const code = name.startsWith('reading') ? [] : (['AUTH-3'] as const);
  test(
    ...rule(['AUTH-2', status, ...code], `${name} is refused to unknown callers`, async (t) => {
      const call = await prepare(t);
      await needRoute(t, endpoint, call);
      const nearTokens = mayRun(t, endpoint) ? makeNearTokens(t.target.accounts.primary) : {};
      await t.each({ ...unknownCredentials(t), ...nearTokens }, async (authorization) => {
        const answer = await call(t.api, { authorization });
        const isRefused = t.check('AUTH-2', () => expect(answer).toRefuse());
        const check = (id: typeof status | 'AUTH-3', ...exact: [status?: number, code?: string]) =>
          t.check(id, () => {
            if (!isRefused) t.blocked('it was not refused');
            expect(answer).toRefuse(...exact);
          });
        check(status, 401);
        for (const id of code) check(id, undefined, '10009');
      });
    }),
  );
}

test(
  ...rule('AUTH-1', 'a token of one of the accounts is never taken for an unknown one', async (t) => {
    for (const { name, prepare } of endpoints.filter((endpoint) => mayRun(t, endpoint))) {
      const call = await prepare(t);
      for (const account of ['primary', 'restricted', 'other'] as const) {
        if (!t.target.accounts[account]) continue;
        // Another account may have no access to resources of the first. A key of the same account with fewer rights
        // is documented for one scope only.
        const isForbidden = account === 'primary' || (account === 'restricted' && t.target.assumptions === 'strict');
        await t.step(`${name}, ${account}`, async () =>
          expectKnown(await call(t.api.as(account)), isForbidden ? [401, 403] : [401]),
        );
      }
    }
  }),
);

test(
  ...rule('AUTH-1', 'the header of the token is known in any letter case', async (t) => {
    await t.mustSucceed(t.api.listDocumentTypes());
    const headers = [['authorization', `Bearer ${t.target.accounts.primary.apiKey}`]] as const;
    expectKnown(await t.api.listDocumentTypes({}, { authorization: false, headers: [...headers] }), [401, 403]);
  }),
);

const thorough = (...needs: string[]) => ({ needs, thorough: true });

function expectKnown(answer: Answer, statuses: number[]): void {
  const isUnknown = answer.codes.includes('10009') || statuses.includes(answer.status);
  expect(isUnknown, `a known token is refused: ${answer}`).toBe(false);
}

test(
  ...rule('AUTH-8', 'a request with two Authorization headers is refused with 401', async (t) => {
    const known = `Bearer ${t.target.accounts.primary.apiKey}`;
    const pairs = {
      'a known token before an unknown one': [known, `Bearer ${t.unique.uuid()}`],
      'a known token behind an unknown one': [`Bearer ${t.unique.uuid()}`, known],
      'a known token twice': [known, known],
    } as const;
    for (const endpoint of endpoints.filter((endpoint) => mayRun(t, endpoint))) {
      const call = await endpoint.prepare(t);
      await t.step(endpoint.name, async () => {
        const refusal = await needRoute(t, endpoint, call);
        await t.each(pairs, async ([authorization, second]) => {
          const answer = await call(t.api, { authorization, headers: [['Authorization', second]] });
          const isUnrelated = refusal !== undefined && isRefusedLike(answer, refusal);
          expect(!isUnrelated, `the refusal is about the headers: ${answer}`).toBe(true);
          expect(answer).toRefuse(401, '10009');
        });
      });
    }
  }),
);

test(
  ...rule('AUTH-2', 'a refused update changes nothing', { needs: ['write', 'simNotification'] }, async (t) => {
    const { id } = t.notification;
    const threshold = { amount: '21.5', unit: 'MB' };
    const read = async () =>
      (await t.mustSucceed(awaitThreshold(t, threshold), 'reading the notification')).shown.threshold ??
      t.blocked('the answer shows no threshold');
    await t.mustSucceed(t.api.updateNotification(id, { threshold }));
    const before = await read();
    for (const authorization of [false, `Bearer ${t.unique.uuid()}`] as const)
      await t.api.updateNotification(id, { threshold: { amount: '98.25', unit: 'GB' } }, { authorization });
    await t.settle();
    expect(await read(), 'the threshold after two refused updates').toEqual(before);
  }),
);

test(
  ...rule('AUTH-2', 'a refused reservation holds nothing', thorough('write', 'reservation'), async (t) => {
    const anonymous = t.api.as('anonymous');
    const areHeld = await t.numbers.areHeldBy(t.api, async (phone_number) => {
      await anonymous.createReservation({ phone_numbers: [{ phone_number }] });
      await t.settle();
    });
    expect(areHeld, 'numbers are held after a refused reservation').toBe(false);
  }),
);

test(
  ...rule('AUTH-2', 'a refused email is not delivered', thorough('send', 'outbox'), async (t) => {
    const address = t.unique.address('refused');
    const body = t.email.real({ to: [address] });
    await t.api.as('anonymous').sendEmail(body);
    await t.api.sendEmail(body, { authorization: `Bearer ${t.unique.uuid()}`, alias: true });
    expect(await t.mailbox.settled(address)).toHaveMails(0);
  }),
);
