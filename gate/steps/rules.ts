import { loadCases } from '../../conformance/cases.ts';
import { checkAll, type Lock, readRules } from '../checks/register.ts';
import { contractDocument } from '../contract.ts';
import { findingsOf } from '../finding.ts';
import { resultOf, type Step } from '../step.ts';

export const rules: Step = async ({ atBase }) => {
  const [document, cases] = [contractDocument(), await loadCases()];
  const covered = new Set<string>(cases.flatMap((one) => one.rules.map(({ id }) => id)));
  const pinned = JSON.parse(atBase?.read('spec/rules.lock.json') ?? '{}') as Lock;
  const findings = findingsOf('rules-agree', checkAll(document, covered, pinned), document.operations);
  const counts = `${readRules().length} rules, ${document.operations.length} operations, ${cases.length} cases`;
  return resultOf(findings, `${counts}: register, contract and suite agree`);
};
