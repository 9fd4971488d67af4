// @ts-check
import { fileURLToPath } from 'node:url';

/** The project's directory. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The esbuild options that the package and a start from the sources share. */
export const options = /** @satisfies {import('esbuild').BuildOptions} */ ({
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  logLevel: 'warning',
});

/** The same for esbuild's command. */
export const flags = Object.entries(options).map(
  ([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}=${value}`,
);
