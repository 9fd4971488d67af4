import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { projectPath } from './form.ts';

/** Parsed files of the package, one line each: a hash and JSON. A checkout has no such file. */
const notes = projectPath('spec/prepared.txt');

let known: ReadonlyMap<string, string> | undefined;

/** Formats the line of a file that was parsed and checked. */
export function preparedLine(file: string, text: string, value: unknown): string {
  return `${hashOf(file, text)} ${JSON.stringify(value)}\n`;
}

/** The JSON of a file whose text was parsed before; undefined for other files. */
export function preparedJson(file: string, text: string): string | undefined {
  known ??= readNotes();
  return known.size === 0 ? undefined : known.get(hashOf(file, text));
}

function readNotes(): ReadonlyMap<string, string> {
  const lines = existsSync(notes) ? readFileSync(notes, 'utf8').split('\n') : [];
  return new Map(lines.map((line) => [line.slice(0, 64), line.slice(65)]));
}

function hashOf(file: string, text: string): string {
  return createHash('sha256')
    .update(`${basename(file)}\n${text}`)
    .digest('hex');
}
