import { readFileSync } from 'node:fs';
import { projectPath } from './form.ts';

/** The version of this package, which is independent of the version of the contract. */
export function packageVersion(): string {
  const text = readFileSync(projectPath('package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
