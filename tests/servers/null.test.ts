import { expect, test } from 'vitest';
import { closedPort, nullKinds, startNullServer } from './null.ts';

const expected: Record<string, [status: number, type: string, text: string]> = {
  empty200: [200, 'application/json', '{}'],
  bad400: [400, 'application/json', '{"errors":[{"code":"10007","title":"Unexpected error","detail":"No."}]}'],
  error500: [500, 'application/json', '{"errors":[{"code":"10007","title":"Unexpected error","detail":"No."}]}'],
  echo: [200, 'application/json', '{"a":1}'],
  html: [200, 'text/html', '<!doctype html><p>Hi</p>'],
};

for (const kind of nullKinds) {
  test(`a null server: ${kind}`, async () => {
    const { url, close } = await startNullServer(kind);
    const signal = kind === 'hang' ? AbortSignal.timeout(300) : null;
    const answer = fetch(`${url}/emails`, { method: 'POST', body: '{"a":1}', signal });
    if (kind === 'hang') {
      await expect(answer).rejects.toThrow();
    } else {
      const { status, headers } = await answer;
      expect([status, headers.get('content-type'), await (await answer).text()]).toEqual(expected[kind]);
    }
    await close();
  });
}

test('nobody listens on a closed port', async () => {
  await expect(fetch(await closedPort())).rejects.toThrow();
});
