import { copyFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const app = fileURLToPath(new URL('../mock/console/app/', import.meta.url));
const outdir = fileURLToPath(new URL('../mock/console/dist/', import.meta.url));

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
