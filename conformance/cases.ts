import { readdirSync } from 'node:fs';
import { extension, projectPath } from '../spec/package.ts';
import { derivations } from './suite/derive/operations.ts';
import { type DeclaredCase, declarations } from './suite/run/run-case.ts';

const rules = projectPath('conformance/rules/');
const ending = `.spec${extension}`;

/** The operations that requests are derived for. */
export const derivedOperations = Object.keys(derivations);

/** Loads every rules file and returns the cases that they declare; Playwright loads them by itself. */
export async function loadCases(): Promise<readonly DeclaredCase[]> {
  declarations.alone = true;
  // A bundle of this module contains every file that the patterns can name, and the patterns of bundlers end at a folder.
  for (const name of filesIn('flows')) await import(`./rules/flows/${name}.spec.ts`);
  for (const name of filesIn('refusals')) await import(`./rules/refusals/${name}.spec.ts`);
  return declarations.cases;
}

function filesIn(folder: string): string[] {
  const names = readdirSync(rules + folder).filter((name) => name.endsWith(ending));
  return names.map((name) => name.slice(0, -ending.length)).sort();
}
