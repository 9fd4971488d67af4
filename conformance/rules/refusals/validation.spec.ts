import { type Answer, type Case, expect, rule, test } from '../../suite/rule.ts';

/** Requests with one wrong member or parameter, by the place that the error must name; a path parameter has none. */
type Wrong = readonly [place: string, request: unknown, ...orElse: string[]];

/** Derived cases send a wrong value of every member; these are a few of each kind of place. */
interface Validated {
  needs: readonly string[];
  code: string;
  /** The rule about the place. */
  placed: 'ERR-11' | 'ERR-12';
  twin: (t: Case) => Promise<Answer>;
  send: (t: Case, request: unknown) => Promise<Answer>;
  wrong: (t: Case) => readonly Wrong[];
}

const threshold = { amount: '23.5', unit: 'MB' };
const update = ['write', 'simNotification'];

const operations: Record<string, Validated> = {
  update: {
    needs: update,
    code: '10015',
    placed: 'ERR-11',
    twin: (t) => t.api.updateNotification(t.notification.id, { threshold }),
    send: (t, body) => t.api.updateNotification(t.notification.id, body),
    wrong: () => [
      ['/threshold/unit', { threshold: { ...threshold, unit: 'KB' } }],
      ['/threshold/amount', { threshold: { ...threshold, amount: 23.5 } }],
      ['/sim_card_id', { threshold, sim_card_id: 'none' }],
    ],
  },
  reservation: {
    needs: ['write'],
    code: '10007',
    placed: 'ERR-11',
    twin: (t) => t.api.createReservation({ customer_reference: t.unique.reference() }),
    send: (t, body) => t.api.createReservation(body),
    wrong: () => [
      ['/customer_reference', { customer_reference: 5 }],
      ['/phone_numbers', { phone_numbers: 'none' }],
      ['/phone_numbers/0/phone_number', { phone_numbers: [{ phone_number: 5 }] }],
    ],
  },
  email: emailBy(false),
  'email by the legacy route': emailBy(true),
  'document types': {
    needs: ['read'],
    code: '10015',
    placed: 'ERR-12',
    twin: (t) => t.api.listDocumentTypes({ size: 1, number: 1 }),
    send: (t, query) => t.api.listDocumentTypes(query as { size?: number }),
    wrong: ({ target }) => [
      ['page[size]', { size: 0 }],
      ['page[size]', { size: 'abc', number: 1 }],
      [target.wire.documentTypesPageNumber, { number: 'abc', size: 1 }],
    ],
  },
  'update of a wrong id': {
    needs: update,
    code: '10015',
    placed: 'ERR-12',
    twin: (t) => t.api.readNotification(t.notification.id),
    send: (t, id) => t.api.updateNotification(String(id), {}),
    wrong: () => [['', 'none']],
  },
  'reading an email of a wrong id': {
    needs: ['read'],
    code: '10015',
    placed: 'ERR-12',
    twin: (t) => t.api.listDocumentTypes(),
    send: (t, alias) => t.api.getEmail('none', { alias: alias === true }),
    wrong: () => [false, true].map((alias) => ['', alias] as const),
  },
};

function emailBy(alias: boolean): Validated {
  return {
    needs: ['send'],
    code: '10015',
    placed: 'ERR-11',
    twin: (t) => t.api.sendEmail(t.email(), { alias }),
    send: (t, body) => t.api.sendEmail(t.email(body as object as Record<string, unknown>), { alias }),
    wrong: ({ unique }) => [
      ['/from', { from: undefined }, ''],
      ['/to', { to: undefined }, ''],
      ['/to', { to: 5 }],
      ['/subject', { subject: 5 }],
      ['/forward_of_message_id', { forward_of_message_id: 'none' }],
      ['/to/1', { to: [unique.address(), 'nobody'] }, '/to', '/to/1/email'],
      ['/cc/1', { cc: [unique.address(), 'nobody'] }, '/cc', '/cc/1/email'],
    ],
  };
}

for (const [name, { needs, code, placed, twin, send, wrong }] of Object.entries(operations)) {
  test(
    ...rule(['ERR-10', placed], `${name}: failed validation is a 422 with its place`, { needs }, async (t) => {
      await t.mustSucceed(twin(t));
      for (const [place, request, ...orElse] of wrong(t)) {
        await t.step(`${place} in ${JSON.stringify(request)}`, async () => {
          const answer = await send(t, request);
          t.check('ERR-10', () => expect(answer).toRefuse(422, code));
          t.check(placed, () => {
            if (!answer.refused) t.notApplicable('it was not refused');
            if (placed === 'ERR-11') expect(answer).toBlame('pointer', place, ...orElse);
            else if (place !== '') expect(answer).toBlame('parameter', place);
            else
              expect(answer.errors.map(({ source }) => source?.pointer ?? source?.parameter ?? '')).toEqual(
                answer.errors.map(() => ''),
              );
          });
        });
      }
    }),
  );
}
