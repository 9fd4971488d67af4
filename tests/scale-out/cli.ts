import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nginx } from './nginx.ts';

/** `npm run test:scale-out`: the recipe of docs/scale-out.md, run. Arguments go to Playwright. */
process.exitCode = nginx === undefined ? missing() : await run(process.argv.slice(2));

function missing(): number {
  console.error(
    'test:scale-out needs nginx, and there is none here; Debian has it as nginx-light: apt-get install nginx-light',
  );
  return 2;
}

async function run(args: string[]): Promise<number> {
  const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
  const here = fileURLToPath(new URL('.', import.meta.url));
  const child = spawn(process.execPath, [playwright, 'test', '--config', here, ...args], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
