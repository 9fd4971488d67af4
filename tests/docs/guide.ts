import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What a guide lets its reader type, and what it says comes out. */
export interface Passage {
  commands: string;
  output: string;
}

/** The passages of a guide, in order: each `sh` block, with the `text` block that follows it. */
export function passagesOf(name: string): Passage[] {
  const text = readFileSync(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, kind, content = '']) => ({
    kind,
    content,
  }));
  return blocks.flatMap(({ kind, content }, index) => {
    if (kind !== 'sh') return [];
    const next = blocks[index + 1];
    return [{ commands: content, output: next?.kind === 'text' ? next.content : '' }];
  });
}

/** One script that types all of it, with a line between what belongs to one passage and the next. */
export function scriptOf(passages: readonly Passage[], separator: string): string {
  return passages.map(({ commands }) => `${commands}\necho '${separator}'\n`).join('');
}
