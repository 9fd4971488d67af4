import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path/posix';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import manifest from '../package.json' with { type: 'json' };
import { type Problem, reportProblems, runScript } from '../spec/print.ts';
import { folderRules, placeRules } from './import-rules.ts';

/** One import of a file: a path of the project, or the name of a package with its subpath. */
interface Import {
  readonly file: string;
  readonly to: string;
  readonly isOwn: boolean;
  readonly isDynamic: boolean;
}

/** Packages that a command, a type or a configuration uses without an import. */
const usedOtherwise = /^(@types\/|@biomejs\/biome|@redocly\/cli|@stoplight\/prism-cli|typescript)/;

await runScript(async (args) => {
  parseArgs({ args });
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith('spec/generated/') && existsSync(file));
  const imports = files.flatMap(readImports);
  const problems = [...imports.flatMap(findBrokenRules), ...findCycles(imports), ...findUnlisted(imports)];
  return reportProblems(problems, `${files.length} files have allowed imports`);
});

function readImports(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  return ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName, pos }): Import[] => {
    const isDynamic = /import\(\s*$/.test(text.slice(0, pos));
    if (!fileName.startsWith('.')) return [{ file, to: fileName, isOwn: false, isDynamic }];
    const to = join(dirname(file), fileName);
    return existsSync(to) ? [{ file, to, isOwn: true, isDynamic }] : [];
  });
}

function findBrokenRules({ file, to, isOwn, isDynamic }: Import): Problem[] {
  const folders = folderRules.filter(
    ({ folder, allowed, isForTestsToo }) =>
      isOwn &&
      file.startsWith(`${folder}/`) &&
      (isForTestsToo || !file.endsWith('.test.ts')) &&
      ![`${folder}/`, ...allowed].some((place) => to.startsWith(place)),
  );
  const places = placeRules.filter(
    ({ from, to: place, isLazy }) => place.test(to) && !from.test(file) && !(isLazy && isDynamic),
  );
  return [
    ...folders.map(({ folder }) => ({ file, about: to, message: `${folder}/ may not import it` })),
    ...places.map(({ about }) => ({ file, about: to, message: about })),
  ];
}

/** One problem for each import that closes a cycle. */
function findCycles(imports: readonly Import[]): Problem[] {
  const next = new Map<string, string[]>();
  for (const { file, to } of imports.filter(({ isOwn }) => isOwn)) next.set(file, [...(next.get(file) ?? []), to]);
  const state = new Map<string, 'open' | 'done'>();
  const problems: Problem[] = [];
  const visit = (file: string, path: readonly string[]) => {
    if (state.get(file) === 'open') {
      problems.push({ file, about: 'cycle', message: [...path.slice(path.indexOf(file)), file].join(' -> ') });
    }
    if (state.has(file)) return;
    state.set(file, 'open');
    for (const to of next.get(file) ?? []) visit(to, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of next.keys()) visit(file, []);
  return problems;
}

/** Packages without an entry in package.json, and entries without an import. */
function findUnlisted(imports: readonly Import[]): Problem[] {
  const listed = Object.keys(manifest.devDependencies);
  const known = [manifest.name, ...listed.map((name) => name.replace(/^@types\//, ''))];
  const packages = imports.filter(({ to, isOwn }) => !isOwn && !to.startsWith('node:') && !builtinModules.includes(to));
  const nameOf = (to: string) => to.split('/', to.startsWith('@') ? 2 : 1).join('/');
  const used = new Set(packages.map(({ to }) => nameOf(to)));
  return [
    ...packages
      .filter(({ to }) => !known.includes(nameOf(to)))
      .map(({ file, to }) => ({ file, about: to, message: 'package.json does not name it' })),
    ...listed
      .filter((name) => !used.has(name) && !usedOtherwise.test(name))
      .map((name) => ({ file: 'package.json', about: name, message: 'nothing imports it' })),
  ];
}
