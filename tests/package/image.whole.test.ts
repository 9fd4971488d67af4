import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { serve } from '../mock/support/serve.ts';

const dockerfile = readFileSync(fileURLToPath(new URL('../../Dockerfile', import.meta.url)), 'utf8');

/** Runs the health check of the image against a port; gives its exit code. */
function checkHealth(port: number): Promise<number | null> {
  const [, list = ''] = /^HEALTHCHECK [^[]*CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const [, ...args] = JSON.parse(list) as string[];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env: { ...process.env, PORT: String(port) } });
    child.on('close', (code) => resolve(code));
  });
}

test('the health check of the image passes while the mock answers, and fails when it does not', async () => {
  const mock = await serve();
  expect(await checkHealth(mock.port)).toBe(0);
  await mock.close();
  expect(await checkHealth(mock.port)).toBe(1);
});
