import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Everything that the build is made of, and how it is made. */
const sources = ['command.ts', 'playwright.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json'];
const folders = ['spec', 'fixtures', 'mock', 'conformance', 'gate', 'scripts'];

/** As users have it: below a folder of this name Playwright runs modules as they are. */
const home = join(root, 'tests/node_modules');

/** Builds that are kept: a run may go on with one while its sources are worked on. */
const KEPT = 3;

let built: string | undefined;

/** What Node runs for one of the product's commands, built of the sources as they are now: a build is named by all that it is made of. */
export function builtCommand(name: 'mock' | 'proxy' | 'conformance'): readonly [command: string, name: string] {
  built ??= build();
  return [join(built, 'command.js'), name];
}

function build(): string {
  const directory = join(home, `built-${fingerprint()}`);
  if (!existsSync(directory)) {
    mkdirSync(home, { recursive: true });
    const made = join(home, `making-${process.pid}`);
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts', '--dist', made], { cwd: root });
    take(made, directory);
  }
  const now = new Date();
  utimesSync(directory, now, now);
  return directory;
}

/** Gives a build its name, unless another process was first, and removes those that were not used for longest. */
function take(made: string, directory: string): void {
  try {
    renameSync(made, directory);
  } catch (error) {
    rmSync(made, { recursive: true });
    if (!existsSync(directory)) throw error;
  }
  const builds = readdirSync(home).filter((name) => name.startsWith('built-'));
  // Another process may be removing it.
  const lastUse = (name: string) => statSync(join(home, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const old = builds.sort((one, other) => lastUse(other) - lastUse(one)).slice(KEPT);
  for (const name of old) rmSync(join(home, name), { recursive: true, force: true });
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const inside = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of [...sources.map((name) => join(root, name)), ...inside.sort()])
    hash.update(`${file}\n`).update(readFileSync(file)).update('\n');
  return hash.digest('hex').slice(0, 16);
}
