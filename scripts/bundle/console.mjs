// @ts-check
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, stop } from 'esbuild';
import { root } from '../options.mjs';

const app = join(root, 'mock/console/app');
const outdir = join(root, 'mock/console/dist');

/** Builds the console's front-end. Each file replaces its predecessor atomically, because a running mock may serve it. */
export async function buildConsole() {
  const { outputFiles } = await build({
    entryPoints: {
      main: join(app, 'main.tsx'),
      style: join(app, 'style.css'),
    },
    outdir,
    write: false,
    bundle: true,
    format: 'esm',
    minify: true,
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
  });
  await stop();
  mkdirSync(outdir, { recursive: true });
  for (const { path, contents } of outputFiles) replace(path, (file) => writeFileSync(file, contents));
  replace(join(outdir, 'index.html'), (file) => copyFileSync(join(app, 'index.html'), file));
  const current = new Set(['index.html', ...outputFiles.map(({ path }) => basename(path))]);
  const isLeft = (/** @type {string} */ name) => !current.has(name) && !/\.\d+$/.test(name);
  for (const name of readdirSync(outdir).filter(isLeft)) rmSync(join(outdir, name), { force: true });
}

/**
 * @param {string} path
 * @param {(file: string) => void} write
 */
function replace(path, write) {
  const fresh = `${path}.${process.pid}`;
  write(fresh);
  renameSync(fresh, path);
}
