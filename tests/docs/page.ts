import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { marked, type Tokens } from 'marked';

/** Where the project lies. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a page lets its reader do, and what it says comes out. */
export interface Passage {
  /** Lines for a shell. */
  commands: string;
  output: string;
}

/** A Markdown file of the project. */
export class Page {
  readonly #tokens;

  /** `path` is relative to the project. Throws when there is no such file. */
  constructor(readonly path: string) {
    this.#tokens = marked.lexer(readFileSync(`${root}/${path}`, 'utf8'));
  }

  /** Each `sh` or `ts` block, in order, with the `text` block that follows it. */
  passages(): Passage[] {
    const blocks = this.#tokens.filter((token): token is Tokens.Code => token.type === 'code');
    return blocks.flatMap(({ lang, text }, index) => {
      if (lang !== 'sh' && lang !== 'ts') return [];
      const next = blocks[index + 1];
      return [
        { commands: lang === 'sh' ? text : program(text), output: next?.lang === 'text' ? `${next.text}\n` : '' },
      ];
    });
  }

  /** The rows of the table whose first column has this head: the text of each cell. Throws when there is none. */
  table(head: string): string[][] {
    const tables = this.#tokens.filter((token): token is Tokens.Table => token.type === 'table');
    const rows = tables.filter(({ header }) => header[0]?.text === head).flatMap((table) => table.rows);
    if (rows.length === 0) throw new Error(`${this.path} has no table of ${head}`);
    return rows.map((cells) => cells.map(({ text }) => text));
  }

  /** What it links to, pictures included. */
  links(): string[] {
    return this.#all(['link', 'image']).map((token) => (token as Tokens.Link | Tokens.Image).href);
  }

  /** Where links inside it may lead, as GitHub names its headings. */
  anchors(): string[] {
    return this.#all(['heading']).map((token) =>
      (token as Tokens.Heading).text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
  }

  /** What stands between backticks, and each line of a block of commands. */
  code(): string[] {
    const inline = this.#all(['codespan']).map((token) => (token as Tokens.Codespan).text);
    const blocks = this.#all(['code']).flatMap((token) => (token as Tokens.Code).text.split('\n'));
    return [...inline, ...blocks];
  }

  #all(types: readonly string[]): unknown[] {
    const found: unknown[] = [];
    void marked.walkTokens(this.#tokens, (token) => {
      if (types.includes(token.type)) found.push(token);
    });
    return found;
  }
}

/** The code spans of a cell. */
export function codesOf(cell = ''): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

/** A program that imports the package, run from the sources. */
function program(text: string): string {
  const source = text.replace("'telephony-contract'", "'./mock/create-mock.ts'");
  return `cat > program.ts <<'PROGRAM'\n${source}\nPROGRAM\nnode scripts/run.mjs program.ts`;
}
