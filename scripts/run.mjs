// @ts-check
// Bundles a module of the sources and runs it in this process: node scripts/run.mjs MODULE [arguments]
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { flags, root } from './bundle/options.mjs';
import { showSources } from './bundle/stack-traces.mjs';

const source = resolve(root, process.argv[2] ?? '');
process.argv.splice(1, 2, source);

// The bundle finds its packages below the project. It removes itself when it begins.
const file = resolve(root, `node_modules/.cache/${randomUUID()}.mjs`);
const banner = `import { rmSync as removeBundle } from 'node:fs'; removeBundle(${JSON.stringify(file)});`;

// The command of esbuild takes half the processor time of its JavaScript interface.
const esbuild = resolve(root, `node_modules/@esbuild/${process.platform}-${process.arch}/bin/esbuild`);
const own = ['--packages=external', '--sourcemap=inline', '--sources-content=false', `--banner:js=${banner}`];
const building = spawn(esbuild, [source, ...flags, ...own], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
const [output, [status]] = await Promise.all([text(building.stdout), once(building, 'close')]);
if (status !== 0) process.exit(1);

const [bundled = '', map = ''] = output.split('//# sourceMappingURL=');
// A comment of esbuild precedes each module. Modules find the files next to their sources.
let module = source;
const placed = bundled.replaceAll(/^\/\/ (.+\.(?:ts|mjs))$|\bimport\.meta\.url\b/gm, (found, path) => {
  if (path === undefined) return JSON.stringify(pathToFileURL(module).href);
  module = resolve(root, path);
  return found;
});
mkdirSync(resolve(file, '..'), { recursive: true });
writeFileSync(file, placed);
showSources(pathToFileURL(file).href, map);
await import(pathToFileURL(file).href);
