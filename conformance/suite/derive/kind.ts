import type { ContractDocument, OperationSpec } from '../../../spec/document.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { acceptanceOwner } from '../../../spec/ownership.ts';
import { loadRegister } from '../../../spec/register.ts';
import type { Case } from '../api/case.ts';
import type { Derivation } from './operations.ts';
import { partsOf, placeOf, plainParts } from './request.ts';
import { Values } from './values.ts';

/** An operation with what requests are derived from. */
export interface Subject {
  document: ContractDocument;
  operation: OperationSpec;
  derivation: Derivation;
}

/** One kind of derived requests: a case for each operation that it applies to. */
export interface Kind {
  /** What holds, as a fact. */
  title: string;
  needs(subject: Subject): readonly string[];
  /** The rules that are charged; none where the kind does not apply. It is asked before there is a target. */
  rules(subject: Subject): RuleId[];
  run(t: Case, subject: Subject, charge: Charge): Promise<void>;
}

/** Checks a rule as `check` of the case does. */
export type Charge = (rule: RuleId, assertion: () => void) => boolean;

/** Checks the rules of a case. What there was no occasion to look at is not applicable. */
export async function checkOrSay(
  t: Case,
  rules: readonly RuleId[],
  run: (charge: Charge) => Promise<void>,
): Promise<void> {
  const open = new Set(rules);
  await run((rule, assertion) => {
    open.delete(rule);
    return t.check(rule, assertion);
  });
  for (const rule of open) {
    t.check(rule, () => t.notApplicable('this case did not exercise the rule'));
  }
}

/** Whether a rule rests on a decision of ours only. */
export function isAssumption(id: RuleId): boolean {
  return loadRegister().get(id)?.basis === 'assumption';
}

/** The assumption that there is such an operation at all, if it is one. */
export function assumedOperation({ document, operation }: Subject): RuleId | undefined {
  const owner = acceptanceOwner(document, placeOf(operation));
  return owner && isAssumption(owner) ? owner : undefined;
}

/** What the requests of a case begin with: the parts that vary, the plainest request of them, and what makes their values. */
export async function beginWith(t: Case, { document, operation, derivation }: Subject, kind: 'valid' | 'invalid') {
  const values = new Values(t.seed, { ...derivation.knowledge, ...(await derivation.prepare(t, kind)) });
  const parts = partsOf(document, operation);
  return { parts, plain: plainParts(parts, values), values };
}
