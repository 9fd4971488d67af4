import { loadDocument } from '../../spec/document.ts';
import { type Covered, checkAll, type Lock } from '../checks/register.ts';
import { findingsOf, resultOf, type Step } from '../finding.ts';
import { runModule } from './processes.ts';

/** The register against the contract, the suite, the mock, and its pins. Another process loads suite and mock. */
export const rules: Step = async ({ atBase }) => {
  const covered = (await runModule('gate/checks/cases')) as Covered;
  const document = loadDocument();
  const pinned = JSON.parse(atBase?.read('spec/rules.lock.json') ?? '{}') as Lock;
  const findings = findingsOf('rules-agree', checkAll(document, covered, pinned), document.operations);
  const { rules, cases } = covered;
  const counts = `${rules.length} rules, ${document.operations.length} operations, ${cases.length} cases`;
  return resultOf(findings, `${counts}: register, contract, suite and mock agree`);
};
