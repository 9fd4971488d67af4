// @ts-check
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The project's directory. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The esbuild options that the package and a start from the sources share.
 *
 * @param {(file: string) => string} urlOf the expression that replaces `import.meta.url` in a source file
 */
export function bundleOptions(urlOf) {
  return /** @satisfies {import('esbuild').BuildOptions} */ ({
    absWorkingDir: root,
    outbase: root,
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    chunkNames: 'shared/[name]-[hash]',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [ownPlaces(urlOf)],
  });
}

/**
 * Bundled modules find the files next to their sources.
 *
 * @param {(file: string) => string} urlOf
 * @returns {import('esbuild').Plugin}
 */
function ownPlaces(urlOf) {
  return {
    name: 'own-places',
    setup({ onLoad }) {
      onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
        if (path.includes('/node_modules/')) return undefined;
        const text = readFileSync(path, 'utf8');
        if (!text.includes('import.meta.url')) return undefined;
        return {
          contents: text.replaceAll('import.meta.url', () => urlOf(path)),
          loader: path.endsWith('ts') ? 'ts' : 'js',
        };
      });
    },
  };
}
