import { readFlags, runScript } from './lib/cli.ts';
import { report } from './lib/problem.ts';
import { checkRules } from './rules/all.ts';

await runScript(async (args) => {
  readFlags(args, []);
  const { problems, summary } = await checkRules();
  return report(problems, summary);
});
