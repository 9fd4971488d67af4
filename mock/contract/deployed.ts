import type { Deployment } from '../../spec/deployment/deployment.ts';
import type { DeployedContract } from '../../spec/deployment/read.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import type { OperationId } from '../../spec/types.ts';
import type { Validators } from '../../spec/validators.ts';
import { AnswerCheck } from './check-answer.ts';
import { createReshape, type Reshape } from './reshape.ts';

/** What a partition answers as: the contract itself, or a deployment of it. */
export interface Deployed {
  /** The contract, as the deployment has it. */
  document: ContractDocument;
  validators: Validators;
  check: AnswerCheck;
  choices: Choices;
  reshape: Reshape;
  operation(id: OperationId): OperationSpec;
  deployment?: Deployment;
}

/** The contract as it is. */
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

/** A deployment of a contract. */
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

/** A contract as it is served: with the mock as its server, at the base URL that is given. */
export function servedDocument({ json }: ContractDocument, url: string): object {
  return { ...json, servers: [{ url }] };
}
