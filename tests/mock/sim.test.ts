import { refusal } from './support/api.ts';
import { expect, test } from './support/test.ts';

const path = (id: string) => `/sim_card_data_usage_notifications/${id}`;
const own = path('6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c');
const foreign = path('7a2e3d4c-5b6a-4f79-8c8d-1e2f3a4b5c6d');
const unknown = path('00000000-0000-4000-8000-000000000000');

test('a change is answered with the notification and seen by the next read', async ({ api }) => {
  const sim_card_id = '0c5d9b1e-7f43-4b0a-8a5e-2f6b1d9c3e70';
  const body = { sim_card_id, threshold: { amount: '4.0', unit: 'GB' } };
  const changed = await api.call('PATCH', own, { body });
  expect(changed).toMatchObject({
    status: 200,
    body: {
      data: {
        id: '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c',
        record_type: 'sim_card_data_usage_notification',
        created_at: '2026-03-14T09:26:53Z',
        ...body,
      },
    },
  });
  expect((await api.call('PATCH', own, { body: {} })).text).toBe(changed.text);
});

test('a change moves updated_at to the time of the clock', async ({ api }) => {
  await api.control('POST', '/clock', { now: '2040-06-01T10:00:00Z' });
  const { body } = await api.call('PATCH', own, { body: { threshold: { amount: '5' } } });
  expect(body).toMatchObject({ data: { updated_at: expect.stringMatching(/^2040-06-01T10:00:/) } });
});

test('an empty object changes nothing, updated_at included', async ({ api }) => {
  expect((await api.call('PATCH', own, { body: {} })).body).toMatchObject({
    data: { threshold: { amount: '2048.0', unit: 'MB' }, updated_at: '2026-03-14T09:26:53Z' },
  });
});

test('read-only and unknown members have no effect and are no error', async ({ api }) => {
  const before = await api.call('PATCH', own, { body: {} });
  const body = { id: 5, record_type: 'x', created_at: null, updated_at: 'never', colour: 'red' };
  const after = await api.call('PATCH', own, { body });
  expect([after.status, after.text]).toEqual([200, before.text]);
});

test('an unknown notification and one of another account get equal answers, byte for byte', async ({ api }) => {
  const answers = await Promise.all([unknown, foreign].map((target) => api.call('PATCH', target, { body: {} })));
  for (const answer of answers) expect(answer).toMatchObject(refusal(404, '10005'));
  expect(answers[0]?.text).toBe(answers[1]?.text);
});

for (const [body, pointer] of [
  [{ threshold: { amount: 5 } }, '/threshold/amount'],
  [{ threshold: { amount: '' } }, '/threshold/amount'],
  [{ threshold: { amount: '1.' } }, '/threshold/amount'],
  [{ threshold: { amount: '-1' } }, '/threshold/amount'],
  [{ threshold: { unit: 'TB' } }, '/threshold/unit'],
  [{ threshold: null }, '/threshold'],
  [{ sim_card_id: 'x' }, '/sim_card_id'],
  [[], ''],
] as const) {
  test(`a change that breaks the contract is refused at its place: ${JSON.stringify(body)}`, async ({ api }) => {
    expect(await api.call('PATCH', own, { body })).toMatchObject(refusal(422, '10015', { pointer }));
  });
}
