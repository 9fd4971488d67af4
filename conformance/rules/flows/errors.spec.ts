import { replyAndForward } from '../../suite/api/email-members.ts';
import { type Answer, type Case, expect, rule, test, written } from '../../suite/rule.ts';
import { membersOf } from '../../suite/wire/answer.ts';

type Asked = Record<string, () => Promise<Answer>>;

/** Requests that are refused before any effect, for every operation; what they need, and how each is provoked. */
const sources: Record<string, { needs: readonly string[]; ask: (t: Case) => Asked }> = {
  reads: {
    needs: ['read'],
    ask(t) {
      const nobody = t.api.as('nobody');
      return {
        'document types without credentials': () => nobody.listDocumentTypes(),
        'document types with an unknown token': () => t.api.listDocumentTypes({}, { authorization: 'Bearer unknown' }),
        'mission runs without credentials': () => nobody.listRuns(),
        'an update without credentials': () => nobody.updateNotification(t.unique.uuid(), {}),
        'a reservation without credentials': () => nobody.createReservation({}),
        'document types of a size that is no number': () => t.api.listDocumentTypes({ size: 'abc' }),
        'document types of the size 0': () => t.api.listDocumentTypes({ size: 0 }),
      };
    },
  },
  reservations: {
    needs: ['write'],
    ask: (t) => ({
      'a body that is no object': () => t.api.createReservation([]),
      'numbers that are no list': () => t.api.createReservation({ phone_numbers: 'none' }),
      'a number that is none': () => t.api.createReservation({ phone_numbers: [{ phone_number: 'x' }] }),
      'a reference that is no text': () => t.api.createReservation({ customer_reference: {} }),
      'no JSON': () => t.api.createReservation(written('{')),
      'a text': () => t.api.createReservation(written('x', 'text/plain')),
    }),
  },
  updates: {
    needs: ['write', 'simNotification'],
    ask: (t) => ({
      'an unknown id': () => t.api.updateNotification(t.unique.uuid(), {}),
      'an id that is no UUID': () => t.api.updateNotification('none', {}),
      'an unknown unit': () => t.api.updateNotification(t.notification.id, { threshold: { unit: 'KB' } }),
      'a threshold that is none': () => t.api.updateNotification(t.notification.id, { threshold: 'x' }),
      'a body that is no object': () => t.api.updateNotification(t.notification.id, []),
      'no JSON': () => t.api.updateNotification(t.notification.id, written('{')),
      'a text': () => t.api.updateNotification(t.notification.id, written('x', 'text/plain')),
    }),
  },
  emails: {
    needs: ['send'],
    ask(t) {
      const address = t.unique.address();
      return {
        nothing: () => t.api.sendEmail({}),
        'a recipient twice': () => t.api.sendEmail(t.email({ to: [address, address] })),
        'no subject': () => t.api.sendEmail(t.email({ subject: undefined })),
        'a template and a subject': () => t.api.sendEmail(t.email({ template_id: t.unique.uuid() })),
        'an unknown parent': () => t.api.sendEmail(t.email({ in_reply_to_message_id: t.unique.uuid() })),
        'a reply that is a forward': () => t.api.sendEmail(t.email(replyAndForward(t.unique))),
        // A pointer to this one has to be escaped.
        'a header that is no text': () => t.api.sendEmail(t.email({ headers: { 'X-Conformance~x': 7 } })),
        'a key with a dot': () => t.api.sendEmail(t.email(), { key: 'a.b' }),
        'the legacy route, a recipient twice': () =>
          t.api.sendEmail(t.email({ to: [address, address] }), { alias: true }),
        'no JSON': () => t.api.sendEmail(written('{')),
        'a text': () => t.api.sendEmail(written('x', 'text/plain')),
        'without credentials': () => t.api.as('nobody').sendEmail({}),
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
  test(
    ...rule(
      ['ERR-1', ...entryRules, 'ERR-13', 'ERR-14'],
      `${name}: every refusal is a standard error body`,
      { needs },
      async (t) => {
        const nothing = () => t.blocked('no refusal with entries in `errors` was met');
        let entries = 0;
        await t.each(ask(t), async (request, label) => {
          const answer = await request();
          t.check('ERR-13', () => expect(answer).toHaveNamedStatus());
          if (!answer.refused) return t.observe(`${label}: ${answer.status}`);
          const { errors } = membersOf(answer.body);
          const isList = t.check('ERR-1', () => expectObjects(answer, errors));
          if (isList) t.check('ERR-14', () => expect(errors, 'entries of errors').not.toHaveLength(0));
          for (const entry of answer.errors) {
            entries += 1;
            for (const id of entryRules) t.check(id, () => entryChecks[id](entry, answer));
          }
        });
        if (entries === 0) for (const id of ['ERR-1', 'ERR-14', ...entryRules] as const) t.check(id, nothing);
      },
    ),
  );
}

function expectObjects(answer: Answer, errors: unknown): void {
  expect(errors, '`errors`').toBeJson('list');
  const areObjects = answer.errors.length === (errors as unknown[]).length;
  expect(areObjects, `the entries of \`errors\` are objects in ${answer}`).toBe(true);
}

test(
  ...rule('ERR-7', 'what the meta of an error holds', async (t) => {
    const metas = (await t.api.as('nobody').listRuns()).errors.map(({ meta }) => meta);
    t.observe(metas.some((meta) => meta !== undefined) ? `meta: ${JSON.stringify(metas)}` : 'no meta');
  }),
);

test(
  ...rule('ERR-13', 'successes have the status that the contract names', async (t) => {
    const asked: Asked = {
      'document types': () => t.api.listDocumentTypes(),
      'mission runs': () => t.api.listRuns(),
      ...(t.target.allow.has('write') && { 'a reservation': () => t.api.createReservation({}) }),
      ...(t.target.allow.has('send') &&
        t.target.email.from && {
          'an email': () => t.api.sendEmail(t.email()),
          'an email by the legacy route': () => t.api.sendEmail(t.email(), { alias: true }),
        }),
    };
    await t.each(asked, async (ask) => expect(await ask()).toHaveNamedStatus());
  }),
);
