import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { freshFolder, removeAtExit } from '../scripts/bundle/folder.mjs';
import { root } from '../scripts/bundle/options.mjs';

/** Builds the package, with the console, into a fresh folder for all tests of a run; Playwright calls it before the first one. */
export default function buildOnce(): void {
  removeAtExit();
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts', '--dist', freshFolder], { cwd: root });
  process.env.BUILT_COMMAND = join(freshFolder, 'command.js');
}

/** Node's arguments for one of the package's commands, as users run it. */
export function builtCommand(name: 'mock' | 'proxy' | 'conformance'): readonly [command: string, name: string] {
  if (process.env.BUILT_COMMAND === undefined) buildOnce();
  return [process.env.BUILT_COMMAND ?? '', name];
}
