import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type * as OpenapiTypescript from 'openapi-typescript';
import type { OpenAPI3, SchemaObject } from 'openapi-typescript';
import { parse, stringify } from 'yaml';
import { listActions } from '../spec/deployment/overlay.ts';
import { readDeployment } from '../spec/deployment/read.ts';
import { adminFile, contractFile, loadDocument } from '../spec/document.ts';
import { home, toProjectPath } from '../spec/package.ts';
import { printError, printLine, runScript } from '../spec/print.ts';
import { type Choice, collectChoices, loadRegister } from '../spec/register.ts';

// The CommonJS build loads in half the time: Node searches imported CommonJS modules for their names, and TypeScript is large.
const require = createRequire(home);
const { default: openapiTS, astToString, COMMENT_HEADER } = require('openapi-typescript') as typeof OpenapiTypescript;

const locateTarget = (name: string) => toProjectPath(`spec/generated/${name}`);

const locatePage = (name: string) => toProjectPath(`docs/${name}`);

/** A form of YAML 1.2 with the same meaning in YAML 1.1. */
const forOtherTools = { aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const;

/** The types of a document, as the openapi-typescript command line would write them. */
async function generateTypes(document: URL | OpenAPI3): Promise<string> {
  const options = { readWriteMarkers: true, defaultNonNullable: false, silent: true };
  return `${COMMENT_HEADER}${astToString(await openapiTS(document, options))}`;
}

/** The types of a JSON Schema, under a name, and of its definitions. */
function generateSchemaTypes(name: string, file: string): Promise<string> {
  const text = readFileSync(toProjectPath(file), 'utf8').replaceAll('#/$defs/', '#/components/schemas/');
  const { $defs, ...schema } = JSON.parse(text) as SchemaObject & { $defs: Record<string, SchemaObject> };
  const components = { schemas: { [name]: schema as SchemaObject, ...$defs } };
  return generateTypes({ openapi: '3.1.0', info: { title: name, version: '1' }, paths: {}, components });
}

/** Overlay, document and types of a deployment, by the names of the files next to the deployment file. */
async function generateDeployment(file: string): Promise<Map<string, string>> {
  const contract = loadDocument();
  const { deployment, document } = readDeployment(file, contract);
  const overlay = {
    overlay: '1.1.0',
    info: { title: `The contract as settled ${deployment.settled}`, version: deployment.contract },
    actions: listActions(deployment, contract).map(({ action }) => action),
  };
  const stem = resolve(file).replace(/\.ya?ml$/, '');
  return new Map([
    [`${stem}.overlay.yaml`, stringify(overlay, forOtherTools)],
    [`${stem}.openapi.yaml`, stringify(document.json, forOtherTools)],
    [`${stem}.ts`, await generateTypes(document.json as unknown as OpenAPI3)],
  ]);
}

/** The union of the ids of all rules. */
function generateRuleIds(): string {
  const ids = [...loadRegister().keys()].map((id) => `  | '${id}'`);
  const header = '// Written by `npm run generate` from spec/rules.yaml; do not edit.';
  return `${header}\n\nexport type RuleId =\n${ids.join('\n')};\n`;
}

/** The type of all choices, and their defaults. */
function generateChoices(): string {
  const choices = [...collectChoices(loadRegister()).values()];
  const header = '// Written by `npm run generate` from spec/rules.yaml; do not edit.';
  const members = choices.map(
    (choice) => `  /** ${choice.rule}: ${choice.about}. */\n  readonly ${choice.name}: ${formatType(choice)};\n`,
  );
  const values = choices.map(
    ({ name, default: value }) => `  ${name}: ${typeof value === 'number' ? value : `'${value}'`},\n`,
  );
  const type = `/** The choices of a deployment where the source leaves it open. */\nexport interface Choices {\n${members.join('')}}`;
  return `${header}\n\n${type}\n\n/** The choices of the mock without a deployment file. */\nexport const defaultChoices: Choices = {\n${values.join('')}};\n`;
}

function formatType({ default: value, alternatives }: Choice): string {
  if (!alternatives) return typeof value;
  return Object.keys(alternatives)
    .map((word) => `'${word}'`)
    .join(' | ');
}

/** The page of the control API: a table for each tag. */
function generateControlPage(): string {
  const { info, tags, paths } = parse(readFileSync(adminFile, 'utf8')) as ControlDocument;
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      'operationId' in operation ? [{ call: `${method.toUpperCase()} /__admin${path}`, ...operation }] : [],
    ),
  );
  const sections = tags.map(({ name, description }) => {
    const rows = calls
      .filter(({ tags }) => tags.includes(name))
      .map(({ call, description, requestBody }) => {
        const { example, examples = {} } = requestBody?.content['application/json'] ?? {};
        const bodies = [example, ...Object.values(examples).map(({ value }) => value)].filter((body) => body);
        const shown = bodies.map((body) => `\`${JSON.stringify(body)}\``).join('<br>');
        return `| \`${call}\` | ${joinLines(description)} | ${shown} |`;
      });
    return `## ${name}\n\n${description}\n\n| call | effect | body |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  const header = '<!-- Written by `npm run generate` from spec/admin.openapi.yaml; do not edit. -->';
  return `${header}\n\n# ${info.title}\n\n${info.description}\n${sections.join('\n')}`;
}

interface ControlDocument {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ControlOperation | readonly unknown[]>>>>;
}

interface ControlOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly example?: unknown; readonly examples?: Readonly<Record<string, { value: unknown }>> }>
    >;
  };
}

const joinLines = (text: string) => text.trim().replaceAll(/\s+/g, ' ');

async function generateProject(): Promise<Map<string, string>> {
  return new Map([
    [locateTarget('api.ts'), await generateTypes(pathToFileURL(contractFile))],
    [locateTarget('admin.ts'), await generateTypes(pathToFileURL(adminFile))],
    [locateTarget('profile.ts'), await generateSchemaTypes('Profile', 'conformance/suite/target/profile.schema.json')],
    [locateTarget('report.ts'), await generateSchemaTypes('Report', 'conformance/report/report.schema.json')],
    [locateTarget('rule-ids.ts'), generateRuleIds()],
    [locateTarget('choices.ts'), generateChoices()],
    [locatePage('control.md'), generateControlPage()],
  ]);
}

await runScript(async (args) => {
  const options = { check: { type: 'boolean' }, deployment: { type: 'string' } } as const;
  const { check = false, deployment } = parseArgs({ args, options }).values;
  const files = deployment === undefined ? await generateProject() : await generateDeployment(deployment);
  let drifted = 0;
  for (const [file, text] of files) {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    drifted += 1;
    const name = relative(process.cwd(), file);
    if (check) {
      printError(`${name}: is out of date; run \`npm run generate\``);
    } else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      printLine(`${name}: written`);
    }
  }
  if (drifted === 0) printLine(`${files.size} generated files are up to date`);
  return check && drifted > 0 ? 1 : 0;
});
