// scripts/bundle/: the parts of the package's build.
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type Metafile, type Plugin, transform } from 'esbuild';
import manifest from '../../package.json' with { type: 'json' };
import { options, root } from '../options.mjs';

/** Packages that users install: a native database, test runners and programs. */
const peers = Object.keys(manifest.peerDependencies);

/** Provides the `require` that CommonJS packages call for Node's modules. */
const banner =
  "import { createRequire as createBundleRequire } from 'node:module';\nconst require = createBundleRequire(import.meta.url);";

/**
 * Bundles modules of this project for Node, with their npm packages except for peers. Shared and lazily loaded modules are in
 * separate files.
 *
 * @param entries the modules, as paths in the project; `outdir` has the same folders
 * @returns esbuild's record of inputs and outputs
 */
export async function bundle(entries: readonly string[], outdir: string): Promise<Metafile> {
  const { outputFiles, metafile } = await build({
    ...options,
    absWorkingDir: root,
    outbase: root,
    splitting: true,
    chunkNames: 'shared/[name]-[hash]',
    write: false,
    entryPoints: [...entries],
    outdir,
    banner: { js: banner },
    // The CommonJS build of the package can't be bundled.
    alias: { 'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js') },
    inject: [join(root, 'scripts/bundle/own-globals.ts')],
    external: peers,
    metafile: true,
    plugins: [withoutUnused],
  });
  for (const { path, text } of outputFiles) {
    await mkdir(dirname(path), { recursive: true });
    const minifying = isOfPrism(path) ? { ...minified, ...shortNames } : minified;
    writeFileSync(path, isReadInPlace(path) ? text : (await transform(text, minifying)).code);
  }
  return metafile;
}

/** Modules that hold mostly libraries are minified. Names stay: libraries compare the names of errors. */
const minified = {
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 500,
  legalComments: 'none',
  target: options.target,
} as const;

/** Only for Prism, the largest library: restoring function names slows each request. */
const shortNames = { minifyIdentifiers: true, keepNames: true } as const;

/** Cases are read where they are: their locations are in reports. */
function isReadInPlace(path: string): boolean {
  return !isOfPrism(path) && !isIn('shared', path);
}

function isOfPrism(path: string): boolean {
  return isIn('mock/contract', path);
}

function isIn(folder: string, path: string): boolean {
  return dirname(path).replaceAll('\\', '/').endsWith(`/${folder}`);
}

/**
 * Prism loads these for Postman collections, references to other documents, generated texts, short names of media types, its own log,
 * and hashes of ids.
 */
const ofPrism =
  /^(\.|@stoplight\/http-spec)\/postman(\/operation)?$|^(node-fetch|@faker-js\/faker|mime-db|js-yaml|@stoplight\/yaml|pino|fnv-plus)$/;

/** Fastify loads these for a server without compilers, or with a log. */
const ofFastify = /^@fastify\/(ajv|fast-json-stringify)-compiler$|^\.\/logger-pino\.js$/;

/** Drops the unused parts of Prism and Fastify. */
const withoutUnused: Plugin = {
  name: 'without-unused',
  setup({ onLoad, onResolve }) {
    for (const filter of [ofPrism, ofFastify]) onResolve({ filter }, ({ path }) => ({ path, namespace: 'unused' }));
    // Prism's ids are unique without a hash as well.
    onLoad({ filter: /^fnv-plus$/, namespace: 'unused' }, () => ({ contents: 'exports.fast1a52hex = String;' }));
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: '' }));
    // Prism needs both builds of Lodash, which differ in nothing else.
    onResolve({ filter: /^\.\/lodash\.min$/ }, () => ({ path: join(root, 'node_modules/lodash/lodash.js') }));
  },
};
