// @ts-check
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The project's directory. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The esbuild options that the package and a start from the sources share. */
export const options = /** @satisfies {import('esbuild').BuildOptions} */ ({
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  logLevel: 'warning',
});

/** Arguments for esbuild's command, which takes half the processor time of its JavaScript interface. */
export const flags = [
  ...Object.entries(options).map(
    ([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}=${value}`,
  ),
  ...['--packages=external', '--splitting', '--out-extension:.js=.mjs', '--entry-names=[name]'],
  ...['--sourcemap=external', '--sources-content=false'],
  `--define:import.meta.url=${JSON.stringify(pathToFileURL(`${root}spec/package.ts`).href)}`,
];
