import { parseArgs } from 'node:util';
import { checkedExamples, problemsOf } from '../gate/checks/examples/check.ts';
import { report } from '../gate/checks/problem.ts';
import { runScript } from '../gate/command.ts';
import { loadDocument } from '../spec/document.ts';
import { compileValidators } from '../spec/validators.ts';

await runScript((args) => {
  parseArgs({ args });
  const document = loadDocument();
  const examples = checkedExamples(document, compileValidators(document));
  return report(problemsOf(examples), `${examples.length} examples and defaults keep to the contract`);
});
