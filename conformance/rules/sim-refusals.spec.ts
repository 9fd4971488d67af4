import { type Answer, type Case, expect, rule, written } from '../suite/rule.ts';

const base = { amount: '12.5', unit: 'MB' };

/** Updates of the notification that differ from a good one in one value. */
async function refusedUpdates(given: Case, bodies: readonly Record<string, unknown>[]): Promise<void> {
  const { api, notification } = given;
  const state = async () => {
    const { shown } = await given.given(api.readNotification(notification.id), 'reading the notification');
    const { threshold, sim_card_id } = shown;
    return { threshold, sim_card_id };
  };
  await given.given(api.updateNotification(notification.id, { threshold: base }));
  const before = await state();
  let areRefused = true;
  for (const body of bodies) {
    const label = JSON.stringify(body);
    await given.step(label, async () => {
      const answer = await api.updateNotification(notification.id, body);
      areRefused &&= answer.refused;
      expect(answer).toRefuse();
    });
  }
  if (areRefused) expect(await state(), 'what the notification is after refused updates').toEqual(before);
}

rule(['SIM-16', 'SIM-17'], 'an update without a body is refused with 400', async (given) => {
  const { api, notification, check, each } = given;
  await given.given(api.readNotification(notification.id));
  const types = { 'with a content type': [['Content-Type', 'application/json'] as const], 'without one': [] };
  await each(types, async (headers) => {
    const answer = await api.updateNotification(notification.id, undefined, { headers });
    check('SIM-16', () => expect(answer).toRefuse());
    check('SIM-17', () => expect(answer).toRefuse(400));
  });
});

rule(['SIM-18', 'SIM-19'], 'an id that is no UUID is refused with 422', async ({ api, unique, check, each }) => {
  const uuid = unique.uuid();
  const ids = ['none', '1', uuid.slice(0, -1), `${uuid}0`, `${uuid.slice(0, -1)}g`, uuid.replace('-', '_'), `${uuid}x`];
  await each(ids, String, async (id) => {
    for (const body of [{}, { threshold: base }]) {
      const answer = await api.updateNotification(id, body);
      check('SIM-18', () => expect(answer).toRefuse());
      check('SIM-19', () => expect(answer).toRefuse(422));
    }
  });
});

rule('SIM-20', 'a SIM card that is named by no UUID is refused', async (given) => {
  const uuid = given.unique.uuid();
  const ids = ['none', '', '1', uuid.slice(0, -1), `${uuid}0`, `${uuid.slice(0, -1)}g`, 5, true, [uuid], { id: uuid }];
  const bodies = ids.map((sim_card_id) => ({ sim_card_id }));
  await refusedUpdates(given, bodies);
});

rule('SIM-21', 'a threshold in a wrong form is refused', async (given) => {
  const amounts = [
    '',
    'many',
    'NaN',
    'Infinity',
    '12,5',
    '1.2.3',
    '0x10',
    '12 5',
    '12.5MB',
    12.5,
    12,
    true,
    [],
    ['12.5'],
    {},
  ];
  const units = ['', 'KB', 'TB', 'mb', 'Gb', 'MB ', 'MiB', 5, true, ['MB'], {}];
  const bodies = [
    ...['', '12.5 MB', 12.5, true, [], [base]].map((threshold) => ({ threshold })),
    ...amounts.map((amount) => ({ threshold: { ...base, amount } })),
    ...units.map((unit) => ({ threshold: { amount: '99.5', unit } })),
    { threshold: { amount: 13.5 } },
    { threshold: { unit: 'KB' } },
  ];
  await refusedUpdates(given, bodies);
});

rule('SIM-22', 'amounts of the grammar are accepted, others are refused', async (given) => {
  const { api, notification, each } = given;
  await given.given(api.updateNotification(notification.id, { threshold: base }));
  await each(['0', '0.0', '1', '007', '2048.0', '0.001', '00.50', '123456789012.123456'], String, async (amount) => {
    expect(await api.updateNotification(notification.id, { threshold: { amount, unit: 'MB' } })).toAccept();
  });
  const others = [
    '-1',
    '+1',
    '-0.5',
    '1e3',
    '1E3',
    ' 1',
    '1 ',
    ' ',
    '1.',
    '.5',
    '.',
    '1\n',
    '\u0661',
    '1_000',
    '1,000',
    '1.5e1',
  ];
  const bodies = others.map((amount) => ({ threshold: { ...base, amount } }));
  await refusedUpdates(given, bodies);
});

for (const known of [false, true]) {
  const needs = known ? ['write', 'simNotification'] : ['write'];
  const title = `${known ? 'the notification' : 'an id that nobody has'}: every refusal has the standard error body`;
  rule('SIM-23', title, { needs }, async ({ api, notification, unique, each }) => {
    const id = known ? notification.id : unique.uuid();
    const headers = [['Content-Type', 'application/json'] as const];
    const requests: Record<string, () => Promise<Answer>> = {
      nothing: () => api.updateNotification(id, {}),
      'an id that is no UUID': () => api.updateNotification('none', {}),
      'no body': () => api.updateNotification(id, undefined, { headers }),
      'no JSON': () => api.updateNotification(id, written('{')),
      'a list': () => api.updateNotification(id, []),
      'another content type': () => api.updateNotification(id, written('x', 'text/plain')),
      'a wrong SIM card': () => api.updateNotification(id, { sim_card_id: 'none' }),
      'a wrong unit': () => api.updateNotification(id, { threshold: { unit: 'KB' } }),
      'a wrong amount': () => api.updateNotification(id, { threshold: { amount: 'many' } }),
    };
    await each(requests, async (ask) => expectErrorBody(await ask()));
  });
}

function expectErrorBody(answer: Answer): void {
  if (answer.accepted || answer.status === 401) return;
  const { errors } = (answer.body ?? {}) as { errors?: unknown };
  expect(errors, '`errors`').toBeJson('list');
  expect(answer.errors, `entries of ${answer}`).toHaveLength((errors as unknown[]).length);
  for (const { code, title } of answer.errors) {
    expect([typeof code, typeof title], `types of code and title in ${answer}`).toEqual(['string', 'string']);
  }
}

rule('SIM-24', 'an update of an id that nobody has is answered with 404', async ({ api, unique, step }) => {
  await step('a threshold', async () => {
    expect(await api.updateNotification(unique.uuid(), { threshold: base })).toRefuse(404, '10005');
  });
  await step('{}', async () => {
    const answer = await api.updateNotification(unique.uuid(), {});
    // Whether {} can be an update is open, and so is what is looked at first.
    if (!answer.refusedForm) expect(answer).toRefuse(404, '10005');
  });
});

rule(
  'SIM-25',
  'a notification of another account is as unknown as none',
  { needs: ['write', 'simNotification', 'simNotification.foreignId'] },
  async ({ api, notification, unique, each, given }) => {
    await given(api.readNotification(notification.id), 'an update of an own one');
    // Nothing that would change the notification, should it be found.
    const record_type = 'sim_card_data_usage_notification';
    await each([{}, { record_type }, { threshold: { unit: 'KB' } }, { sim_card_id: 'none' }], async (body) => {
      const unknown = await api.updateNotification(unique.uuid(), body);
      expect(await api.updateNotification(notification.foreignId, body)).toEqualAnswer(unknown);
    });
  },
);
