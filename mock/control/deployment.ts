import { answersAs, type Deployment } from '../../spec/deployment/deployment.ts';
import { completed, deploymentFlaws } from '../../spec/deployment/read.ts';
import { ContractError } from '../../spec/document.ts';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import { type Deployed, deployedAs } from '../contract/deployed.ts';
import type { World } from '../state/world.ts';
import { type ControlParts, type Handlers, refused } from './calls.ts';

type DeploymentCalls = Handlers<'getDeployment' | 'answerAsDeployment' | 'answerAsAtStart'>;

/** Choices about what comes before a partition is known: they are those of the start, for all. */
const ofTheStart: readonly (keyof Choices)[] = ['emailPath', 'trailingSlash', 'bodyLimit'];

/** Which deployment a partition answers as. */
export function deploymentCalls({ partitions, document }: ControlParts): DeploymentCalls {
  return {
    getDeployment: ({ world }) => shown(world()),

    answerAsDeployment: async ({ world, body }) => {
      const [flaw] = deploymentFlaws(body, document);
      if (flaw) return refused(422, `${flaw.message}.`, flaw.pointer);
      const settled = completed(body as Partial<Deployment>);
      const early = ofTheStart.find(
        (name) => (settled.choices[name] ?? ours[name]) !== choiceOf(partitions.start, name),
      );
      if (early)
        return refused(422, `${early} is for all partitions: start the mock with --deployment.`, `/choices/${early}`);
      try {
        world().deployed = await deployedAs(settled, document, { lazily: true });
      } catch (error) {
        if (error instanceof ContractError) return refused(422, error.message, '');
        throw error;
      }
      return shown(world());
    },

    answerAsAtStart: ({ world }) => {
      world().deployed = partitions.start;
      return shown(world());
    },
  };
}

function choiceOf(deployed: Deployed | undefined, name: keyof Choices): unknown {
  return (deployed?.choices ?? ours)[name];
}

function shown({ deployed }: World) {
  const { settled } = deployed ?? {};
  // A deployment is an interface, which the compiler takes for no free-form object.
  return settled
    ? { answersAs: answersAs(settled), deployment: { ...settled } }
    : { answersAs: null, deployment: null };
}
