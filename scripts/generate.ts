import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { runScript } from '../gate/command.ts';
import { adminFile, contractFile, loadDocument } from '../spec/document.ts';
import { complain, say } from '../spec/print.ts';
import { type Choice, choicesOf, loadRegister } from '../spec/register.ts';

const target = (name: string) => fileURLToPath(new URL(`../spec/generated/${name}`, import.meta.url));

/** The types of a document, as the openapi-typescript command line would write them. */
async function typesOf(file: string): Promise<string> {
  const options = { readWriteMarkers: true, defaultNonNullable: false, silent: true };
  return `${COMMENT_HEADER}${astToString(await openapiTS(pathToFileURL(file), options))}`;
}

/** The union of the ids of all rules. */
function ruleIds(): string {
  const ids = [...loadRegister().keys()].map((id) => `  | '${id}'`);
  const header = '// Written by `npm run generate` from spec/rules.yaml; do not edit.';
  return `${header}\n\nexport type RuleId =\n${ids.join('\n')};\n`;
}

/** The type of all choices, and what this project has chosen. */
function choices(): string {
  const all = [...choicesOf(loadRegister()).values()];
  const header = '// Written by `npm run generate` from spec/rules.yaml; do not edit.';
  const members = all.map((one) => `  /** ${one.rule}: ${one.about}. */\n  readonly ${one.name}: ${typeOf(one)};\n`);
  const ours = all.map(({ name, ours }) => `  ${name}: ${typeof ours === 'number' ? ours : `'${ours}'`},\n`);
  const type = `/** What a deployment decides where the source leaves it open. */\nexport interface Choices {\n${members.join('')}}`;
  return `${header}\n\n${type}\n\n/** What the mock does without a deployment file. */\nexport const ours: Choices = {\n${ours.join('')}};\n`;
}

function typeOf({ ours, alternatives }: Choice): string {
  if (!alternatives) return typeof ours;
  return Object.keys(alternatives)
    .map((word) => `'${word}'`)
    .join(' | ');
}

await runScript(async (args) => {
  const { check = false } = parseArgs({ args, options: { check: { type: 'boolean' } } }).values;
  loadDocument();
  const files = new Map([
    [target('api.ts'), await typesOf(contractFile)],
    [target('admin.ts'), await typesOf(adminFile)],
    [target('rule-ids.ts'), ruleIds()],
    [target('choices.ts'), choices()],
  ]);
  let drifted = 0;
  for (const [file, text] of files) {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    drifted += 1;
    const name = relative(process.cwd(), file);
    if (check) {
      complain(`${name}: differs from what spec/ says; run \`npm run generate\``);
    } else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      say(`${name}: written`);
    }
  }
  if (drifted === 0) say(`${files.size} generated files are up to date`);
  return check && drifted > 0 ? 1 : 0;
});
