import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { runScript } from '../gate/command.ts';
import { say } from '../spec/print.ts';

const app = fileURLToPath(new URL('../mock/console/app/', import.meta.url));
const outdir = fileURLToPath(new URL('../mock/console/dist/', import.meta.url));

/** Builds the console's front-end. Files take the place of their older selves at once, so that a running mock serves whole ones. */
await runScript(async (args) => {
  parseArgs({ args });
  if (!canResolve('preact')) {
    // npm calls this after every change of node_modules, in an install without development dependencies too.
    say('The console is not built: the development dependencies are missing.');
    return 0;
  }
  const { outputFiles } = await build({
    entryPoints: { main: `${app}main.tsx`, style: `${app}style.css`, reference: `${app}style/reference.css` },
    outdir,
    write: false,
    bundle: true,
    format: 'esm',
    splitting: true,
    minify: true,
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
  });
  mkdirSync(outdir, { recursive: true });
  for (const { path, contents } of outputFiles) replace(path, (file) => writeFileSync(file, contents));
  replace(join(outdir, 'index.html'), (file) => copyFileSync(`${app}index.html`, file));
  const current = new Set(['index.html', ...outputFiles.map(({ path }) => basename(path))]);
  for (const name of readdirSync(outdir)) if (!current.has(name)) rmSync(join(outdir, name), { force: true });
  return 0;
});

function replace(path: string, write: (file: string) => void): void {
  const fresh = `${path}.${process.pid}`;
  write(fresh);
  renameSync(fresh, path);
}

function canResolve(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
