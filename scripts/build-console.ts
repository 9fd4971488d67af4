import { copyFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const app = fileURLToPath(new URL('../mock/console/app/', import.meta.url));
const outdir = fileURLToPath(new URL('../mock/console/dist/', import.meta.url));

/** An install without development dependencies runs this too; there is nothing to build from then. */
if (!canResolve('preact')) console.log('The console is not built: the development dependencies are missing.');
else {
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: { main: `${app}main.tsx`, style: `${app}style.css`, reference: `${app}style/reference.css` },
    outdir,
    bundle: true,
    format: 'esm',
    splitting: true,
    minify: true,
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
  });
  copyFileSync(`${app}index.html`, `${outdir}index.html`);
}

function canResolve(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
