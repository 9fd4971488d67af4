import { readFileSync } from 'node:fs';

/** The version of this package, which is independent of the version of the contract. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
