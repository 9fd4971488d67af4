import { createRequire } from 'node:module';

/** A package that users install when they want what needs it. */
export class MissingPeer extends Error {
  override name = 'MissingPeer';
  constructor(name: string) {
    super(`${name} is needed for this: npm i -D ${name}`);
  }
}

/** The file of a module of such a package. Throws a MissingPeer when it is not installed. */
export function resolvePeer(module: string): string {
  try {
    return createRequire(import.meta.url).resolve(module);
  } catch {
    throw new MissingPeer(/^(@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? module);
  }
}
