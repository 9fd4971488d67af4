import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';

test('stock Prism serves the contract', async () => {
  const prism = spawn('node_modules/.bin/prism', ['mock', '--port', '0', 'spec/openapi.yaml'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let url: string | undefined;
    for await (const line of createInterface(prism.stdout)) {
      url = /listening on (http:\S+)/.exec(line)?.[1];
      if (url) break;
    }
    const headers = { authorization: 'Bearer key_primary' };
    const answer = await fetch(`${url}/dir/document_types`, { headers });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ data: [{ short_name: expect.any(String) }, {}], meta: {} });
  } finally {
    prism.kill();
    await once(prism, 'exit');
  }
});
