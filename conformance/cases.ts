import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { extension } from '../spec/form.ts';
import { type DeclaredCase, declarations } from './suite/run/run-case.ts';

const directory = new URL('./rules/', import.meta.url);

/** Loads every rules file and gives the cases that they declare; Playwright loads them by itself. */
export async function loadCases(): Promise<readonly DeclaredCase[]> {
  declarations.alone = true;
  const files = readdirSync(fileURLToPath(directory)).filter((name) => name.endsWith(`.spec${extension}`));
  for (const file of files.sort()) await import(new URL(file, directory).href);
  return declarations.cases;
}
