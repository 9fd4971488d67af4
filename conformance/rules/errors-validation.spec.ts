import { placesOf } from '../suite/derive/refusal.ts';
import { type Answer, type Case, expect, rule } from '../suite/rule.ts';

/** Members of a body that are wrong in themselves, by the pointer that names them; other ones may name them as well. */
type Wrong = [pointer: string, body: Record<string, unknown>, ...orElse: string[]];

async function checkWrong(given: Case, code: string, wrong: Wrong[], ask: (body: unknown) => Promise<Answer>) {
  for (const [pointer, body, ...orElse] of wrong) {
    await given.step(pointer, async () => {
      const answer = await ask(body);
      const isAbsent = pointer.lastIndexOf('/') === 0 && body[pointer.slice(1)] === undefined;
      given.check('ERR-10', () => expect(answer).toRefuse(422, code));
      given.check('ERR-11', () => {
        if (!answer.refused) given.notApplicable('it was not refused');
        expect(answer).toPointAt(...placesOf(pointer, isAbsent), ...orElse);
      });
    });
  }
}

rule(
  ['ERR-10', 'ERR-11'],
  'update: a wrong member is answered with 422 and a pointer to it',
  { needs: ['write', 'simNotification'] },
  async (given) => {
    const { api, notification } = given;
    const threshold = { amount: '23.5', unit: 'MB' };
    await given.given(api.updateNotification(notification.id, { threshold }));
    const wrong: Wrong[] = [
      ['/threshold/unit', { threshold: { ...threshold, unit: 'KB' } }],
      ['/threshold/unit', { threshold: { unit: 5 } }],
      ['/threshold/amount', { threshold: { ...threshold, amount: 'many' } }],
      ['/threshold/amount', { threshold: { ...threshold, amount: 23.5 } }],
      ['/threshold', { threshold: 'much' }],
      ['/sim_card_id', { threshold, sim_card_id: 'none' }],
      ['/sim_card_id', { sim_card_id: 5 }],
    ];
    await checkWrong(given, '10015', wrong, (body) => api.updateNotification(notification.id, body));
  },
);

rule(
  ['ERR-10', 'ERR-11'],
  'reservation: a wrong member is answered with 422, code 10007, and a pointer to it',
  { needs: ['write'] },
  async (given) => {
    const { api, unique } = given;
    const customer_reference = unique.reference();
    await given.given(api.createReservation({ customer_reference }));
    const wrong: Wrong[] = [
      ['/customer_reference', { customer_reference: 5 }],
      ['/customer_reference', { customer_reference: [] }],
      ['/phone_numbers', { customer_reference, phone_numbers: 'none' }],
      ['/phone_numbers', { customer_reference, phone_numbers: {} }],
      ['/phone_numbers/0', { customer_reference, phone_numbers: ['+13125550100'] }],
      ['/phone_numbers/0/phone_number', { customer_reference, phone_numbers: [{ phone_number: 5 }] }],
    ];
    await checkWrong(given, '10007', wrong, (body) => api.createReservation(body));
  },
);

for (const alias of [false, true]) {
  rule(
    ['ERR-10', 'ERR-11'],
    `email${alias ? ' by the legacy route' : ''}: a wrong member is answered with 422 and a pointer to it`,
    { needs: ['send'] },
    async (given) => {
      const { api, email } = given;
      await given.given(api.sendEmail(email(), { alias }));
      const wrong: Wrong[] = [
        ['/from', email({ from: undefined })],
        ['/to', email({ to: undefined })],
        ['/to', email({ to: 5 })],
        ['/subject', email({ subject: 5 })],
        ['/text_body', email({ text_body: 5 })],
        ['/html_body', email({ html_body: [] })],
        ['/tags', email({ tags: 'none' })],
        ['/headers', email({ headers: 'none' })],
        ['/metadata', email({ metadata: 'none' })],
        ['/forward_of_message_id', email({ forward_of_message_id: 'none' })],
        ...(['to', 'cc'] as const).map((list): Wrong => {
          const body = email({ [list]: [given.unique.address(), 'nobody'] });
          return [`/${list}/1`, body, `/${list}`, `/${list}/1/email`];
        }),
      ];
      await checkWrong(given, '10015', wrong, (body) => api.sendEmail(body, { alias }));
    },
  );
}

rule(
  ['ERR-10', 'ERR-12'],
  'document types: a wrong page parameter is answered with 422 and its name',
  { needs: ['read'] },
  async ({ api, target, given, check, step, notApplicable }) => {
    await given(api.listDocumentTypes({ size: 1, number: 1 }));
    const [{ documentTypesPageNumber: pageNumber }, pageSize] = [target.wire, 'page[size]'];
    for (const [name, query] of [
      [pageSize, { size: 0 }],
      [pageSize, { size: 1001 }],
      [pageSize, { size: 'abc', number: 1 }],
      [pageNumber, { number: 0 }],
      [pageNumber, { number: 'abc', size: 1 }],
    ] as const) {
      await step(`${name} in ${JSON.stringify(query)}`, async () => {
        const answer = await api.listDocumentTypes(query);
        check('ERR-10', () => expect(answer).toRefuse(422, '10015'));
        check('ERR-12', () => {
          if (!answer.refused) notApplicable('it was not refused');
          expect(answer).toBlameParameter(name);
        });
      });
    }
  },
);

rule(
  ['ERR-10', 'ERR-12'],
  'update: a wrong id in the path is answered with 422, and no place is named',
  { needs: ['write', 'simNotification'] },
  async ({ api, notification, given, check }) => {
    await given(api.readNotification(notification.id));
    const answer = await api.updateNotification('none', {});
    check('ERR-10', () => expect(answer).toRefuse(422, '10015'));
    check('ERR-12', () => expectNoPlace(answer));
  },
);

rule(
  ['ERR-10', 'ERR-12'],
  'reading an email: a wrong id in the path is answered with 422, and no place is named',
  { needs: ['read'] },
  async ({ api, check, step }) => {
    for (const alias of [false, true]) {
      await step(alias ? 'legacy route' : 'primary route', async () => {
        const answer = await api.getEmail('none', { alias });
        check('ERR-10', () => expect(answer).toRefuse(422, '10015'));
        check('ERR-12', () => expectNoPlace(answer));
      });
    }
  },
);

function expectNoPlace(answer: Answer): void {
  for (const { source } of answer.errors) {
    expect(source?.pointer, 'source.pointer').toBeUndefined();
    expect(source?.parameter, 'source.parameter').toBeUndefined();
  }
}
