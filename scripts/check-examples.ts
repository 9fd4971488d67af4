import { loadDocument } from '../spec/document.ts';
import { compileValidators } from '../spec/validators.ts';
import { checkedExamples, problemsOf } from './examples/check.ts';
import { readFlags, runScript } from './lib/cli.ts';
import { report } from './lib/problem.ts';

await runScript((args) => {
  readFlags(args, []);
  const document = loadDocument();
  const examples = checkedExamples(document, compileValidators(document));
  return report(problemsOf(examples), `${examples.length} examples and defaults keep to the contract`);
});
