// @ts-check
// Bundles a module of the sources into a fresh folder and runs it in this process: node scripts/run.mjs MODULE [arguments]
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';
import { freshFolder, removeAtExit, write } from './bundle/folder.mjs';
import { bundleOptions, root } from './bundle/options.mjs';
import { showSources } from './bundle/stack-traces.mjs';

const source = resolve(root, process.argv[2] ?? '');
const module = relative(root, source);
process.argv.splice(1, 2, source);

const showsConsole = ['mock/main.ts', 'mock/proxy-main.ts'].includes(module);
const [{ outputFiles }] = await Promise.all([
  build({
    ...bundleOptions((file) => JSON.stringify(pathToFileURL(file).href)),
    entryPoints: [source],
    outdir: freshFolder,
    outExtension: { '.js': '.mjs' },
    packages: 'external',
    sourcemap: 'linked',
    sourcesContent: false,
  }),
  showsConsole && import('./bundle/console.mjs').then(({ buildConsole }) => buildConsole()),
]).catch(() => process.exit(1));
await stop();
removeAtExit();
write(outputFiles);
showSources(outputFiles);
await import(pathToFileURL(join(freshFolder, module.replace(/\.ts$/, '.mjs'))).href);
