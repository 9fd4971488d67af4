import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Packs the project into a folder, and returns the path of the tarball. */
export function packPackage(folder: string): string {
  const printed = execFileSync('npm', ['pack', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return join(folder, printed.trim().split('\n').at(-1) ?? '');
}

/**
 * Unpacks a tarball in an empty project: the result is as after `npm install`, without a registry.
 *
 * @param others further packages of the project, linked with their dependencies
 */
export function installPackage(project: string, tarball: string, others: readonly string[]): void {
  const modules = join(project, 'node_modules');
  const home = join(modules, 'telephony-contract');
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  for (const name of withNeeds(others)) link(join(root, 'node_modules', name), join(modules, name));
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { bin: Record<string, string> };
  for (const [name, file] of Object.entries(bin)) {
    chmodSync(join(home, file), 0o755);
    link(join(home, file), join(modules, '.bin', name));
  }
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "type": "module" }');
}

/** Packages and all that they need, as they lie at the top of `node_modules`. */
function withNeeds(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const file = join(root, 'node_modules', name, 'package.json');
    if (found.has(name) || !existsSync(file)) continue;
    found.add(name);
    const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as { dependencies?: object };
    withNeeds(Object.keys(dependencies), found);
  }
  return found;
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), target), path);
}
