import { type Api, type CallOptions, refusal } from './support/api.ts';
import { expect, test } from './support/test.ts';

const reserve = (api: Api, numbers: unknown[], options: CallOptions = {}) =>
  api.call('POST', '/number_reservations', {
    body: { phone_numbers: numbers.map((phone_number) => ({ phone_number })) },
    ...options,
  });

type Entry = { status: string; errors: string; expired_at?: string; created_at: string };
const entries = ({ body }: { body: unknown }) => (body as { data: { phone_numbers: Entry[] } }).data.phone_numbers;
const statuses = (received: { body: unknown }) => entries(received).map(({ status }) => status);

test('a number is held for half an hour', async ({ api }) => {
  const first = await reserve(api, ['+13125550100']);
  const [entry] = entries(first);
  expect(first.status).toBe(200);
  expect(Date.parse(entry?.expired_at ?? '') - Date.parse(entry?.created_at ?? '')).toBe(30 * 60 * 1000);
  await api.advance('PT29M50S');
  expect(statuses(await reserve(api, ['+13125550100']))).toEqual(['failure']);
  await api.advance('PT10S');
  expect(statuses(await reserve(api, ['+13125550100']))).toEqual(['pending']);
});

test('a reservation is pending, and its times have microseconds', async ({ api }) => {
  const body = { customer_reference: 'ORD-1', phone_numbers: [{ phone_number: '+13125550100' }] };
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  const record = { id: expect.any(String), status: 'pending', created_at: time, updated_at: time };
  expect((await api.call('POST', '/number_reservations', { body })).body).toEqual({
    data: {
      ...record,
      record_type: 'number_reservation',
      customer_reference: 'ORD-1',
      phone_numbers: [
        { ...record, record_type: 'reserved_phone_number', phone_number: '+13125550100', expired_at: time, errors: '' },
      ],
    },
  });
});

test('a number that cannot be held gives its reason and leaves the others pending', async ({ api }) => {
  const received = await reserve(api, ['+13125550200', '+13125550101', '+442071838750', '+19705551234']);
  expect(received.status).toBe(200);
  expect(received.body).toMatchObject({ data: { status: 'pending' } });
  expect(statuses(received)).toEqual(['failure', 'pending', 'failure', 'pending']);
  expect(entries(received)[0]?.errors).toBe('The number +13125550200 is already held.');
  expect(entries(received)[2]?.errors).toBe('The number +442071838750 is not in the inventory.');
  expect(entries(received)[0]).not.toHaveProperty('expired_at');
});

test('a repeated number is refused at its second place, and nothing is held', async ({ api }) => {
  const received = await reserve(api, ['+13125550100', '+13125550101', '+13125550100']);
  expect(received).toMatchObject(refusal(422, '10007', { pointer: '/phone_numbers/2/phone_number' }));
  expect(statuses(await reserve(api, ['+13125550100', '+13125550101']))).toEqual(['pending', 'pending']);
});

test('a full table refuses new holds until old ones expire', async ({ api }) => {
  await api.control('POST', '/settings', { holdLimit: 2 });
  await reserve(api, ['+13125550100', '+13125550101']);
  expect(await reserve(api, ['+13125550102'])).toMatchObject(refusal(503, '10007'));
  expect((await reserve(api, [])).status).toBe(200);
  const needless = ['+13125550100', '+13125550200', '+4930123456'];
  expect(statuses(await reserve(api, needless))).toEqual(['failure', 'failure', 'failure']);
  await api.advance('PT30M');
  expect(statuses(await reserve(api, ['+13125550102']))).toEqual(['pending']);
});
