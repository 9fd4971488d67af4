import { type ContractDocument, loadDocument } from '../../spec/document.ts';
import { compileValidators } from '../../spec/validators.ts';
import { checkedExamples, problemsOf } from '../checks/examples/check.ts';
import { findingsOf } from '../finding.ts';
import { resultOf, type Step, type StepResult } from '../step.ts';

/** Every example and default of the contract against its schema. */
export const examples: Step = async () => resultOfExamples(loadDocument());

/** What the step has to say of a contract. */
export function resultOfExamples(document: ContractDocument): StepResult {
  const checked = checkedExamples(document, compileValidators(document));
  const findings = findingsOf('example-valid', problemsOf(checked));
  return resultOf(findings, `${checked.length} examples and defaults keep to their schemas`);
}
