import { LRUCache } from 'lru-cache';
import { applyDeployment } from '../../spec/deployment/apply.ts';
import type { Chosen, Deployment } from '../../spec/deployment/deployment.ts';
import { overlayOf } from '../../spec/deployment/overlay.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { ours } from '../../spec/generated/choices.ts';
import type { OperationId } from '../../spec/types.ts';
import { compileValidators, type Validators } from '../../spec/validators.ts';
import { AnswerCheck } from './check-answer.ts';
import { createRetell, type Retell } from './retell/retell.ts';

/** What a partition answers as: the contract itself, or a deployment of it. */
export interface Deployed {
  /** The contract as the deployment keeps it. */
  document: ContractDocument;
  validators: Validators;
  check: AnswerCheck;
  choices: Chosen;
  /** Tells an answer as the deployment does. */
  retell: Retell;
  operation(id: OperationId): OperationSpec;
  /** What was settled; undefined without a deployment. */
  settled?: Deployment;
}

/** The contract as it is, with what this project has chosen where the source leaves it open. */
export function bare(document: ContractDocument, validators: Validators): Deployed {
  const byId = new Map(document.operations.map((operation) => [operation.id, operation]));
  return {
    document,
    validators,
    check: new AnswerCheck(validators),
    choices: ours,
    retell: (answer) => answer,
    operation: (id) => byId.get(id) as OperationSpec,
  };
}

/** The contract as a deployment keeps it, a ContractError when the two don't fit; `lazily` compiles each schema at its first use. */
export async function deployedAs(
  settled: Deployment,
  contract: ContractDocument,
  { lazily = false } = {},
): Promise<Deployed> {
  const { document, validators } = await changedBy(settled, contract, lazily);
  const { errorOrder } = settled;
  const choices = { ...ours, ...settled.choices, ...(errorOrder && { errorOrder }) };
  return {
    ...bare(document, validators),
    choices,
    retell: createRetell(settled, document),
    settled,
  };
}

/** A contract as deployments change it, and its checks. */
type ChangedContract = Pick<Deployed, 'document' | 'validators'>;

/** Few: each takes some megabytes, and somebody who settles a deployment goes to and fro between what the contract tells and what it does not. */
const MOST_CHANGED = 2;

const changed = new WeakMap<ContractDocument, LRUCache<string, ChangedContract>>();

/** The contract as a deployment keeps it; deployments that change the same of it share it. */
async function changedBy(settled: Deployment, contract: ContractDocument, lazily: boolean): Promise<ChangedContract> {
  const known = changed.get(contract) ?? new LRUCache<string, ChangedContract>({ max: MOST_CHANGED });
  changed.set(contract, known);
  const changes = JSON.stringify([lazily, overlayOf(settled, contract).actions]);
  const found = known.get(changes);
  if (found) return found;
  const document = await applyDeployment(contract, settled);
  const made = { document, validators: compileValidators(document, { lazily }) };
  known.set(changes, made);
  return made;
}

/** A contract as it is served: with the mock as its server, at the base URL that is given. */
export function servedDocument({ json }: ContractDocument, url: string): object {
  return { ...json, servers: [{ url }] };
}
