import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Path of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Commands of a page and the output that it shows for them. */
export interface Passage {
  /** Lines for a shell. */
  commands: string;
  output: string;
}

/** A Markdown file of the project. */
export class Page {
  /** Fenced blocks with their language. */
  readonly #blocks: { lang: string; text: string }[];
  /** The text around the fenced blocks. */
  readonly #prose: string;

  /** `path` is relative to the project. Throws for a missing file. */
  constructor(readonly path: string) {
    const fence = /^ *```(\w*)\n(.*?)^ *```$/gms;
    const text = readFileSync(`${root}/${path}`, 'utf8');
    this.#blocks = [...text.matchAll(fence)].map(([, lang = '', block = '']) => ({ lang, text: block.trimEnd() }));
    this.#prose = text.replaceAll(fence, '');
  }

  /** Each `sh` or `ts` block in order, with the `text` block that follows it. */
  passages(): Passage[] {
    return this.#blocks.flatMap(({ lang, text }, index) => {
      if (lang !== 'sh' && lang !== 'ts') return [];
      const next = this.#blocks[index + 1];
      return [
        { commands: lang === 'sh' ? text : program(text), output: next?.lang === 'text' ? `${next.text}\n` : '' },
      ];
    });
  }

  /** The cells of the rows of all tables with this head of the first column. Throws if there is none. */
  table(head: string): string[][] {
    const tables = [...this.#prose.matchAll(/(?:^\|.*\n?)+/gm)].map(([table]) => table.trim().split('\n').map(cellsOf));
    const rows = tables.filter(([heads]) => heads?.[0] === head).flatMap(([, , ...rows]) => rows);
    if (rows.length === 0) throw new Error(`${this.path} has no table of ${head}`);
    return rows;
  }

  /** The targets of links and pictures. */
  links(): string[] {
    return [...this.#prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, href = '']) => href);
  }

  /** The anchors of its headings, as GitHub names them. */
  anchors(): string[] {
    return [...this.#prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
  }

  /** The code spans, and each line of the fenced blocks. */
  code(): string[] {
    return [...codesOf(this.#prose), ...this.#blocks.flatMap(({ text }) => text.split('\n'))];
  }
}

/** The code spans of a text. */
export function codesOf(text = ''): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

function cellsOf(row: string): string[] {
  const cells = row.replaceAll(/^\||\|$/g, '').split(/(?<!\\)\|/);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** A program that imports the package, run from the sources. */
function program(text: string): string {
  const source = text.replace("'telephony-contract'", "'./mock/create-mock.ts'");
  return `cat > program.ts <<'PROGRAM'\n${source}\nPROGRAM\nnode scripts/run.mjs program.ts`;
}
