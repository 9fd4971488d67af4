import { type Answer, type Case, expect, rule, test, written } from '../../suite/rule.ts';

const base = { amount: '12.5', unit: 'MB' };

/** Updates of the notification that differ from a good one in one value. */
async function refusedUpdates(t: Case, bodies: readonly Record<string, unknown>[]): Promise<void> {
  const state = async () => {
    const { shown } = await t.mustSucceed(t.api.readNotification(t.notification.id), 'reading the notification');
    const { threshold, sim_card_id } = shown;
    return { threshold, sim_card_id };
  };
  await t.mustSucceed(t.api.updateNotification(t.notification.id, { threshold: base }));
  const before = await state();
  let areRefused = true;
  for (const body of bodies) {
    const label = JSON.stringify(body);
    await t.step(label, async () => {
      const answer = await t.api.updateNotification(t.notification.id, body);
      areRefused &&= answer.refused;
      expect(answer).toRefuse();
    });
  }
  if (areRefused) expect(await state(), 'what the notification is after refused updates').toEqual(before);
}

test(
  ...rule(['SIM-16', 'SIM-17'], 'an update without a body is refused with 400', async (t) => {
    await t.mustSucceed(t.api.readNotification(t.notification.id));
    const types = { 'with a content type': [['Content-Type', 'application/json'] as const], 'without one': [] };
    await t.each(types, async (headers) => {
      const answer = await t.api.updateNotification(t.notification.id, undefined, { headers });
      t.check('SIM-16', () => expect(answer).toRefuse());
      t.check('SIM-17', () => expect(answer).toRefuse(400));
    });
  }),
);

test(
  ...rule(['SIM-18', 'SIM-19'], 'an id that is no UUID is refused with 422', async (t) => {
    const uuid = t.unique.uuid();
    const ids = [
      'none',
      '1',
      uuid.slice(0, -1),
      `${uuid}0`,
      `${uuid.slice(0, -1)}g`,
      uuid.replace('-', '_'),
      `${uuid}x`,
    ];
    await t.each(ids, String, async (id) => {
      for (const body of [{}, { threshold: base }]) {
        const answer = await t.api.updateNotification(id, body);
        t.check('SIM-18', () => expect(answer).toRefuse());
        t.check('SIM-19', () => expect(answer).toRefuse(422));
      }
    });
  }),
);

test(
  ...rule('SIM-20', 'a SIM card that is named by no UUID is refused', async (t) => {
    const uuid = t.unique.uuid();
    const ids = [
      'none',
      '',
      '1',
      uuid.slice(0, -1),
      `${uuid}0`,
      `${uuid.slice(0, -1)}g`,
      5,
      true,
      [uuid],
      { id: uuid },
    ];
    const bodies = ids.map((sim_card_id) => ({ sim_card_id }));
    await refusedUpdates(t, bodies);
  }),
);

test(
  ...rule('SIM-21', 'a threshold in a wrong form is refused', async (t) => {
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
    await refusedUpdates(t, bodies);
  }),
);

test(
  ...rule('SIM-22', 'amounts of the grammar are accepted, others are refused', async (t) => {
    await t.mustSucceed(t.api.updateNotification(t.notification.id, { threshold: base }));
    await t.each(
      ['0', '0.0', '1', '007', '2048.0', '0.001', '00.50', '123456789012.123456'],
      String,
      async (amount) => {
        expect(await t.api.updateNotification(t.notification.id, { threshold: { amount, unit: 'MB' } })).toAccept();
      },
    );
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
    await refusedUpdates(t, bodies);
  }),
);

for (const known of [false, true]) {
  const needs = known ? ['write', 'simNotification'] : ['write'];
  const title = `${known ? 'the notification' : 'an id that nobody has'}: every refusal has the standard error body`;
  test(
    ...rule('SIM-23', title, { needs }, async (t) => {
      const id = known ? t.notification.id : t.unique.uuid();
      const headers = [['Content-Type', 'application/json'] as const];
      const requests: Record<string, () => Promise<Answer>> = {
        nothing: () => t.api.updateNotification(id, {}),
        'an id that is no UUID': () => t.api.updateNotification('none', {}),
        'no body': () => t.api.updateNotification(id, undefined, { headers }),
        'no JSON': () => t.api.updateNotification(id, written('{')),
        'a list': () => t.api.updateNotification(id, []),
        'another content type': () => t.api.updateNotification(id, written('x', 'text/plain')),
        'a wrong SIM card': () => t.api.updateNotification(id, { sim_card_id: 'none' }),
        'a wrong unit': () => t.api.updateNotification(id, { threshold: { unit: 'KB' } }),
        'a wrong amount': () => t.api.updateNotification(id, { threshold: { amount: 'many' } }),
      };
      await t.each(requests, async (ask) => expectErrorBody(await ask()));
    }),
  );
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

test(
  ...rule('SIM-24', 'an update of an id that nobody has is answered with 404', async (t) => {
    await t.step('a threshold', async () => {
      expect(await t.api.updateNotification(t.unique.uuid(), { threshold: base })).toRefuse(404, '10005');
    });
    await t.step('{}', async () => {
      const answer = await t.api.updateNotification(t.unique.uuid(), {});
      // Whether {} can be an update is open, and so is what is looked at first.
      if (!answer.refusedForm) expect(answer).toRefuse(404, '10005');
    });
  }),
);

test(
  ...rule(
    'SIM-25',
    'a notification of another account is as unknown as none',
    { needs: ['write', 'simNotification', 'simNotification.foreignId'] },
    async (t) => {
      await t.mustSucceed(t.api.readNotification(t.notification.id), 'an update of an own one');
      // Nothing that would change the notification, should it be found.
      const record_type = 'sim_card_data_usage_notification';
      await t.each([{}, { record_type }, { threshold: { unit: 'KB' } }, { sim_card_id: 'none' }], async (body) => {
        const unknown = await t.api.updateNotification(t.unique.uuid(), body);
        expect(await t.api.updateNotification(t.notification.foreignId, body)).toEqualAnswer(unknown);
      });
    },
  ),
);
