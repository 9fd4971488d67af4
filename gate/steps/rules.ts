import { checkAll, type Lock, readRules } from '../checks/register.ts';
import { contractDocument } from '../contract.ts';
import { findingsOf } from '../finding.ts';
import { resultOf, type Step } from '../step.ts';
import { runModule } from './processes.ts';

/** The register against the contract, the cases of the suite, and its pins. Another process loads the suite. */
export const rules: Step = async ({ atBase }) => {
  const cases = (await runModule('gate/checks/cases')) as string[][];
  const document = contractDocument();
  const covered = new Set(cases.flat());
  const pinned = JSON.parse(atBase?.read('spec/rules.lock.json') ?? '{}') as Lock;
  const findings = findingsOf('rules-agree', checkAll(document, covered, pinned), document.operations);
  const counts = `${readRules().length} rules, ${document.operations.length} operations, ${cases.length} cases`;
  return resultOf(findings, `${counts}: register, contract and suite agree`);
};
