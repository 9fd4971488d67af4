import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runScript } from '../gate/command.ts';
import { loadSources } from '../mock/sources.ts';
import { parseYaml, readText } from '../spec/document.ts';
import { preparedLine } from '../spec/prepared.ts';
import { bundle } from './bundle/bundle.ts';
import { licencesOf } from './bundle/licences.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What is imported from outside, is a command, or is loaded by its file's name. */
const entries = [
  'command.ts',
  'mock/create-mock.ts',
  'mock/embed/playwright.ts',
  'mock/embed/vitest.ts',
  'mock/embed/msw.ts',
  'mock/main.ts',
  'mock/proxy-main.ts',
  'mock/email/large-mail-worker.ts',
  'spec/generated/api.ts',
  'conformance/cli.ts',
  'conformance/report/reporter.ts',
  'conformance/suite/run/global-setup.ts',
  ...readdirSync(`${root}conformance/rules`).map((name) => `conformance/rules/${name}`),
  'gate/cli.ts',
  'gate/comparison-worker.ts',
  'playwright.config.ts',
];

/** What these read beside themselves. */
const data = ['spec', 'fixtures', 'conformance/targets', 'mock/console/dist', 'package.json'];

/** Makes of what the package carries, in `dist/` or another directory: modules in the same folders as here, and data files beside them. */
await runScript(async (args) => {
  const { dist } = parseArgs({ args, options: { dist: { type: 'string', default: 'dist' } } }).values;
  const outdir = resolve(root, dist);
  rmSync(outdir, { recursive: true, force: true });
  const metafile = await bundle(entries, outdir);
  writeFileSync(`${outdir}/LICENSES.txt`, licencesOf(metafile, root));
  for (const name of data) {
    cpSync(root + name, `${outdir}/${name}`, { recursive: true, filter: (source) => !/\.(ts|mjs)$/.test(source) });
  }
  writeFileSync(`${outdir}/spec/prepared.txt`, await preparedLines());
  return 0;
});

/** What the mock reads at its start, read and checked here; runs are lines of JSON already. */
async function preparedLines(): Promise<string> {
  await loadSources({ fixtures: `${root}fixtures` });
  const files = ['spec', 'fixtures', 'fixtures/mission-runs'].flatMap((folder) =>
    readdirSync(`${root}${folder}`).map((name) => `${root}${folder}/${name}`),
  );
  const lines = files.map((file) => {
    const [isYaml, isRuns] = [file.endsWith('.yaml'), file.endsWith('.ndjson')];
    const text = isYaml || isRuns ? readText(file) : '';
    return text && preparedLine(file, text, isYaml && parseYaml(text, file));
  });
  return lines.join('');
}
