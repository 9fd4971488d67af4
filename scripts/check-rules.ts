import { parseArgs } from 'node:util';
import { report } from '../gate/checks/problem.ts';
import { checkRules } from '../gate/checks/rules/all.ts';
import { runScript } from '../gate/command.ts';

await runScript(async (args) => {
  parseArgs({ args });
  const { problems, summary } = await checkRules();
  return report(problems, summary);
});
