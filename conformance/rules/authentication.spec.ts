import { sendReadable } from '../suite/calls/sending.ts';
import { type Answer, type Case, expect, rule, written } from '../suite/rule.ts';

type Api = Case['api'];
type Options = Parameters<Api['listRuns']>[1];
type Call = (api: Api, options?: Options) => Promise<Answer>;

interface Endpoint {
  name: string;
  /** The rule that says that it answers an authentication failure with 401. */
  status: 'AUTH-4' | 'AUTH-5';
  /** Whether it may be called with credentials that are good, or that a careless server takes for good. */
  mayRun: (target: Case['target']) => boolean;
  /** A request that is as good as the profile allows, whoever sends it. */
  prepare: (given: Case) => Promise<Call> | Call;
  /** Makes sure that there is such a route, so that its refusals are about the credentials. */
  twin: (given: Case, call: Call) => Promise<unknown>;
}

const always = () => true;
const mayWrite = ({ allow }: Case['target']) => allow.has('write');
const maySend = ({ allow, email }: Case['target']) => allow.has('send') && !!email.from && !!email.recipientDomain;

const succeeds: Endpoint['twin'] = ({ api, given }, call) => given(call(api), 'the same with good credentials');

function plain(name: string, mayRun: Endpoint['mayRun'], call: Call): Endpoint {
  return { name, status: 'AUTH-5', mayRun, prepare: () => call, twin: succeeds };
}

const endpoints: readonly Endpoint[] = [
  {
    name: 'the update of a notification',
    status: 'AUTH-4',
    mayRun: (target) => mayWrite(target) && target.simNotification.id !== undefined,
    prepare({ target, unique }) {
      const id = target.simNotification.id ?? unique.uuid();
      return (api, options) => api.updateNotification(id, {}, options);
    },
    async twin({ api, given }, call) {
      const answer = await call(api);
      // A deployment may refuse to change nothing: then it has looked at more than the credentials.
      if (!answer.refusedForm) await given(answer, 'the same with good credentials');
    },
  },
  plain('the reservation of numbers', mayWrite, (api, options) => api.createReservation({}, options)),
  plain('the list of document types', always, (api, options) => api.listDocumentTypes({}, options)),
  plain('the list of mission runs', always, (api, options) => api.listRuns({}, options)),
  ...[false, true].flatMap((alias): Endpoint[] => [
    {
      name: `sending email${alias ? ' by the legacy route' : ''}`,
      status: 'AUTH-5',
      mayRun: maySend,
      // Where nothing may be sent, a body that names no recipient still tells whether the credentials count.
      prepare({ email, target }) {
        const body = maySend(target) ? email() : {};
        return (api, options) => api.sendEmail(body, { ...options, alias });
      },
      async twin(given, call) {
        if (maySend(given.target)) return succeeds(given, call);
        const { status } = await call(given.api, { harmless: true });
        if (status === 404 || status === 405) given.blocked('the profile lacks: wire: { emailPath: PATH }');
      },
    },
    {
      name: `reading an email${alias ? ' by the legacy route' : ''}`,
      status: 'AUTH-5',
      mayRun: always,
      async prepare(given) {
        const id = maySend(given.target) ? (await sendReadable(given)).id : given.unique.uuid();
        return (caller, options) => caller.getEmail(id, { ...options, alias });
      },
      async twin({ api, target, given, notApplicable }, call) {
        if (!maySend(target))
          return alias && notApplicable('whether the route exists shows only with a message to read');
        const answer = await call(api);
        if (alias && answer.status === 404) notApplicable('the target does not read by the legacy route');
        return given(answer, 'reading with good credentials');
      },
    },
  ]),
];

/** Whole Authorization headers that nobody may be known by, none of them made from a good one. */
function unknownCredentials({ unique }: Pick<Case, 'unique'>): Record<string, string | false> {
  return {
    'no Authorization header': false,
    'an empty Authorization header': '',
    'the scheme without a token': 'Bearer',
    'an unknown token': `Bearer ${unique.uuid()}`,
    'an unknown token in the form of a key': 'Bearer key_that_nobody_has',
    'a token of several words': 'Bearer no such token',
    'a token that is a mark': 'Bearer ,',
    'an unknown token without a scheme': unique.uuid(),
    'Basic with a user and a password': `Basic ${Buffer.from('nobody:nothing').toString('base64')}`,
    'Digest with a user': 'Digest username="nobody", realm="telephony"',
  };
}

/** Whole Authorization headers with the account's own token, which lack nothing but the scheme. */
function withoutScheme({ apiKey }: { apiKey: string }): Record<string, string> {
  return {
    'the own token under the scheme Basic': `Basic ${apiKey}`,
    'the own token under the scheme Token': `Token ${apiKey}`,
    'the own token without a scheme': apiKey,
  };
}

for (const { name, status, mayRun, prepare, twin } of endpoints) {
  rule(['AUTH-2', 'AUTH-3', status], `${name} is refused to everybody who is not known`, async (given) => {
    const { api, target, check, each, blocked } = given;
    const call = await prepare(given);
    if (mayRun(target) || name.includes('email')) await twin(given, call);
    const own = mayRun(target) ? withoutScheme(target.accounts.primary) : {};
    await each({ ...unknownCredentials(given), ...own }, async (authorization) => {
      const answer = await call(api, { authorization });
      const isRefused = check('AUTH-2', () => expect(answer).toRefuse());
      const refused = () => (isRefused ? answer : blocked('it was not refused'));
      check('AUTH-3', () => expectAuthenticationFailure(refused()));
      check(status, () => expect(refused()).toHaveStatus(401));
    });
  });
}

function expectAuthenticationFailure(answer: Answer): void {
  expect(answer).toHaveErrorCode('10009');
  const error = answer.errors.find(({ code }) => code === '10009');
  expect(error?.title, 'title').toBe('Authentication failed');
  // Its words are the service's own.
  expect(String(error?.detail), 'a detail about the credentials').toMatch(/credential|token|key|authorization/i);
}

rule('AUTH-1', 'a token of one of the accounts is never taken for an unknown one', async (given) => {
  const { api, target, step } = given;
  for (const { name, mayRun, prepare } of endpoints.filter((one) => one.mayRun(target))) {
    const call = await prepare(given);
    for (const account of ['primary', 'restricted', 'other'] as const) {
      if (!target.accounts[account] || !mayRun(target)) continue;
      await step(`${name}, ${account}`, async () => {
        const answer = await call(api.as(account));
        // Another account may be forbidden to touch what belongs to the first.
        // That a key of the same account may do less is nowhere said, but for one scope.
        const isForbidden = account === 'primary' || (account === 'restricted' && target.assumptions === 'strict');
        expectKnown(answer, isForbidden ? [401, 403] : [401]);
      });
    }
  }
});

rule('AUTH-1', 'the header that carries the token is known in any letter case', async ({ api, target, given }) => {
  await given(api.listDocumentTypes());
  const headers = [['authorization', `Bearer ${target.accounts.primary.apiKey}`]] as const;
  const answer = await api.listDocumentTypes({}, { authorization: false, headers: [...headers] });
  expectKnown(answer, [401, 403]);
});

rule('AUTH-8', 'a request with two Authorization headers is refused with 401', async (given) => {
  const { api, target, unique, step, each } = given;
  const own = `Bearer ${target.accounts.primary.apiKey}`;
  const pairs = {
    'the own token before an unknown one': [own, `Bearer ${unique.uuid()}`],
    'the own token behind an unknown one': [`Bearer ${unique.uuid()}`, own],
    'the own token twice': [own, own],
  } as const;
  for (const { name, prepare, twin } of endpoints.filter(({ mayRun }) => mayRun(target))) {
    const call = await prepare(given);
    await step(name, async () => {
      await twin(given, call);
      await each(pairs, async ([authorization, second]) => {
        const answer = await call(api, { authorization, headers: [['Authorization', second]] });
        expect(answer).toRefuse(401, '10009');
      });
    });
  }
});

function expectKnown(answer: Answer, statuses: number[]): void {
  const isUnknown = answer.codes.includes('10009') || statuses.includes(answer.status);
  expect(isUnknown, `a known token is refused: ${answer}`).toBe(false);
}

rule('AUTH-7', 'what a 401 says about the scheme', async ({ api, observe }) => {
  const answer = await api.as('nobody').listRuns();
  const named = answer.header('www-authenticate');
  observe(named === undefined ? 'no WWW-Authenticate header' : `WWW-Authenticate: ${named}`);
});

rule(
  'AUTH-2',
  'an update that was refused changes nothing',
  { needs: ['write', 'simNotification'] },
  async ({ api, notification, unique, given, blocked }) => {
    const { id } = notification;
    const read = async () =>
      (await given(api.readNotification(id), 'reading the notification')).shown.threshold ??
      blocked('the answer shows no threshold');
    await given(api.updateNotification(id, { threshold: { amount: '21.5', unit: 'MB' } }));
    const before = await read();
    for (const authorization of [false, `Bearer ${unique.uuid()}`] as const) {
      await api.updateNotification(id, { threshold: { amount: '98.25', unit: 'GB' } }, { authorization });
    }
    expect(await read(), 'the threshold after two refused updates').toEqual(before);
  },
);

rule(
  'AUTH-2',
  'a reservation that was refused holds nothing',
  { needs: ['write', 'reservation'], thorough: true, numbers: 1 },
  async ({ api, numbers }) => {
    const nobody = api.as('nobody');
    const areHeld = await numbers.areHeldBy(api, (phone_number) =>
      nobody.createReservation({ phone_numbers: [{ phone_number }] }),
    );
    expect(areHeld, 'numbers are held after a refused reservation').toBe(false);
  },
);

rule(
  'AUTH-2',
  'an email that was refused is not delivered',
  { needs: ['send', 'outbox'], thorough: true },
  async ({ api, email, mailbox, unique }) => {
    const address = unique.address('refused');
    await api.as('nobody').sendEmail(email.real({ to: [address] }));
    await api.sendEmail(email.real({ to: [address] }), { authorization: `Bearer ${unique.uuid()}`, alias: true });
    expect(await mailbox.isEmpty(address), 'no mail has come').toBe(true);
  },
);

rule('AUTH-5', 'credentials are looked at before the body, whatever that is', async (given) => {
  const { api, email, target, step, blocked } = given;
  const nobody = api.as('nobody');
  const writes: Record<string, (body: unknown) => Promise<Answer>> = {
    '/number_reservations': (body) => nobody.createReservation(body),
    [target.wire.emailPath]: (body) => nobody.sendEmail(body),
  };
  for (const [path, write] of Object.entries(writes)) {
    const twin = await write(path === target.wire.emailPath ? email() : {});
    if (!twin.refused) blocked(`${path} is open to everybody, see AUTH-2`);
    for (const body of ['{"to":', '[]', '{}']) {
      await step(`${path}, ${body}`, async () => {
        expect(await write(written(body)), 'without credentials').toHaveStatus(twin.status);
      });
    }
  }
});

// What is wrong about these requests is told to nobody who is not known.
rule(
  ['AUTH-4', 'AUTH-5'],
  'without credentials, a request with a wrong body or query is an authentication failure',
  async ({ api, target, unique, check, each, observe }) => {
    const nobody = api.as('nobody');
    await each([{}, { threshold: 5 }, { threshold: { unit: 'KB' } }, []], 'an update by ', async (body) => {
      const answer = await nobody.updateNotification(unique.uuid(), body);
      // Which of two failures is told is an assumption, while the status of this one is not.
      const isJudged = target.assumptions === 'strict' || JSON.stringify(body) === '{}';
      if (isJudged) check('AUTH-4', () => expect(answer).toHaveStatus(401));
      else observe(`an unknown caller with the body ${JSON.stringify(body)}: ${answer.status}`);
    });
    await each([{ size: 0 }, { size: 1001 }, { number: 'abc' }], 'a list with ', async (query) => {
      const answers = [await nobody.listDocumentTypes(query), await nobody.listRuns(query)];
      for (const answer of answers) check('AUTH-5', () => expect(answer).toHaveStatus(401));
    });
  },
);
