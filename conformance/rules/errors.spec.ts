import { replyAndForward } from '../suite/calls/email-members.ts';
import { type Answer, type Case, expect, rule, written } from '../suite/rule.ts';
import { membersOf } from '../suite/wire/answer.ts';

type Asked = Record<string, () => Promise<Answer>>;

/** Requests that are refused before any effect, for every operation; what they need, and how each is provoked. */
const sources: Record<string, { needs: readonly string[]; ask: (given: Case) => Asked }> = {
  reads: {
    needs: ['read'],
    ask({ api, unique }) {
      const nobody = api.as('nobody');
      return {
        'document types without credentials': () => nobody.listDocumentTypes(),
        'document types with an unknown token': () => api.listDocumentTypes({}, { authorization: 'Bearer unknown' }),
        'mission runs without credentials': () => nobody.listRuns(),
        'an update without credentials': () => nobody.updateNotification(unique.uuid(), {}),
        'a reservation without credentials': () => nobody.createReservation({}),
        'document types of a size that is no number': () => api.listDocumentTypes({ size: 'abc' }),
        'document types of the size 0': () => api.listDocumentTypes({ size: 0 }),
      };
    },
  },
  reservations: {
    needs: ['write'],
    ask: ({ api }) => ({
      'a body that is no object': () => api.createReservation([]),
      'numbers that are no list': () => api.createReservation({ phone_numbers: 'none' }),
      'a number that is none': () => api.createReservation({ phone_numbers: [{ phone_number: 'x' }] }),
      'a reference that is no text': () => api.createReservation({ customer_reference: {} }),
      'no JSON': () => api.createReservation(written('{')),
      'a text': () => api.createReservation(written('x', 'text/plain')),
    }),
  },
  updates: {
    needs: ['write', 'simNotification'],
    ask: ({ api, notification: { id }, unique }) => ({
      'an unknown id': () => api.updateNotification(unique.uuid(), {}),
      'an id that is no UUID': () => api.updateNotification('none', {}),
      'an unknown unit': () => api.updateNotification(id, { threshold: { unit: 'KB' } }),
      'a threshold that is none': () => api.updateNotification(id, { threshold: 'x' }),
      'a body that is no object': () => api.updateNotification(id, []),
      'no JSON': () => api.updateNotification(id, written('{')),
      'a text': () => api.updateNotification(id, written('x', 'text/plain')),
    }),
  },
  emails: {
    needs: ['send'],
    ask({ api, email, unique }) {
      const address = unique.address();
      return {
        nothing: () => api.sendEmail({}),
        'a recipient twice': () => api.sendEmail(email({ to: [address, address] })),
        'no subject': () => api.sendEmail(email({ subject: undefined })),
        'a template and a subject': () => api.sendEmail(email({ template_id: unique.uuid() })),
        'an unknown parent': () => api.sendEmail(email({ in_reply_to_message_id: unique.uuid() })),
        'a reply that is a forward': () => api.sendEmail(email(replyAndForward(unique))),
        // A pointer to this one has to be escaped.
        'a header that is no text': () => api.sendEmail(email({ headers: { 'X-Conformance~x': 7 } })),
        'a key with a dot': () => api.sendEmail(email(), { key: 'a.b' }),
        'the legacy route, a recipient twice': () => api.sendEmail(email({ to: [address, address] }), { alias: true }),
        'no JSON': () => api.sendEmail(written('{')),
        'a text': () => api.sendEmail(written('x', 'text/plain')),
        'without credentials': () => api.as('nobody').sendEmail({}),
      };
    },
  },
};

const entryRules = ['ERR-2', 'ERR-3', 'ERR-4', 'ERR-5', 'ERR-6', 'ERR-8', 'ERR-9'] as const;
const pointer = /^(\/([^/~]|~[01])*)*$/;
const queryOf = ({ request }: Answer) => [...new URL(request.url).searchParams.keys()];

/** What the source says of one entry of `errors`; members that are absent are left alone, but for code and title. */
const entryChecks: Record<(typeof entryRules)[number], (entry: Answer['errors'][number], answer: Answer) => void> = {
  'ERR-2': ({ code, title }) => {
    expect(typeof code, `type of the code ${JSON.stringify(code)}`).toBe('string');
    expect(typeof title, `type of the title ${JSON.stringify(title)}`).toBe('string');
  },
  'ERR-3': ({ detail }) => expect(['string', 'undefined'], 'type of the detail').toContain(typeof detail),
  'ERR-4': ({ source }) => {
    if (source?.pointer !== undefined) expect(String(source.pointer), 'source.pointer').toMatch(pointer);
  },
  'ERR-5': ({ source }, answer) => {
    if (source?.parameter === undefined) return;
    expect(typeof source.parameter, 'type of source.parameter').toBe('string');
    if (queryOf(answer).length === 0) return;
    expect(queryOf(answer), 'the parameters of the request').toContain(unescaped(String(source.parameter)));
  },
  'ERR-6': ({ meta }) => {
    if (meta !== undefined) expect(meta, '`meta`').toBeJson('object');
  },
  'ERR-8': ({ code }) => expect(String(code), 'code').toMatch(/^\d+$/),
  'ERR-9': ({ code, title }) => {
    if (code === '10007') expect(title, 'title of 10007').toBe('Unexpected error');
  },
};

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

for (const [name, { needs, ask }] of Object.entries(sources)) {
  rule(
    ['ERR-1', ...entryRules, 'ERR-13', 'ERR-14'],
    `${name}: every refusal is a standard error body`,
    { needs },
    async (given) => {
      const { check, each, observe } = given;
      const nothing = () => given.blocked('no refusal with entries in `errors` was met');
      let entries = 0;
      await each(ask(given), async (request, label) => {
        const answer = await request();
        check('ERR-13', () => expect(answer).toHaveNamedStatus());
        if (!answer.refused) return observe(`${label}: ${answer.status}`);
        const { errors } = membersOf(answer.body);
        const isList = check('ERR-1', () => expectObjects(answer, errors));
        if (isList) check('ERR-14', () => expect(errors, 'entries of errors').not.toHaveLength(0));
        for (const entry of answer.errors) {
          entries += 1;
          for (const id of entryRules) check(id, () => entryChecks[id](entry, answer));
        }
      });
      if (entries === 0) for (const id of ['ERR-1', 'ERR-14', ...entryRules] as const) check(id, nothing);
    },
  );
}

function expectObjects(answer: Answer, errors: unknown): void {
  expect(errors, '`errors`').toBeJson('list');
  const areObjects = answer.errors.length === (errors as unknown[]).length;
  expect(areObjects, `the entries of \`errors\` are objects in ${answer}`).toBe(true);
}

rule('ERR-7', 'what the meta of an error holds', async ({ api, observe }) => {
  const metas = (await api.as('nobody').listRuns()).errors.map(({ meta }) => meta);
  observe(metas.some((meta) => meta !== undefined) ? `meta: ${JSON.stringify(metas)}` : 'no meta');
});

rule('ERR-13', 'successes have the status that the contract names', async ({ api, target, email, each }) => {
  const asked: Asked = {
    'document types': () => api.listDocumentTypes(),
    'mission runs': () => api.listRuns(),
    ...(target.allow.has('write') && { 'a reservation': () => api.createReservation({}) }),
    ...(target.allow.has('send') &&
      target.email.from && {
        'an email': () => api.sendEmail(email()),
        'an email by the legacy route': () => api.sendEmail(email(), { alias: true }),
      }),
  };
  await each(asked, async (ask) => expect(await ask()).toHaveNamedStatus());
});
