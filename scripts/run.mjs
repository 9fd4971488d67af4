// @ts-check
// Bundles a module of the sources and runs it in this process: node scripts/run.mjs MODULE [arguments]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parse, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { flags, root } from './bundle/options.mjs';
import { showSources } from './bundle/stack-traces.mjs';

const source = resolve(root, process.argv[2] ?? '');
process.argv.splice(1, 2, source);

// The bundle finds its packages below the project. Modules that are imported later are files of their own, loaded when they are needed.
const cache = resolve(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
for (const name of readdirSync(cache))
  if (isLeftBehind(name)) rmSync(resolve(cache, name), { recursive: true, force: true });
const folder = mkdtempSync(resolve(cache, `run-${process.pid}-`));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

// The command of esbuild takes half the processor time of its JavaScript interface.
const esbuild = resolve(root, `node_modules/@esbuild/${process.platform}-${process.arch}/bin/esbuild`);
const own = ['--packages=external', '--splitting', '--sourcemap=inline', '--sources-content=false'];
const output = [`--outdir=${folder}`, '--entry-names=[name]', '--out-extension:.js=.mjs'];
const building = spawn(esbuild, [source, ...flags, ...own, ...output], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const [status] = await once(building, 'close');
if (status !== 0) process.exit(1);

/** @type {Map<string, string>} */
const maps = new Map();
for (const name of readdirSync(folder)) {
  const file = resolve(folder, name);
  const [bundled = '', map = ''] = readFileSync(file, 'utf8').split('//# sourceMappingURL=');
  maps.set(pathToFileURL(file).href, map);
  // A comment of esbuild precedes each module. Modules find the files next to their sources.
  let module = source;
  const placed = bundled.replaceAll(/^\/\/ (.+\.(?:ts|tsx|mjs))$|\bimport\.meta\.url\b/gm, (found, path) => {
    if (path === undefined) return JSON.stringify(pathToFileURL(module).href);
    module = resolve(root, path);
    return found;
  });
  writeFileSync(file, placed);
}
showSources(maps);
await import(pathToFileURL(resolve(folder, `${parse(source).name}.mjs`)).href);

/**
 * Recognizes the folder of a process that was killed.
 *
 * @param {string} name
 */
function isLeftBehind(name) {
  const [, pid] = /^run-(\d+)-/.exec(name) ?? [];
  if (pid === undefined) return false;
  try {
    return !process.kill(Number(pid), 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}
