import type { FastifyReply } from 'fastify';
import { answersAs, type Deployment } from '../../spec/deployment/deployment.ts';
import { completed, deploymentFlaws } from '../../spec/deployment/read.ts';
import { ContractError } from '../../spec/document.ts';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import { memorySize } from '../collections/memory.ts';
import { deployedAs } from '../contract/deployed.ts';
import { MOST_TOLD } from '../state/check-in-pieces.ts';
import type { World } from '../state/world.ts';
import { ownTurn } from '../time/turns.ts';
import { type ControlParts, type Handlers, refused, refusedFor } from './calls.ts';
import { sendInPieces } from './in-pieces.ts';

/** Choices about what comes before a partition is known: they are those of the start, for all. */
const ofTheStart: readonly (keyof Choices)[] = ['emailPath', 'bodyLimit'];

/** What a contract and its checks take in memory that are a partition's own, about. */
const DOCUMENT_BYTES = 2_000_000;

/** Which deployment a partition answers as. */
export function deploymentCalls({ partitions, document }: ControlParts) {
  return {
    getDeployment: ({ world, reply }) => show(reply, world()),

    // Each step has a turn of its own: a large one takes a while.
    answerAsDeployment: async ({ world, body, reply }) => {
      await ownTurn();
      const flaws = deploymentFlaws(body, document).slice(0, MOST_TOLD);
      const own = completed(body as Partial<Deployment>);
      const early = ofTheStart.filter((name) => (own.choices[name] ?? choiceAt(name)) !== choiceAt(name));
      const wrong = refusedFor(
        flaws.length > 0
          ? flaws.map(({ pointer, message }) => ({ detail: `${message}.`, pointer }))
          : early.map((name) => ({
              detail: `${name} is for all partitions: start the mock with --deployment.`,
              pointer: `/choices/${name}`,
            })),
      );
      if (wrong) return wrong;
      const settled = { ...own, choices: { ...choicesOfTheStart(), ...own.choices } };
      await ownTurn();
      try {
        const deployed = await deployedAs(settled, document, { lazily: true });
        world().answerAs(deployed, DOCUMENT_BYTES + memorySize(settled));
      } catch (error) {
        if (error instanceof ContractError) return refused(422, error.message, '');
        throw error;
      }
      return show(reply, world());
    },

    answerAsAtStart: ({ world, reply }) => {
      world().answerAs(partitions.start);
      return show(reply, world());
    },
  } satisfies Partial<Handlers>;

  function choiceAt(name: keyof Choices): unknown {
    return (partitions.start?.choices ?? ours)[name];
  }

  /** What a file leaves out of them is as the mock was started. */
  function choicesOfTheStart(): Partial<Choices> {
    const chosen = Object.entries(partitions.start?.settled?.choices ?? {});
    return Object.fromEntries(chosen.filter(([name]) => ofTheStart.includes(name as keyof Choices)));
  }
}

function show(reply: FastifyReply, { deployed }: World): FastifyReply {
  const { settled = null } = deployed ?? {};
  return sendInPieces(reply, memorySize(settled), () => ({
    answersAs: settled && answersAs(settled),
    deployment: settled,
  }));
}
