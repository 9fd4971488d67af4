import { derivations } from '../../conformance/suite/derive/operations.ts';
import { loadCases } from '../../conformance/suite/run/cases.ts';
import { handledOperations } from '../../mock/operations/index.ts';
import { runScript, say } from '../../spec/print.ts';
import { type Covered, readRules } from './register.ts';

/** Prints what is covered as JSON. */
await runScript(async () => {
  const covered: Covered = {
    rules: readRules(),
    cases: (await loadCases()).map(({ rules }) => rules.map(({ id }) => id)),
    operations: {
      'conformance/suite/derive/operations.ts': Object.keys(derivations),
      'mock/operations/index.ts': handledOperations,
    },
  };
  say(JSON.stringify(covered));
  return 0;
});
