import { placesOf } from '../../suite/derive/refused.ts';
import { type Answer, type Case, expect, rule, test } from '../../suite/rule.ts';

/** Members of a body that are wrong in themselves, by the pointer that names them; other ones may name them as well. */
type Wrong = [pointer: string, body: Record<string, unknown>, ...orElse: string[]];

async function checkWrong(t: Case, code: string, wrong: Wrong[], ask: (body: unknown) => Promise<Answer>) {
  for (const [pointer, body, ...orElse] of wrong) {
    await t.step(pointer, async () => {
      const answer = await ask(body);
      const isAbsent = pointer.lastIndexOf('/') === 0 && body[pointer.slice(1)] === undefined;
      t.check('ERR-10', () => expect(answer).toRefuse(422, code));
      t.check('ERR-11', () => {
        if (!answer.refused) t.notApplicable('it was not refused');
        expect(answer).toPointAt(...placesOf(pointer, isAbsent), ...orElse);
      });
    });
  }
}

test(
  ...rule(
    ['ERR-10', 'ERR-11'],
    'update: a wrong member is answered with 422 and a pointer to it',
    { needs: ['write', 'simNotification'] },
    async (t) => {
      const threshold = { amount: '23.5', unit: 'MB' };
      await t.mustSucceed(t.api.updateNotification(t.notification.id, { threshold }));
      const wrong: Wrong[] = [
        ['/threshold/unit', { threshold: { ...threshold, unit: 'KB' } }],
        ['/threshold/unit', { threshold: { unit: 5 } }],
        ['/threshold/amount', { threshold: { ...threshold, amount: 'many' } }],
        ['/threshold/amount', { threshold: { ...threshold, amount: 23.5 } }],
        ['/threshold', { threshold: 'much' }],
        ['/sim_card_id', { threshold, sim_card_id: 'none' }],
        ['/sim_card_id', { sim_card_id: 5 }],
      ];
      await checkWrong(t, '10015', wrong, (body) => t.api.updateNotification(t.notification.id, body));
    },
  ),
);

test(
  ...rule(
    ['ERR-10', 'ERR-11'],
    'reservation: a wrong member is answered with 422, code 10007, and a pointer to it',
    { needs: ['write'] },
    async (t) => {
      const customer_reference = t.unique.reference();
      await t.mustSucceed(t.api.createReservation({ customer_reference }));
      const wrong: Wrong[] = [
        ['/customer_reference', { customer_reference: 5 }],
        ['/customer_reference', { customer_reference: [] }],
        ['/phone_numbers', { customer_reference, phone_numbers: 'none' }],
        ['/phone_numbers', { customer_reference, phone_numbers: {} }],
        ['/phone_numbers/0', { customer_reference, phone_numbers: ['+13125550100'] }],
        ['/phone_numbers/0/phone_number', { customer_reference, phone_numbers: [{ phone_number: 5 }] }],
      ];
      await checkWrong(t, '10007', wrong, (body) => t.api.createReservation(body));
    },
  ),
);

for (const alias of [false, true]) {
  test(
    ...rule(
      ['ERR-10', 'ERR-11'],
      `email${alias ? ' by the legacy route' : ''}: a wrong member is answered with 422 and a pointer to it`,
      { needs: ['send'] },
      async (t) => {
        await t.mustSucceed(t.api.sendEmail(t.email(), { alias }));
        const wrong: Wrong[] = [
          ['/from', t.email({ from: undefined })],
          ['/to', t.email({ to: undefined })],
          ['/to', t.email({ to: 5 })],
          ['/subject', t.email({ subject: 5 })],
          ['/text_body', t.email({ text_body: 5 })],
          ['/html_body', t.email({ html_body: [] })],
          ['/tags', t.email({ tags: 'none' })],
          ['/headers', t.email({ headers: 'none' })],
          ['/metadata', t.email({ metadata: 'none' })],
          ['/forward_of_message_id', t.email({ forward_of_message_id: 'none' })],
          ...(['to', 'cc'] as const).map((list): Wrong => {
            const body = t.email({ [list]: [t.unique.address(), 'nobody'] });
            return [`/${list}/1`, body, `/${list}`, `/${list}/1/email`];
          }),
        ];
        await checkWrong(t, '10015', wrong, (body) => t.api.sendEmail(body, { alias }));
      },
    ),
  );
}

test(
  ...rule(
    ['ERR-10', 'ERR-12'],
    'document types: a wrong page parameter is answered with 422 and its name',
    { needs: ['read'] },
    async (t) => {
      await t.mustSucceed(t.api.listDocumentTypes({ size: 1, number: 1 }));
      const [{ documentTypesPageNumber: pageNumber }, pageSize] = [t.target.wire, 'page[size]'];
      for (const [name, query] of [
        [pageSize, { size: 0 }],
        [pageSize, { size: 1001 }],
        [pageSize, { size: 'abc', number: 1 }],
        [pageNumber, { number: 0 }],
        [pageNumber, { number: 'abc', size: 1 }],
      ] as const) {
        await t.step(`${name} in ${JSON.stringify(query)}`, async () => {
          const answer = await t.api.listDocumentTypes(query);
          t.check('ERR-10', () => expect(answer).toRefuse(422, '10015'));
          t.check('ERR-12', () => {
            if (!answer.refused) t.notApplicable('it was not refused');
            expect(answer).toBlameParameter(name);
          });
        });
      }
    },
  ),
);

test(
  ...rule(
    ['ERR-10', 'ERR-12'],
    'update: a wrong id in the path is answered with 422, and no place is named',
    { needs: ['write', 'simNotification'] },
    async (t) => {
      await t.mustSucceed(t.api.readNotification(t.notification.id));
      const answer = await t.api.updateNotification('none', {});
      t.check('ERR-10', () => expect(answer).toRefuse(422, '10015'));
      t.check('ERR-12', () => expectNoPlace(answer));
    },
  ),
);

test(
  ...rule(
    ['ERR-10', 'ERR-12'],
    'reading an email: a wrong id in the path is answered with 422, and no place is named',
    { needs: ['read'] },
    async (t) => {
      for (const alias of [false, true]) {
        await t.step(alias ? 'legacy route' : 'primary route', async () => {
          const answer = await t.api.getEmail('none', { alias });
          t.check('ERR-10', () => expect(answer).toRefuse(422, '10015'));
          t.check('ERR-12', () => expectNoPlace(answer));
        });
      }
    },
  ),
);

function expectNoPlace(answer: Answer): void {
  for (const { source } of answer.errors) {
    expect(source?.pointer, 'source.pointer').toBeUndefined();
    expect(source?.parameter, 'source.parameter').toBeUndefined();
  }
}
