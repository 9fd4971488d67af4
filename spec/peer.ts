import { createRequire } from 'node:module';
import { home } from './form.ts';

export class MissingPeer extends Error {
  override name = 'MissingPeer';
  constructor(name: string) {
    super(`${name} is needed for this: npm i -D ${name}`);
  }
}

/** Resolves a module of a peer package to its file. Throws a MissingPeer if the package is not installed. */
export function resolvePeer(module: string): string {
  try {
    return createRequire(home).resolve(module);
  } catch {
    throw new MissingPeer(/^(@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? module);
  }
}
