import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Mutant, mutated } from './operators.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The project's files, relative to its root: what git knows and what it doesn't ignore. */
export function projectFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  return listed
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));
}

/** A copy of the project that may be broken. */
export class Scratch {
  readonly directory = mkdtempSync(join(tmpdir(), 'mutants-'));

  constructor(files: readonly string[]) {
    for (const file of [...files, 'mock/console/dist']) {
      cpSync(join(root, file), join(this.directory, file), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(this.directory, 'node_modules'));
    // Some tests copy the project as git lists it; a link is no folder to .gitignore.
    execFileSync('git', ['init', '--quiet'], { cwd: this.directory });
    writeFileSync(join(this.directory, '.git/info/exclude'), 'node_modules\n');
    process.once('exit', () => rmSync(this.directory, { recursive: true, force: true }));
  }

  /** Puts a mutant into the copy for as long as something takes. */
  async with<T>(mutant: Mutant, text: string, use: () => Promise<T>): Promise<T> {
    const file = join(this.directory, mutant.file);
    writeFileSync(file, mutated(text, mutant));
    try {
      return await use();
    } finally {
      writeFileSync(file, text);
    }
  }
}
