import { isUtf8 } from 'node:buffer';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  parse,
  parseDocument,
  visit,
} from 'yaml';
import { parsePointer } from './json.ts';
import { extension, toProjectPath } from './package.ts';

/** A file of the contract that can't be used; the message has file, place and reason in one line. */
export class ContractError extends Error {
  override name = 'ContractError';
}

/** Size limit of files, in bytes. */
export const LARGEST_FILE = 100_000_000;

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  ENOTDIR: 'its directory is a file',
  EACCES: 'permission is missing',
};

/** Reads a text file or a pipe such as `/dev/stdin`. Throws a ContractError of one line if it is unreadable or too large. */
export function readText(file: string): string {
  try {
    if (statSync(file).size > LARGEST_FILE) throw new Error(`it is larger than ${LARGEST_FILE} bytes`);
    return decodeText(readFileSync(file), file);
  } catch (error) {
    if (error instanceof ContractError) throw error;
    throw new ContractError(explainReadError(file, error));
  }
}

/** The reason why a file can't be read, as one line. */
export function explainReadError(file: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return `${file}: can't be read (${reasons[code] ?? (code || message)})`;
}

/** Decodes UTF-8 without its byte order mark. Throws a ContractError for other bytes. */
export function decodeText(bytes: Buffer, file: string): string {
  if (!isUtf8(bytes)) throw new ContractError(`${file}: is not UTF-8`);
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** Reads a regular text file. Throws as `readText` does, and for pipes and devices, which may never end. */
export function readFile(file: string): string {
  const found = existsSync(file) ? statSync(file) : undefined;
  if (found && !found.isFile() && !found.isDirectory())
    throw new ContractError(`${file}: can't be read (it isn't a regular file)`);
  return readText(file);
}

/** Most values that aliases may add, nested aliases multiplied. */
const ALIAS_LIMIT = 10_000;

/** Unquoted words that a YAML 1.1 reader may take for a boolean, a number or a time. */
const ambiguous = /^(?:y|n|yes|no|on|off|=|[-+.]?\d[\w.:+\- ]*)$/i;
const plainNumber = /^-?(?=[\d.]{1,16}$)(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * Parses YAML 1.2 or JSON, with merge keys applied. Throws a ContractError with file, line and column for wrong YAML,
 * a repeated key, a tag, and recursive or multiplying aliases.
 *
 * @param audience `everyone` for files of other tools, too: ambiguous values of YAML 1.1 are refused
 */
export function parseYaml(text: string, file: string, audience: 'everyone' | 'product' = 'everyone'): unknown {
  const prepared = findPreparedJson(file, text);
  if (prepared !== undefined) return JSON.parse(prepared);
  const lines = new LineCounter();
  const refuse = (at: number | Node | undefined, message: string): never => {
    const { line, col } = lines.linePos(typeof at === 'number' ? at : (at?.range?.[0] ?? 0));
    throw new ContractError(`${file}:${Math.max(line, 1)}:${Math.max(col, 1)}: ${message.replaceAll('\n', ' ')}`);
  };
  try {
    // The library's own search for repeated keys compares every pair of keys.
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true, uniqueKeys: false });
    const [problem] = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
    if (problem) refuse(problem.pos[0], problem.message);
    if (document.directives?.yaml.explicit && document.directives.yaml.version !== '1.2') refuse(0, 'is not YAML 1.2');
    visit(document, {
      Node: (_, node) =>
        node.tag === undefined ? undefined : refuse(node, `the tag ${node.tag} is not supported by all readers`),
      Alias: (_, node, path) => {
        const target = node.resolve(document);
        if (target && path.includes(target))
          refuse(node, `the alias *${node.source} leads to a value that contains it`);
      },
      Map: (_, { items }) => {
        const known = new Set<string>();
        for (const { key } of items)
          if (isScalar(key) && known.size === known.add(String(key)).size) refuse(key, 'Map keys must be unique');
      },
      Pair: (_, { key }) => {
        if (!isScalar(key)) return refuse(key as Node, 'a key must be a text or a number');
        if (key.value === '__proto__') refuse(key, 'a key can not be __proto__');
        if (key.type === 'PLAIN' && key.source !== '<<' && String(key.value) !== key.source)
          refuse(key, `quote the key ${key.source}`);
      },
      Scalar: (_, node) => {
        if (audience === 'everyone' && node.type === 'PLAIN' && !isUnambiguous(node.source ?? '', node.value))
          refuse(node, `readers of YAML 1.1 and 1.2 differ about ${node.source}: quote it`);
      },
    });
    const value: unknown = document.toJS({ maxAliasCount: ALIAS_LIMIT });
    if (audience === 'everyone') storeParsed(file, text, value);
    return value;
  } catch (error) {
    if (error instanceof ContractError) throw error;
    const reason = error instanceof RangeError ? 'is nested too deeply' : (error as Error).message;
    throw new ContractError(`${file}: ${reason.replaceAll('\n', ' ')}`);
  }
}

/** True if YAML 1.1 and 1.2 give an unquoted scalar the same value. */
function isUnambiguous(source: string, value: unknown): boolean {
  if (typeof value === 'number') return plainNumber.test(source);
  return !ambiguous.test(source) || parse(source, { version: '1.1' }) === value;
}

const isCheckout = extension === '.ts';

/** Parsed files of the package, one line each: a hash and JSON. */
const preparedFile = toProjectPath('spec/prepared.txt');

/** The documents that most commands of a checkout parse; each has a file of its last four lines, as the gate reads two contracts. */
const stored: readonly string[] = isCheckout ? ['openapi.yaml', 'admin.openapi.yaml', 'rules.yaml'] : [];
const toStorePath = (file: string) => toProjectPath(`node_modules/.cache/parsed/${basename(file)}.txt`);

/** Values that another parser stored don't count. */
const parser = (isCheckout ? ['spec/yaml.ts', 'node_modules/yaml/package.json'] : [])
  .map((name) => readFileSync(toProjectPath(name), 'utf8'))
  .join('');

let known: ReadonlyMap<string, string> | undefined;

/** Formats the line of a file that was parsed and checked. */
export function formatPreparedLine(file: string, text: string, value: unknown): string {
  return `${hashFile(file, text)} ${JSON.stringify(value)}\n`;
}

/** The JSON of a file whose text was parsed before; undefined for other files. */
export function findPreparedJson(file: string, text: string): string | undefined {
  if (stored.includes(basename(file))) return readPrepared(toStorePath(file)).get(hashFile(file, parser + text));
  known ??= readPrepared(preparedFile);
  return known.size === 0 ? undefined : known.get(hashFile(file, text));
}

/** Stores a value that the next command of this checkout need not parse. */
function storeParsed(file: string, text: string, value: unknown): void {
  if (!stored.includes(basename(file))) return;
  const path = toStorePath(file);
  const draft = `${path}-${randomUUID()}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    // Commands that run at the same time read the old line or the new one.
    writeFileSync(draft, formatPreparedLine(file, parser + text, value) + readLines(path).slice(0, 3).join('\n'));
    renameSync(draft, path);
  } catch {
    // Without the line the next command is slower, nothing else.
  }
}

function readPrepared(path: string): ReadonlyMap<string, string> {
  return new Map(readLines(path).map((line) => [line.slice(0, 64), line.slice(65)]));
}

function readLines(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
}

function hashFile(file: string, text: string): string {
  return createHash('sha256')
    .update(`${basename(file)}\n`)
    .update(text)
    .digest('hex');
}

/** A place in a file for editors and CI systems; lines and columns count from one. */
export interface Place {
  file: string;
  line: number;
  column: number;
}

/** Formats a place as `file:line:column`, which editors and terminals link. */
export function formatPlace({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

export class Locator {
  private readonly lines = new LineCounter();
  private readonly document: Document;

  constructor(
    private readonly file: string,
    text: string,
  ) {
    this.document = parseDocument(text, { lineCounter: this.lines, uniqueKeys: false, prettyErrors: false });
  }

  /** The place of a JSON pointer, or of its nearest existing parent. */
  at(pointer: string): Place {
    let node: unknown = this.document.contents;
    let offset = 0;
    for (const step of parsePointer(pointer)) {
      const found = this.child(node, step);
      if (!found) break;
      node = found.value;
      offset = found.offset;
    }
    const { line, col } = this.lines.linePos(offset);
    return { file: this.file, line: Math.max(line, 1), column: Math.max(col, 1) };
  }

  /** A member of a node with the offset of its key, or an item of a list with its own. */
  private child(node: unknown, step: string): { value: unknown; offset: number } | undefined {
    const parent = isAlias(node) ? node.resolve(this.document) : node;
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => String(key) === step);
      return pair && { value: pair.value, offset: findStart(pair.key) };
    }
    const item: unknown = isCollection(parent) && /^\d+$/.test(step) ? parent.items[Number(step)] : undefined;
    return item === undefined ? undefined : { value: item, offset: findStart(item) };
  }
}

function findStart(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
