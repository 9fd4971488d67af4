import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { extension, projectPath } from './package.ts';

const isCheckout = extension === '.ts';

/** Parsed files of the package, one line each: a hash and JSON. */
const notes = projectPath('spec/prepared.txt');

/** The documents that most commands of a checkout parse; each has a file of its last four lines, as the gate reads two contracts. */
const stored: readonly string[] = isCheckout ? ['openapi.yaml', 'admin.openapi.yaml', 'rules.yaml'] : [];
const storePath = (file: string) => projectPath(`node_modules/.cache/parsed/${basename(file)}.txt`);

/** Values that another parser stored don't count. */
const parser = (isCheckout ? ['spec/yaml.ts', 'node_modules/yaml/package.json'] : [])
  .map((name) => readFileSync(projectPath(name), 'utf8'))
  .join('');

let known: ReadonlyMap<string, string> | undefined;

/** Formats the line of a file that was parsed and checked. */
export function preparedLine(file: string, text: string, value: unknown): string {
  return `${hashOf(file, text)} ${JSON.stringify(value)}\n`;
}

/** The JSON of a file whose text was parsed before; undefined for other files. */
export function preparedJson(file: string, text: string): string | undefined {
  if (stored.includes(basename(file))) return readNotes(storePath(file)).get(hashOf(file, parser + text));
  known ??= readNotes(notes);
  return known.size === 0 ? undefined : known.get(hashOf(file, text));
}

/** Stores a value that the next command of this checkout need not parse. */
export function storeParsed(file: string, text: string, value: unknown): void {
  if (!stored.includes(basename(file))) return;
  const path = storePath(file);
  const draft = `${path}-${randomUUID()}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    // Commands that run at the same time read the old line or the new one.
    writeFileSync(draft, preparedLine(file, parser + text, value) + linesOf(path).slice(0, 3).join('\n'));
    renameSync(draft, path);
  } catch {
    // Without the line the next command is slower, nothing else.
  }
}

function readNotes(path: string): ReadonlyMap<string, string> {
  return new Map(linesOf(path).map((line) => [line.slice(0, 64), line.slice(65)]));
}

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
}

function hashOf(file: string, text: string): string {
  return createHash('sha256')
    .update(`${basename(file)}\n`)
    .update(text)
    .digest('hex');
}
