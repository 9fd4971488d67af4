import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { stringify } from 'yaml';
import { choicesIn, type Deployment } from '../../spec/deployment/deployment.ts';
import { isObject } from '../../spec/json.ts';
import { choicesOf, loadRegister } from '../../spec/register.ts';
import { ConfigurationError } from '../suite/outcome/signals.ts';

/** Characters of a line that holds a whole map. */
const WIDEST = 120;

/** The text of a deployment file, made to be read by people: an entry a line, each choice with what it is about. */
export function deploymentText(deployment: Deployment): string {
  const {
    contract,
    settled,
    titles = {},
    refusals,
    answers,
    choices,
    documentTypes = [],
    unsettled,
    otherwise,
  } = deployment;
  const register = loadRegister();
  const known = choicesOf(register);
  const lines = [
    `# What a deployment decided where the source leaves it open: ${choicesIn(deployment)} choices. docs/deployments.md explains it.`,
    `contract: ${contract}`,
    `settled: ${inline(settled)}`,
    ...block('titles', titles),
    ...block('refusals', inOrder(refusals, [...register.keys()])),
    ...block('answers', answers),
    ...section('choices', Object.entries(choices), ([name, value]) => {
      const { about = '', rule = '', alternatives } = known.get(name) ?? {};
      const meaning = alternatives?.[String(value)];
      return `  ${name}: ${inline(value)} # ${rule}: ${about}${meaning ? `: ${meaning}` : ''}`;
    }),
    ...section('documentTypes', documentTypes, (type) => `  - ${inline(type)}`),
    ...section('unsettled', unsettled, (one) => `  - ${inline(one)}`),
    ...section('otherwise', otherwise, (rule) => `  - ${rule}`),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Makes the folder of a deployment file that is written minutes later. Throws a ConfigurationError where the file could not be written:
 * nobody is asked anything for nothing.
 */
export function ensureWritable(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file)) closeSync(openSync(file, 'r+'));
    else accessSync(dirname(file), constants.W_OK);
  } catch (error) {
    throw new ConfigurationError(`--settle: can't write to ${file} (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Writes a deployment file. */
export function writeDeployment(file: string, deployment: Deployment): void {
  writeFileSync(file, deploymentText(deployment));
}

function section<Entry>(name: string, entries: readonly Entry[], line: (entry: Entry) => string): string[] {
  return entries.length === 0 ? [] : [`${name}:`, ...entries.map(line)];
}

/** A map with an entry a line; what is too long for one is a map of its own. */
function block(name: string, map: object, margin = ''): string[] {
  const entries = Object.entries(map).flatMap(([key, value]: [string, unknown]) => {
    const line = `${margin}  ${inline(key)}: ${inline(value)}`;
    return isObject(value) && line.length > WIDEST ? block(inline(key), value, `${margin}  `) : [line];
  });
  return entries.length === 0 ? [] : [`${margin}${name}:`, ...entries];
}

/** A map with its entries in the order of these keys, so that two files of one deployment differ where it does. */
function inOrder(map: object, keys: readonly string[]): object {
  const known = map as Record<string, unknown>;
  return Object.fromEntries(keys.flatMap((key) => (key in known ? [[key, known[key]]] : [])));
}

/** A value on one line. */
function inline(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0, singleQuote: true })
    .trim()
    .replaceAll(/\n\s*/g, ' ');
}
