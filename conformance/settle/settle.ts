import { applyDeployment } from '../../spec/deployment/apply.ts';
import type { Deployment, Unsettled } from '../../spec/deployment/deployment.ts';
import { deploymentFlaws } from '../../spec/deployment/read.ts';
import type { ContractDocument } from '../../spec/document.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { pointerSteps } from '../../spec/pointer.ts';
import type { Seen } from '../suite/run/seen.ts';
import type { Profile } from '../suite/target/profile.ts';
import { findAnswers } from './answers.ts';
import { atPartition, findChoices, statusWords } from './choices.ts';
import { type Fidelity, fidelityOf } from './likeness.ts';
import { findRefusals } from './refusals.ts';
import { Twin } from './twin.ts';

/** What exchanges with a target are settled to. */
export interface Settlement {
  deployment: Deployment;
  /** How much our mock answers alike when it answers as this deployment. */
  fidelity: Fidelity;
}

/** What is known of the run that made the exchanges. */
export interface About {
  profile: Profile;
  document: ContractDocument;
  /** When, at what and by what they were made. */
  settled: string;
  /** The assumptions that the target was seen to decide otherwise. */
  otherwise: readonly RuleId[];
}

/** Finds what a target chose, by asking our mock what the target was asked. */
export async function settle(
  exchanges: readonly Seen[],
  { profile, document, settled, otherwise }: About,
): Promise<Settlement> {
  const twin = await Twin.start(profile);
  try {
    const base: Deployment = {
      contract: document.version,
      settled,
      refusals: {},
      answers: {},
      choices: {},
      unsettled: [],
      otherwise,
    };
    const words = statusWords(await twin.repeat(exchanges));
    const { choices, unseen } = await findChoices(exchanges, { twin, profile, words, base });
    const pairs = await twin.repeat(exchanges, { ...base, choices: atPartition(choices) });
    const { refusals, unsettled: ofRefusals } = findRefusals(pairs);
    const { answers, unsettled: ofAnswers } = findAnswers(pairs, document);
    const notSeen: Unsettled[] = unseen.map((name) => ({ what: `choices.${name}`, reason: 'was not seen' }));
    const unsettled = [...ofRefusals, ...ofAnswers, ...notSeen];
    const deployment = lawful({ ...base, refusals, answers, choices, unsettled }, document);
    await applyDeployment(document, deployment);
    const fidelity = fidelityOf(await twin.repeat(exchanges, { ...deployment, choices: atPartition(choices) }));
    return { deployment, fidelity };
  } finally {
    await twin.stop();
  }
}

/** A deployment without what the source forbids: that is a finding of the run, and never a choice. */
function lawful(deployment: Deployment, document: ContractDocument): Deployment {
  const flaws = deploymentFlaws(deployment, document);
  if (flaws.length === 0) return deployment;
  const copy = structuredClone(deployment) as Deployment & Record<string, unknown>;
  for (const { pointer } of flaws) remove(copy, pointer);
  return copy;
}

function remove(node: Record<string, unknown>, pointer: string): void {
  const steps = pointerSteps(pointer);
  const last = steps.pop() ?? '';
  const holder = steps.reduce<Record<string, unknown> | undefined>(
    (at, step) => at?.[step] as Record<string, unknown>,
    node,
  );
  if (holder) delete holder[last];
}
