import { loadCases } from '../../conformance/cases.ts';
import {
  checkAnnotations,
  checkCoverage,
  checkLock,
  checkOwners,
  checkRegister,
  type Lock,
  readLock,
  readRules,
} from '../checks/register.ts';
import { contractDocument } from '../contract.ts';
import { findingsOf } from '../finding.ts';
import { resultOf, type Step } from '../step.ts';

/** The register against contract, cases and pins, those at the base included. */
export const rules: Step = async ({ atBase }) => {
  const [register, document, cases] = [readRules(), contractDocument(), await loadCases()];
  const covered = new Set<string>(cases.flatMap((one) => one.rules.map(({ id }) => id)));
  const pinned = JSON.parse(atBase?.read('spec/rules.lock.json') ?? '{}') as Lock;
  const problems = [
    ...checkRegister(register, document),
    ...checkAnnotations(register, document),
    ...checkOwners(document),
    ...checkCoverage(register, covered),
    ...checkLock(register, readLock(), pinned),
  ];
  const counts = `${register.length} rules, ${document.operations.length} operations, ${cases.length} cases`;
  const findings = findingsOf('rules-agree', problems, document.operations);
  return resultOf(findings, `${counts}: register, contract and suite agree`);
};
