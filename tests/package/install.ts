import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Packs the project and unpacks it in an empty one, beside nothing but what the package depends on: the result is what
 * `npm install` of the tarball leaves, without a registry. `others` are packages that the project has besides.
 */
export function installPackage(project: string, others: readonly string[] = []): void {
  mkdirSync(project, { recursive: true });
  const npm = (args: string[]) =>
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const tarball = npm(['pack', '--pack-destination', project]).trim().split('\n').at(-1) ?? '';
  const modules = join(project, 'node_modules');
  const home = join(modules, 'telephony-contract');
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', join(project, tarball), '-C', home, '--strip-components=1']);
  for (const name of [...dependencies(), ...others]) link(join(root, 'node_modules', name), join(modules, name));
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { bin: Record<string, string> };
  for (const [name, file] of Object.entries(bin)) {
    chmodSync(join(home, file), 0o755);
    link(join(home, file), join(modules, '.bin', name));
  }
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "type": "module" }');
}

/** The names of what the package needs, and of what that needs, as they lie at the top of `node_modules`. */
function dependencies(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([path, { dev }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && existsSync(join(root, path)))
    .map(([path]) => path.slice('node_modules/'.length));
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), target), path);
}
