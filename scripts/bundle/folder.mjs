// @ts-check
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './options.mjs';

const home = join(root, 'node_modules/.cache/run');

/** A path for the output of one process, below the project so that modules in it find its packages. */
export const freshFolder = join(home, `${hostname()}.${process.pid}.${randomUUID()}`);

/**
 * Writes files below the fresh folder.
 *
 * @param {readonly import('esbuild').OutputFile[]} files
 */
export function write(files) {
  for (const { path, contents } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
}

/** Removes the fresh folder when the process ends. Folders of processes that were killed go now. */
export function removeAtExit() {
  process.once('exit', () => remove(freshFolder));
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, endUnlessHandled);
  mkdirSync(home, { recursive: true });
  for (const name of readdirSync(home)) if (isLeftBehind(name)) remove(join(home, name));
}

/** @param {string} folder */
function remove(folder) {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * A signal ends the process as if nothing listened here; modules that listen to it themselves decide.
 *
 * @param {NodeJS.Signals} signal
 */
function endUnlessHandled(signal) {
  if (process.listenerCount(signal) > 1) return;
  remove(freshFolder);
  process.removeListener(signal, endUnlessHandled);
  process.kill(process.pid, signal);
}

/**
 * Containers may share the folder and not the processes, so only those of this host are looked at.
 *
 * @param {string} name
 */
function isLeftBehind(name) {
  const owner = new RegExp(`^${hostname()}\\.(\\d+)\\.`).exec(name)?.[1];
  if (owner === undefined) return false;
  try {
    process.kill(Number(owner), 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}
