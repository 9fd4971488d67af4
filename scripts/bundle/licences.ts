import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** A package with bundled modules. */
interface Bundled {
  name: string;
  version: string;
  licence: string;
  text: string;
}

/**
 * The licences of all packages with modules in a bundle, as a text file: each text once, below the names of its packages. Throws when a
 * package names none.
 *
 * @param root the folder of the inputs' paths
 */
export function collectLicences({ outputs }: Metafile, root: string): string {
  const inputs = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
  const packages = [...folders].map((folder) => read(join(root, folder)));
  const titles = new Map<string, Set<string>>();
  for (const { name, version, licence, text } of packages)
    titles.set(text, (titles.get(text) ?? new Set()).add(`${name} ${version} (${licence})`));
  return [...titles]
    .map(([text, names]) => `${[...names].sort().join('\n')}\n\n${text}\n`)
    .sort()
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function read(folder: string): Bundled {
  const described = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  const { name, version, license, licenses, author } = described;
  const [listed] = [licenses ?? license].flat() as (string | { type: string } | undefined)[];
  const licence = typeof listed === 'object' ? listed.type : listed;
  if (licence === undefined) throw new Error(`${folder}: no licence is named, so nothing of it can be bundled`);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const by = typeof author === 'object' ? (author as { name?: string } | null)?.name : author;
  const text = texts.length > 0 ? texts.join('\n\n') : `Licensed under ${licence}${by ? ` by ${by}` : ''}.`;
  return { name: String(name), version: String(version), licence, text };
}
