import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const module = new URL('./start-mock.ts', import.meta.url).href;
const script = `
import { startMock } from ${JSON.stringify(module)};
console.log((await startMock()).origin);
setInterval(() => {}, 1000);`;

const cwd = fileURLToPath(new URL('../../..', import.meta.url));

test('a mock ends with who started it, though that was killed', async () => {
  const starter = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(starter.stdout, 'data')) as [Buffer];
  const isThere = () =>
    fetch(`${String(line).trim()}/__admin/health`).then(
      () => true,
      () => false,
    );
  expect(await isThere()).toBe(true);
  starter.kill('SIGKILL');
  await expect.poll(isThere).toBe(false);
});
