import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runScript } from '../gate/command.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
/** What the compiled modules read beside themselves. */
const data = ['spec', 'fixtures', 'conformance', 'mock/console/dist', 'package.json'];

/** Compiles what the package carries into `dist/`, in the same folders as here, with the data files beside it. Its types are `npm run typecheck`'s. */
await runScript((args) => {
  parseArgs({ args });
  rmSync(`${root}dist`, { recursive: true, force: true });
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
  for (const name of data) {
    cpSync(root + name, `${root}dist/${name}`, { recursive: true, filter: (source) => !source.endsWith('.ts') });
  }
  return 0;
});
