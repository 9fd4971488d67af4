// scripts/: build, generators and checks, which the scripts of package.json start.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadSources } from '../mock/sources.ts';
import manifest from '../package.json' with { type: 'json' };
import { runScript } from '../spec/print.ts';
import { formatPreparedLine, parseYaml, readText } from '../spec/yaml.ts';
import { bundle } from './bundle/bundle.ts';
import { buildConsole } from './bundle/console.mjs';
import { collectLicences } from './bundle/licences.ts';
import { root } from './options.mjs';

/** Modules that users import, commands, and files that are loaded by name. */
const entries = [
  'command.ts',
  'mock/create-mock.ts',
  'mock/embed/playwright.ts',
  'mock/embed/vitest.ts',
  'mock/embed/msw.ts',
  'mock/main.ts',
  'mock/proxy-main.ts',
  'mock/contract/prism-worker.ts',
  'spec/generated/api.ts',
  'conformance/cli.ts',
  ...readdirSync(`${root}conformance/rules`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => `conformance/rules/${name}`),
  'gate/cli.ts',
  'gate/steps/task.ts',
];

/** Data files that the entries read. */
const data = ['spec', 'fixtures', 'conformance/targets', 'conformance/report/report.css', 'mock/console/dist'];

/** Builds the package into `dist/` with its types, or without them into another directory. Modules and data files are in the folders of the sources. */
await runScript(async (args) => {
  const { dist } = parseArgs({ args, options: { dist: { type: 'string' } } }).values;
  const outdir = resolve(root, dist ?? 'dist');
  rmSync(outdir, { recursive: true, force: true });
  await buildConsole();
  const metafile = await bundle(entries, outdir);
  writeFileSync(`${outdir}/LICENSES.txt`, collectLicences(metafile, root));
  for (const name of data) {
    cpSync(root + name, `${outdir}/${name}`, { recursive: true, filter: (source) => !/\.(ts|mjs)$/.test(source) });
  }
  // An `exports` field is ignored below the root of a package, and publint refuses it.
  const { name, version, type } = manifest;
  writeFileSync(`${outdir}/package.json`, JSON.stringify({ name, version, type }));
  writeFileSync(`${outdir}/spec/prepared.txt`, await prepareLines());
  return dist === undefined ? writeTypes() : 0;
});

/** Writes the declarations of the package's exports; returns the compiler's exit code. */
function writeTypes(): number {
  const args = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'];
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}

/** The mock's documents, parsed and checked here; runs are lines of JSON already. */
async function prepareLines(): Promise<string> {
  await loadSources({ fixtures: `${root}fixtures` });
  const files = ['spec', 'fixtures', 'fixtures/mission-runs'].flatMap((folder) =>
    readdirSync(`${root}${folder}`).map((name) => `${root}${folder}/${name}`),
  );
  const lines = files.map((file) => {
    const [isYaml, isRuns] = [file.endsWith('.yaml'), file.endsWith('.ndjson')];
    const text = isYaml || isRuns ? readText(file) : '';
    return text && formatPreparedLine(file, text, isYaml && parseYaml(text, file));
  });
  return lines.join('');
}
