import type { ControlAnswer } from '../../spec/control.ts';
import { answersAs } from '../../spec/deployment/deployment.ts';
import { checkDeployment } from '../../spec/deployment/read.ts';
import { ours } from '../../spec/generated/choices.ts';
import { deployedAs } from '../contract/deployed.ts';
import type { World } from '../state/world.ts';
import { type ControlParts, type Handlers, refusedFor } from './calls.ts';

/** Choices that apply before a partition is known: those of the start, for all. */
const ofTheStart = ['emailPath', 'bodyLimit'] as const;

/** Reasons of one refusal at most. */
const MOST_REASONS = 50;

/** The deployment that a partition answers as. */
export function deploymentCalls({ partitions, document }: ControlParts) {
  return {
    getDeployment: ({ world }) => shown(world()),

    answerAsDeployment: ({ world, body }) => {
      const start = partitions.start?.deployment?.choices ?? {};
      const common = Object.fromEntries(ofTheStart.filter((name) => name in start).map((name) => [name, start[name]]));
      const { choices = {} } = body as { choices?: Record<string, unknown> };
      const early = ofTheStart.filter(
        (name) => (choices[name] ?? start[name] ?? ours[name]) !== (start[name] ?? ours[name]),
      );
      const checked = checkDeployment({ ...(body as object), choices: { ...common, ...choices } }, document);
      const wrong = refusedFor([
        ...early.map((name) => ({
          detail: `${name} is for all partitions: start the mock with --deployment.`,
          pointer: `/choices/${name}`,
        })),
        ...(Array.isArray(checked) ? checked : [])
          .slice(0, MOST_REASONS)
          .map(({ pointer, message }) => ({ detail: `${message}.`, pointer })),
      ]);
      if (wrong) return wrong;
      if (Array.isArray(checked)) throw new Error('flaws are refused');
      world().answerAs(deployedAs(checked, document), { own: true });
      return shown(world());
    },

    answerAsAtStart: ({ world }) => {
      world().answerAs(partitions.start);
      return shown(world());
    },
  } satisfies Partial<Handlers>;
}

function shown({ deployed }: World): ControlAnswer<'getDeployment'> {
  const { deployment } = deployed ?? {};
  return deployment
    ? { answersAs: answersAs(deployment), deployment: { ...deployment } }
    : { answersAs: null, deployment: null };
}
