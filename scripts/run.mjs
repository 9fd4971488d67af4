// @ts-check
// Bundles a module of the sources and runs it in this process: node scripts/run.mjs MODULE [arguments]
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { showSources } from './bundle/stack-traces.mjs';
import { flags, root } from './options.mjs';

const source = resolve(root, process.argv[2] ?? '');
process.argv.splice(1, 2, source);

// The bundle finds its packages below the project. Modules that are imported later are files of their own, loaded when they are needed.
const cache = join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
for (const name of readdirSync(cache)) {
  const [, pid] = /^run-(\d+)-/.exec(name) ?? [];
  if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(cache, name), { recursive: true, force: true });
}
const folder = mkdtempSync(join(cache, `run-${process.pid}-`));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const esbuild = join(root, `node_modules/@esbuild/${process.platform}-${process.arch}/bin/esbuild`);
const { status } = spawnSync(esbuild, [source, ...flags, `--outdir=${folder}`], { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(1);
showSources(folder);
await import(pathToFileURL(join(folder, `${parse(source).name}.mjs`)).href);

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH';
  }
}
