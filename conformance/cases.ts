import { readdirSync } from 'node:fs';
import { contractFile, readText } from '../spec/document.ts';
import { extension, projectPath } from '../spec/package.ts';
import { loadRegister } from '../spec/register.ts';
import { invariantRules } from './rules/invariants/index.ts';
import { isCaseSelected, isSelected, type Selection } from './suite/run/run.ts';
import { type DeclaredCase, declarations } from './suite/run/run-case.ts';

const everyCase: Selection = { rules: [], quick: false, choices: true };

/** Loads the rules files that may have a case of a selection, and returns its cases; Playwright loads the files by itself. */
export async function loadCases(selection = everyCase): Promise<readonly DeclaredCase[]> {
  declarations.alone = true;
  // A bundle of this module contains every file that the patterns can name, and the patterns of bundlers end at a folder.
  await loadFrom('flows', selection, (name) => import(`./rules/flows/${name}.spec.ts`));
  await loadFrom('refusals', selection, (name) => import(`./rules/refusals/${name}.spec.ts`));
  return declarations.cases.filter((declared) => isCaseSelected(declared, selection));
}

/** Loads the files of a folder whose texts name a selected rule, or that make cases of one from elsewhere. */
async function loadFrom(folder: string, selection: Selection, load: (name: string) => Promise<unknown>): Promise<void> {
  const rules = [...loadRegister().values()].filter((rule) => isSelected(rule, selection));
  const path = projectPath(`conformance/rules/${folder}/`);
  const ending = `.spec${extension}`;
  for (const file of readdirSync(path).sort()) {
    const name = file.slice(0, -ending.length);
    if (!file.endsWith(ending) || (name === 'choices' && !selection.choices)) continue;
    const named = new Set([...idsIn(readText(path + file)), ...(idsElsewhere[name]?.() ?? [])]);
    if (!rules.some(({ id }) => named.has(id))) continue;
    const before = declarations.cases.length;
    await load(name);
    const ids = declarations.cases.slice(before).flatMap((declared) => declared.rules.map(({ id }) => id));
    const hidden = ids.find((id) => !named.has(id));
    if (hidden) throw new Error(`${path}${file} has a case of ${hidden} and does not name it, so --rule can't find it`);
  }
}

/** The rules of files that make cases from the choices of the register, the document or the invariants. */
const idsElsewhere: Record<string, () => Iterable<string>> = {
  choices: () => loadRegister().keys(),
  derived: () => idsIn(readText(contractFile)),
  probes: () => invariantRules,
};

function idsIn(text: string): Iterable<string> {
  return text.match(/\b[A-Z]+(-[A-Z]+)*-\d+\b/g) ?? [];
}
