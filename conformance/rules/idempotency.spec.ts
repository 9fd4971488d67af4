import { expect, rule } from '../suite/rule.ts';

rule(
  ['EMAIL-IDEM-13', 'EMAIL-IDEM-11', 'EMAIL-IDEM-12', 'EMAIL-IDEM-15'],
  'the same request is replayed; a changed one is refused, and the first answer still replays',
  async ({ api, email, unique, given, check }) => {
    const key = unique.key();
    const body = email();
    const first = await given(api.sendEmail(body, { key }), 'a send with a key');
    const again = await api.sendEmail(body, { key });
    check('EMAIL-IDEM-13', () => expect(again).toReplay(first));

    const changed = await api.sendEmail({ ...body, subject: unique.reference() }, { key });
    check('EMAIL-IDEM-11', () => expect(changed).toRefuse(422));
    check('EMAIL-IDEM-12', () => expect(changed).toHaveErrorCode('10027'));

    const still = await api.sendEmail(body, { key });
    check('EMAIL-IDEM-15', () => expect(still).toReplay(first));
  },
);

rule('EMAIL-IDEM-4', 'two lines of the key header, equal or different, are refused', async (given) => {
  const { api, email, unique, target, step } = given;
  const line = (key: string) => [target.wire.idempotencyHeader, key] as const;
  const key = unique.key();
  await given.given(api.sendEmail(email(), { key: unique.key() }));
  for (const other of [key, unique.key()]) {
    await step(other === key ? 'equal' : 'different', async () => {
      const answer = await api.sendEmail(email(), { headers: [line(key), line(other)] });
      expect(answer).toRefuse(400, '10015');
    });
  }
});

// The mock can hold a send open, so that here the answer is exact. Reading `control` gives the case its own copy of the state.
rule(
  ['EMAIL-IDEM-8', 'EMAIL-IDEM-10'],
  'a key in progress is answered with 409',
  async ({ api, control, email, unique, given, check }) => {
    const key = unique.key();
    const body = email();
    await control.hold();
    const first = api.sendEmail(body, { key });
    const second = await whileHeld(() => api.sendEmail(body, { key }));
    check('EMAIL-IDEM-8', () => expect(second).toHaveStatus(409));
    check('EMAIL-IDEM-10', () => expect(second).toHaveErrorCode('10036'));
    await control.release();
    await given(first, 'the send that was held');
  },
);

rule('EMAIL-IDEM-19', 'after 24 hours the same request makes a new message', async (given) => {
  const { api, control, email, unique } = given;
  const key = unique.key();
  const body = email();
  const first = await given.given(api.sendEmail(body, { key }));
  await control.advance('PT24H1S');
  const later = await api.sendEmail(body, { key });
  expect(later).toAccept();
  expect(later.data.id).not.toBe(first.data.id);
});

/** The held request has to arrive before the one that meets it. */
async function whileHeld<T>(call: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return call();
}
