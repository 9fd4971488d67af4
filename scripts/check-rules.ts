import { report } from '../gate/checks/problem.ts';
import { checkRules } from '../gate/checks/rules/all.ts';
import { readFlags, runScript } from '../gate/command.ts';

await runScript(async (args) => {
  readFlags(args, []);
  const { problems, summary } = await checkRules();
  return report(problems, summary);
});
