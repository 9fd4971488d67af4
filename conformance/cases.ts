import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { extension } from '../spec/form.ts';
import { type DeclaredCase, declarations } from './suite/run/run-case.ts';

const directory = fileURLToPath(new URL('./rules/', import.meta.url));

/** Loads every rules file and gives the cases that they declare; Playwright loads them by itself. */
export async function loadCases(): Promise<readonly DeclaredCase[]> {
  declarations.alone = true;
  const ending = `.spec${extension}`;
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending));
  // A bundle of this module holds every file that the pattern can name.
  for (const name of names.sort()) await import(`./rules/${name.slice(0, -ending.length)}.spec.ts`);
  return declarations.cases;
}
