import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Document, type ToStringOptions, visit } from 'yaml';
import { type Deployment, entriesText, type Unsettled } from '../../spec/deployment/deployment.ts';
import { readText } from '../../spec/document.ts';
import { isObject } from '../../spec/json.ts';
import { say } from '../../spec/print.ts';
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
    errorOrder,
    unsettled,
    otherwise,
  } = deployment;
  const register = loadRegister();
  const known = choicesOf(register);
  const lines = [
    `# What a deployment decided where the source leaves it open: ${entriesText(deployment)}. docs/deployments.md explains it.`,
    `contract: ${contract}`,
    `settled: ${inline(settled)}`,
    ...block('titles', steady('titles', titles)),
    ...block('refusals', steady('refusals', inOrderOf(refusals, [...register.keys()]))),
    ...block('answers', steady('answers', answers)),
    ...section('choices', Object.entries(inOrderOf(choices, [...known.keys()])), ([name, value]) => {
      const { about = '', rule = '', alternatives } = known.get(name) ?? {};
      const meaning = alternatives?.[String(value)];
      return `  ${name}: ${inline(value)} # ${rule}: ${about}${meaning ? `: ${meaning}` : ''}`;
    }),
    ...section('documentTypes', documentTypes, (type) => `  - ${inline(type)}`),
    ...(errorOrder ? [`errorOrder: ${inline(errorOrder)}`] : []),
    ...section('unsettled', unsettled.toSorted(byWhat), (one) => `  - ${inline(one)}`),
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

/** Writes a deployment file; says which one it replaces, as that may have been changed by hand. */
export function writeDeployment(file: string, deployment: Deployment): void {
  if (existsSync(file)) {
    const [, settled = 'some other time'] = /^settled: *['"]?(.*?)['"]?$/m.exec(readText(file)) ?? [];
    say(`${file}: replaces the one settled ${settled}`);
  }
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
function inOrderOf(map: object, keys: readonly string[]): object {
  const known = map as Record<string, unknown>;
  return Object.fromEntries(keys.flatMap((key) => (key in known ? [[key, known[key]]] : [])));
}

const byWhat = ({ what: one }: Unsettled, { what: other }: Unsettled) => (one < other ? -1 : Number(one > other));

/** Maps whose keys come in the order in which they were seen, which is another one in each run. */
const seen: readonly string[] = ['titles', 'answers', 'on', 'of', 'at', 'members', 'where', 'words', 'items'];

/** A map of this name with the keys of these sorted, so that two files of one deployment differ where it does. */
function steady<Value>(name: string, value: Value): Value {
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, steady(key, one)] as const);
  if (seen.includes(name)) entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries) as Value;
}

/** A value on one line, in which texts of several lines have these escaped. */
function inline(value: unknown): string {
  const document = new Document(value);
  visit(document, {
    Scalar(_, node) {
      if (String(node.value).includes('\n')) node.type = 'QUOTE_DOUBLE';
    },
  });
  const told: ToStringOptions = {
    collectionStyle: 'flow',
    lineWidth: 0,
    singleQuote: true,
    doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY,
  };
  return document.toString(told).trim().replaceAll(/\n\s*/g, ' ');
}
