import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the build of the package notes of the files that it carries, a line for each: a hash, and JSON. In a checkout there is none. */
const notes = fileURLToPath(new URL('./prepared.txt', import.meta.url));

/** Names the notes of a run, for the processes that it starts in a checkout. */
const variable = 'CONTRACT_PREPARED';

let known: ReadonlyMap<string, string> | undefined;

/** The line of a file that was read and found to be right, with what it says. */
export function preparedLine(file: string, text: string, value: unknown): string {
  return `${hashOf(file, text)} ${JSON.stringify(value)}\n`;
}

/** The JSON of a file that came with the package, as it came: it was checked when that was built. Undefined of any other. */
export function preparedJson(file: string, text: string): string | undefined {
  known ??= readNotes();
  return known.size === 0 ? undefined : known.get(hashOf(file, text));
}

/** Has processes that start from now on read these lines instead of parsing their files, unless the package has notes of its own. */
export function sharePrepared(file: string, lines: string): void {
  if (existsSync(notes)) return;
  writeFileSync(file, lines);
  process.env[variable] = file;
}

function readNotes(): ReadonlyMap<string, string> {
  const file = existsSync(notes) ? notes : process.env[variable];
  const lines = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return new Map(lines.map((line) => [line.slice(0, 64), line.slice(65)]));
}

function hashOf(file: string, text: string): string {
  return createHash('sha256')
    .update(`${basename(file)}\n${text}`)
    .digest('hex');
}
