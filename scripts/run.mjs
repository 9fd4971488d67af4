// @ts-check
// Bundles a module of the sources and runs it in this process: node scripts/run.mjs MODULE [arguments]
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, parse, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { flags, root } from './options.mjs';

const source = resolve(root, process.argv[2] ?? '');
process.argv.splice(1, 2, source);

// The bundle finds its packages below the project. Modules that are imported later are separate files, loaded when they are needed.
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

/**
 * Makes stack traces name the sources of the bundle in a folder. Node's own support would read the source maps of all packages at each start.
 *
 * @param {string} folder
 */
function showSources(folder) {
  // A failure is printed when the folder is gone.
  const files = readdirSync(folder).filter((name) => name.endsWith('.map'));
  const texts = new Map(
    files.map((name) => [pathToFileURL(join(folder, parse(name).name)).href, readFileSync(join(folder, name), 'utf8')]),
  );
  /** @type {Map<string, SourceMap>} */
  const maps = new Map();
  /** @param {string} url */
  const mapOf = (url) => {
    const map = maps.get(url) ?? new SourceMap(JSON.parse(texts.get(url) ?? ''));
    maps.set(url, map);
    return map;
  };
  Error.prepareStackTrace = (error, sites) => {
    const lines = sites.map((site) =>
      String(site).replace(/(file:[^\s()]+):(\d+):(\d+)/, (place, url, line, column) => {
        const found = texts.has(url) ? mapOf(url).findEntry(line - 1, column - 1) : {};
        const entry = /** @type {Partial<import('node:module').SourceMapping>} */ (found);
        const { originalSource, originalLine, originalColumn } = entry;
        if (originalSource === undefined || originalLine === undefined || originalColumn === undefined) return place;
        return `${fileURLToPath(new URL(originalSource, url))}:${originalLine + 1}:${originalColumn + 1}`;
      }),
    );
    return [Error.prototype.toString.call(error), ...lines].join('\n    at ');
  };
}
