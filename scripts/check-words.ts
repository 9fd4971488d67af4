import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { reportProblems, runScript } from '../spec/print.ts';

/** Words that readers trip over, in prose and as parts of identifiers. */
const banned =
  /(?<![a-z])(?:told|whoever|besides?|alike|theirs)(?![a-z])|(?:Told|Whoever|Besides?|Alike|Theirs)(?![a-z])/g;

const checked = /\.(ts|tsx|mjs|cjs|css|html|ya?ml|md)$|^\.ci\//;

await runScript(async (args) => {
  parseArgs({ args });
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => checked.test(file) && file !== 'scripts/check-words.ts' && existsSync(file));
  const problems = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(banned)].map(([word]) => ({
          file: `${file}:${index + 1}`,
          about: word,
          message: 'is banned, use a concrete word',
        })),
      ),
  );
  return reportProblems(problems, `${files.length} files have none of the banned words`);
});
