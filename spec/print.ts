import { relative } from 'node:path';
import { styleText } from 'node:util';

// All output passes through this file: quoted contracts, answers and mail must not control the terminal or the CI runner.

/** Characters that control a terminal: controls except line feed and tab, bidi controls, line separators. */
const active = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Escape sequences of colours and weights in reports. */
const color = new RegExp(`(${String.fromCharCode(0x1b)}\\[(?:0|1|22|39|3[0-7]|9[0-7])m)`);

/** Escapes the characters of a text that control a terminal; line feeds stay, and colours if `colored`. */
export function escapeControls(text: string, colored = false): string {
  const parts = colored ? text.split(color) : [text];
  const spelt = parts.map((part, at) =>
    at % 2 === 1 ? part : part.replaceAll('\r\n', '\n').replaceAll(active, escapeCharacter),
  );
  return escapeCommands(spelt.join(''));
}

/** CI runners execute lines that begin with `::`, and `##[` or `##vso[` anywhere. */
function escapeCommands(text: string): string {
  return text.replaceAll(/^((?:\s|\p{Cc}\[\d+m)*):(?=:)/gmu, '$1: ').replaceAll(/#(?=#\w*\[)/g, '# ');
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

export function createPaint(colored: boolean): Paint {
  return (style, text) => (colored ? styleText(style, text, { validateStream: false }) : text);
}

/** The path of a file, relative if inside the working directory. */
export function shortenPath(file: string): string {
  const nearby = relative(process.cwd(), file);
  return nearby.startsWith('..') ? file : nearby;
}

/** True for a terminal without `NO_COLOR`, and with `FORCE_COLOR=1`. */
export function hasColor(stream: { isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  return !NO_COLOR && (stream.isTTY === true || FORCE_COLOR === '1');
}

export function printLine(text: string): void {
  console.log(escapeControls(text, hasColor(process.stdout)));
}

export function printError(text: string): void {
  console.error(escapeControls(text.replaceAll(/\s*\n\s*/g, ' ')));
}

export function printFailure(failure: string, error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(escapeControls(`${failure} ${reason}`));
}

/** Prints commands for a CI runner; the caller escapes quoted text in the runner's form. */
export function printCommands(lines: readonly string[]): void {
  for (const line of lines) console.log(line.replaceAll(active, escapeCharacter));
}

/** Shows a line on a terminal until the next one; prints nothing elsewhere. */
export function redrawLine(text: string): void {
  const { stdout } = process;
  if (!stdout.isTTY) return;
  const line = escapeControls(text.replaceAll('\n', ' '));
  stdout.write(`\r\u001b[K${line.slice(0, (stdout.columns || 80) - 1)}`);
}

/** Runs the main function of a script. An error becomes one line on stderr and exit code 2. */
export async function runScript(main: (args: string[]) => number | Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  }
}

/** A fault of a file with its place there: a rule id, an operation, or a pointer. */
export interface Problem {
  file: string;
  about: string;
  message: string;
}

/** Prints one line for each problem, or the summary when there is none. Returns the exit code. */
export function reportProblems(problems: readonly Problem[], summary: string): number {
  for (const { file, about, message } of problems) printError(`${file}: ${about}: ${message}`);
  if (problems.length > 0) return 1;
  printLine(summary);
  return 0;
}
