import { loadCases } from '../../conformance/cases.ts';
import { say } from '../../spec/print.ts';
import type { Rule } from '../../spec/register.ts';
import { runScript } from '../command.ts';
import { readRules } from './register.ts';

/** The rules of the register, and the ids of the rules of each case. */
export interface Suite {
  rules: readonly Rule[];
  cases: readonly (readonly string[])[];
}

/** Prints a Suite as JSON. */
await runScript(async () => {
  const rules = readRules();
  const cases = (await loadCases()).map((declared) => declared.rules.map(({ id }) => id));
  say(JSON.stringify({ rules, cases } satisfies Suite));
  return 0;
});
