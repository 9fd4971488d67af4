import type { FastifyReply } from 'fastify';
import { answersAs } from '../../spec/deployment/deployment.ts';
import { checkDeployment } from '../../spec/deployment/read.ts';
import { ours } from '../../spec/generated/choices.ts';
import { memorySize } from '../collections/memory.ts';
import { deployedAs } from '../contract/deployed.ts';
import { MOST_TOLD } from '../state/check-in-pieces.ts';
import type { World } from '../state/world.ts';
import { type ControlParts, type Handlers, refusedFor } from './calls.ts';
import { sendInPieces } from './in-pieces.ts';

/** Choices that apply before a partition is known: those of the start, for all. */
const ofTheStart = ['emailPath', 'bodyLimit'] as const;

/** Memory of a contract and its checks that are a partition's own, about. */
const DOCUMENT_BYTES = 2_000_000;

/** The deployment that a partition answers as. */
export function deploymentCalls({ partitions, document }: ControlParts) {
  return {
    getDeployment: ({ world, reply }) => show(reply, world()),

    answerAsDeployment: async ({ world, body, reply }) => {
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
          .slice(0, MOST_TOLD)
          .map(({ pointer, message }) => ({ detail: `${message}.`, pointer })),
      ]);
      if (wrong) return wrong;
      if (Array.isArray(checked)) throw new Error('flaws are refused');
      world().answerAs(
        deployedAs(checked, document, { lazily: true }),
        DOCUMENT_BYTES + memorySize(checked.deployment),
      );
      return show(reply, world());
    },

    answerAsAtStart: ({ world, reply }) => {
      world().answerAs(partitions.start);
      return show(reply, world());
    },
  } satisfies Partial<Handlers>;
}

function show(reply: FastifyReply, { deployed }: World): FastifyReply {
  const { deployment = null } = deployed ?? {};
  return sendInPieces(reply, memorySize(deployment), () => ({
    answersAs: deployment && answersAs(deployment),
    deployment,
  }));
}
