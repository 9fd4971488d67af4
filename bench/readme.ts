import { readFileSync, writeFileSync } from 'node:fs';

const path = new URL('README.md', import.meta.url);

/** Puts text between `<!-- NAME -->` and `<!-- /NAME -->` of the README. Throws when it has no such block. */
export function fillBlock(name: string, text: string): void {
  const readme = readFileSync(path, 'utf8');
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [from, to] = [readme.indexOf(start), readme.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`bench/README.md has no block ${name}`);
  writeFileSync(path, `${readme.slice(0, from + start.length)}\n${text.trim()}\n\n${readme.slice(to)}`);
}
