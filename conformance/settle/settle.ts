import { applyDeployment } from '../../spec/deployment/apply.ts';
import type { Deployment, Unsettled } from '../../spec/deployment/deployment.ts';
import { deploymentFlaws } from '../../spec/deployment/read.ts';
import type { ContractDocument } from '../../spec/document.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { pointerSteps } from '../../spec/pointer.ts';
import type { Seen } from '../suite/run/seen.ts';
import type { Profile } from '../suite/target/profile.ts';
import { findAnswers } from './answers.ts';
import { atPartition, type FoundChoices, findChoices, mendChoices, statusWords, wireNames } from './choices.ts';
import { type Fidelity, fidelityOf } from './likeness.ts';
import { measuredChoices } from './measured.ts';
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

/** So long is a body that asks for nothing but the limit: that is measured, and not asked again. */
const LONG = 100_000;

/** Finds what a target chose, by asking our mock what the target was asked. */
export async function settle(
  all: readonly Seen[],
  { profile, document, settled, otherwise }: About,
): Promise<Settlement> {
  const exchanges = all.filter(({ request: { body = '' } }) => body.length < LONG);
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
    const known = { ...wireNames(profile), ...measuredChoices(all) };
    let chosen = await findChoices(exchanges, { twin, known, words, base });
    let deployment = await tell(exchanges, chosen, { twin, base, document });
    let pairs = await twin.repeat(exchanges, atTheTwin(deployment));
    const mended = await mendChoices(chosen, { pairs, exchanges, known, words, base: deployment, twin });
    if (JSON.stringify(mended) !== JSON.stringify(chosen)) {
      chosen = mended;
      deployment = await tell(exchanges, chosen, { twin, base, document });
      pairs = await twin.repeat(exchanges, atTheTwin(deployment));
    }
    await applyDeployment(document, deployment);
    return { deployment, fidelity: fidelityOf(pairs) };
  } finally {
    await twin.stop();
  }
}

/** How a target that made these choices tells its answers. */
async function tell(
  exchanges: readonly Seen[],
  { choices, unseen }: FoundChoices,
  { twin, base, document }: { twin: Twin; base: Deployment; document: ContractDocument },
): Promise<Deployment> {
  const pairs = await twin.repeat(exchanges, atTheTwin({ ...base, choices }));
  const { refusals, unsettled: ofRefusals } = findRefusals(pairs);
  const { answers, unsettled: ofAnswers } = findAnswers(pairs, document);
  const notSeen: Unsettled[] = unseen.map((name) => ({ what: `choices.${name}`, reason: 'was not seen' }));
  const unsettled = [...ofRefusals, ...ofAnswers, ...notSeen];
  return lawful({ ...base, refusals, answers, choices, unsettled }, document);
}

/** A deployment as one partition can be it. */
function atTheTwin(deployment: Deployment): Deployment {
  return { ...deployment, choices: atPartition(deployment.choices) };
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
