import { relative } from 'node:path';
import { styleText } from 'node:util';

/**
 * The only way to a terminal. What is printed quotes contracts, servers and mail, and none of them may move the cursor, turn text round
 * or, in CI, give the runner commands.
 */

/**
 * Characters that do something to a terminal instead of being shown: controls but the line feed and the tab, bidi controls, line
 * separators.
 */
const active = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** The colours and weights that our own reports use. */
const color = new RegExp(`(${String.fromCharCode(0x1b)}\\[(?:0|1|22|39|3[0-7]|9[0-7])m)`);

/** Makes a text fit for a terminal: what would act is spelt out. Line feeds stay, and colours where they are wanted. */
export function printable(text: string, colored = false): string {
  const parts = colored ? text.split(color) : [text];
  const spelt = parts.map((part, at) =>
    at % 2 === 1 ? part : part.replaceAll('\r\n', '\n').replaceAll(active, spell),
  );
  return withoutCommands(spelt.join(''));
}

/** Runners of CI read lines that begin with `::`, and `##[` or `##vso[` anywhere, as commands. */
function withoutCommands(text: string): string {
  return text.replaceAll(/^((?:\s|\p{Cc}\[\d+m)*):(?=:)/gmu, '$1: ').replaceAll(/#(?=#\w*\[)/g, '# ');
}

function spell(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Colours a text, or leaves it as it is. */
export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

/** Colours texts where that is wanted. */
export function paintWhere(colored: boolean): Paint {
  return (style, text) => (colored ? styleText(style, text, { validateStream: false }) : text);
}

/** A file as a reader at the terminal would write it. */
export function shownPath(file: string): string {
  const nearby = relative(process.cwd(), file);
  return nearby.startsWith('..') ? file : nearby;
}

/** Whether a person who likes colours reads a stream. */
export function usesColor(stream: { isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  return !NO_COLOR && (stream.isTTY === true || FORCE_COLOR === '1');
}

/** Prints lines. */
export function say(text: string): void {
  console.log(printable(text, usesColor(process.stdout)));
}

/** Prints one line on stderr. */
export function complain(text: string): void {
  console.error(printable(text.replaceAll(/\s*\n\s*/g, ' ')));
}

/** Prints a failure of our own with its stack on stderr. */
export function complainOf(what: string, error: unknown): void {
  console.error(printable(`${what} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`));
}

/** Prints lines that a CI runner is meant to obey; what they quote is escaped as the runner wants it. */
export function command(lines: readonly string[]): void {
  for (const line of lines) console.log(line.replaceAll(active, spell));
}

/** Shows a line on a terminal until the next one, or none; elsewhere nothing. */
export function showPassing(text: string): void {
  const { stdout } = process;
  if (!stdout.isTTY) return;
  const line = printable(text.replaceAll('\n', ' '));
  stdout.write(`\r\u001b[K${line.slice(0, (stdout.columns || 80) - 1)}`);
}
