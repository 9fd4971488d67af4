import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Takes a lock of all processes of a run as soon as its holder releases it or ends; returns its release. A directory is the lock, as
 * making one is atomic.
 */
export async function takeLock(runDir: string, name: string): Promise<() => void> {
  const dir = join(runDir, `${name}.lock`);
  for (;;) {
    if (claim(dir)) {
      writeFileSync(join(dir, 'pid'), String(process.pid));
      return () => rmSync(dir, { recursive: true, force: true });
    }
    if (!holderLives(dir)) rmSync(dir, { recursive: true, force: true });
    await sleep(20);
  }
}

/** Makes a directory; returns false when it exists already. */
export function claim(dir: string): boolean {
  try {
    mkdirSync(dir);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function holderLives(dir: string): boolean {
  try {
    return lives(Number(readFileSync(join(dir, 'pid'), 'utf8') || process.pid));
  } catch {
    return true;
  }
}

/** True if this machine has a process of this id. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Makes a folder for writing; returns the code of the error where that fails. */
export function makeFolder(directory: string): string | undefined {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
    return undefined;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
