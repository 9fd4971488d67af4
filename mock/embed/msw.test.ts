import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { createMock } from '../create-mock.ts';
import { handlers } from './msw.ts';

test('intercepted requests are answered by the mock, and a lost answer rejects', async () => {
  await using mock = await createMock();
  const server = setupServer(...handlers(mock, 'https://api.example.com/telephony/v3/'));
  server.listen({ onUnhandledRequest: 'bypass' });
  try {
    const headers = { authorization: 'Bearer key_primary' };
    const list = () => fetch('https://api.example.com/telephony/v3/dir/document_types?page[size]=2', { headers });
    expect(await (await list()).json()).toMatchObject({ meta: { page_size: 2 } });
    expect((await fetch('https://api.example.com/telephony/v3/nowhere', { headers })).status).toBe(404);
    await mock.scenarios.add({ drop: true, times: 1 });
    await expect(list()).rejects.toThrow('Failed to fetch');
    expect((await list()).status).toBe(200);
    const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' };
    expect((await fetch('https://api.example.com/telephony/v3/number_reservations', sent)).status).toBe(200);
  } finally {
    server.close();
  }
});
