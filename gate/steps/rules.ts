import type { Suite } from '../checks/cases.ts';
import { checkAll, type Lock } from '../checks/register.ts';
import { contractDocument } from '../contract.ts';
import { findingsOf } from '../finding.ts';
import { resultOf, type Step } from '../step.ts';
import { runModule } from './processes.ts';

/** The register against the contract, the cases of the suite, and its pins. Another process loads the register and the suite. */
export const rules: Step = async ({ atBase }) => {
  const { rules: register, cases } = (await runModule('gate/checks/cases')) as Suite;
  const document = contractDocument();
  const pinned = JSON.parse(atBase?.read('spec/rules.lock.json') ?? '{}') as Lock;
  const problems = checkAll(register, document, new Set(cases.flat()), pinned);
  const counts = `${register.length} rules, ${document.operations.length} operations, ${cases.length} cases`;
  return resultOf(
    findingsOf('rules-agree', problems, document.operations),
    `${counts}: register, contract and suite agree`,
  );
};
