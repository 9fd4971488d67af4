import type { Deployment } from '../../spec/deployment/deployment.ts';
import type { DeployedContract } from '../../spec/deployment/read.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import { complain } from '../../spec/print.ts';
import type { OperationId } from '../../spec/types.ts';
import type { Validators } from '../../spec/validators.ts';
import type { AnyAnswer } from './answer.ts';
import { unexpected } from './refusal.ts';
import { createReshape, type Reshape } from './reshape.ts';

/** The contract that a partition answers by: the product's, or that of a deployment. */
export interface Deployed {
  document: ContractDocument;
  validators: Validators;
  check: AnswerCheck;
  choices: Choices;
  reshape: Reshape;
  operation(id: OperationId): OperationSpec;
  deployment?: Deployment;
}

export function bare(document: ContractDocument, validators: Validators): Deployed {
  const byId = new Map(document.operations.map((operation) => [operation.id, operation]));
  return {
    document,
    validators,
    check: new AnswerCheck(validators),
    choices: ours,
    reshape: (answer) => answer,
    operation: (id) => byId.get(id) as OperationSpec,
  };
}

export function deployedAs(
  { deployment, document, validators }: DeployedContract,
  contract: ContractDocument,
): Deployed {
  return {
    ...bare(document, validators),
    choices: { ...ours, ...deployment.choices },
    reshape: createReshape(deployment, contract),
    deployment,
  };
}

/** Validates answers: each has a status and a body that the contract declares (ERR-13, HTTP-12). */
export class AnswerCheck {
  /** Frozen bodies, such as pages of a list, with the operation and status that they are valid for. */
  private readonly valid = new WeakMap<object, string>();

  constructor(private readonly validators: Validators) {}

  breach({ id }: OperationSpec, { status, body }: AnyAnswer): string | undefined {
    // Only a deployment answers without a body.
    const violation = body === undefined ? undefined : this.validators.responseBody(id, status, body);
    if (!violation) return undefined;
    return `an answer of ${id} (${status}) breaks the contract: ${violation.pointer || 'the body'} ${violation.message}`;
  }

  /** The answer, or a 500 and a line on stderr when it breaks the contract. */
  checked(operation: OperationSpec, answer: AnyAnswer): AnyAnswer {
    const { status, body } = answer;
    const use = `${operation.id} ${status}`;
    if (this.valid.get(body as object) === use) return answer;
    const breach = this.breach(operation, answer);
    if (breach) {
      complain(`mock: ${breach}`);
      return unexpected();
    }
    if (typeof body === 'object' && body !== null && Object.isFrozen(body)) this.valid.set(body, use);
    return answer;
  }
}
