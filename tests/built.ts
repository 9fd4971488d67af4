import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/options.mjs';

/** Builds the package, with the console, into a fresh folder for all tests of a run; Playwright calls it before the first one. */
export default function buildOnce(): void {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'built-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, ['scripts/run.mjs', 'scripts/build.ts', '--dist', folder], { cwd: root });
  process.env.BUILT_COMMAND = join(folder, 'command.js');
}

/** Node's arguments for one of the package's commands, as users run it. */
export function builtCommand(name: 'mock' | 'proxy' | 'conformance'): readonly [command: string, name: string] {
  if (process.env.BUILT_COMMAND === undefined) buildOnce();
  return [process.env.BUILT_COMMAND ?? '', name];
}
