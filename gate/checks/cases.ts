import { loadCases } from '../../conformance/cases.ts';
import { say } from '../../spec/print.ts';
import { runScript } from '../command.ts';

/** Prints the ids of the rules of each case as JSON. */
await runScript(async () => {
  const cases = await loadCases();
  say(JSON.stringify(cases.map(({ rules }) => rules.map(({ id }) => id))));
  return 0;
});
