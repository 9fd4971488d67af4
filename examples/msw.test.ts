import { http } from 'msw';
import { setupServer } from 'msw/node';
import { createMock, type Mock } from 'telephony-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

const api = 'https://api.example.com/v2';
let mock: Mock;
const server = setupServer(http.all(`${api}/*`, ({ request }) => mock.fetch(request)));

beforeAll(async () => {
  mock = await createMock();
  server.listen({ onUnhandledRequest: 'error' });
});
afterAll(async () => {
  server.close();
  await mock.close();
});

test('code that calls the real address is answered by the mock', async () => {
  const answer = await fetch(`${api}/number_reservations`, {
    method: 'POST',
    headers: { Authorization: 'Bearer key_primary', 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone_numbers: [{ phone_number: '+13125550101' }] }),
  });
  expect(await answer.json()).toMatchObject({ data: { status: 'pending' } });
});
