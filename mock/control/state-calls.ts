import type { ControlAnswer } from '../../spec/control.ts';
import { describeDeployment } from '../../spec/deployment/deployment.ts';
import { checkDeployment } from '../../spec/deployment/read.ts';
import { parseDuration } from '../../spec/duration.ts';
import { defaultChoices } from '../../spec/generated/choices.ts';
import { deployContract } from '../contract/deployed.ts';
import { takeSnapshot } from '../state/snapshot.ts';
import { createStateCheck } from '../state/state-check.ts';
import type { World } from '../state/world.ts';
import { formatDuration, formatTime, LATEST, parseTime } from '../time.ts';
import { type ControlParts, type Handlers, refuseCall, refuseReasons } from './calls.ts';
import { toBodyReason } from './validation.ts';

/** Choices that apply before the partition of a request is known. Only a start can change them. */
const startOnly = ['emailPath', 'bodyLimit'] as const;

export function createStateCalls(parts: ControlParts) {
  const { partitions, document } = parts;
  return {
    getState: ({ world, query }) => takeSnapshot(world(), query.only),

    fillState: ({ partition, body: state }) => {
      const flaws = createStateCheck({ ...parts, deployed: partitions.start })(state);
      refuseReasons(flaws.map(toBodyReason));
      partitions.fill(partition, state).advance();
      return { partition };
    },

    reset: ({ partition }) => {
      partitions.reset(partition);
      return { partition };
    },

    getClock: ({ world }) => toClockBody(world()),

    moveClock: ({ world, body: { now, advance } }) => {
      const { clock } = world();
      const target = advance === undefined ? parseTime(now) : clock.now() + (parseDuration(advance) ?? 0);
      if (target === undefined)
        return refuseCall(422, '/now must be an ISO 8601 time such as 2030-01-15T12:00:00Z.', '/now');
      if (target >= LATEST) refuseCall(422, 'The clock cannot be moved beyond the year 9998.');
      if (!clock.moveTo(target)) refuseCall(422, 'The clock can only be moved forwards.');
      world().advance();
      return toClockBody(world());
    },

    getSettings: ({ world }) => world().settings,

    changeSettings: ({ world, body: { processingTime, ...limits } }) => {
      const time = parseDuration(processingTime);
      world().changeSettings({ ...limits, ...(time !== undefined && { processingTime: formatDuration(time) }) });
      return world().settings;
    },

    getDeployment: ({ world }) => toDeploymentBody(world()),

    answerAsDeployment: ({ world, body }) => {
      const start: Record<string, unknown> = partitions.start?.deployment?.choices ?? {};
      const { choices = {} } = body as { choices?: Record<string, unknown> };
      const early = startOnly.filter(
        (name) => name in choices && choices[name] !== (start[name] ?? defaultChoices[name]),
      );
      const common = Object.fromEntries(startOnly.filter((name) => name in start).map((name) => [name, start[name]]));
      const checked = checkDeployment({ ...(body as object), choices: { ...common, ...choices } }, document);
      const ofAll = 'is for all partitions: start the mock with --deployment.';
      const reasons = early.map((name) => ({ detail: `${name} ${ofAll}`, pointer: `/choices/${name}` }));
      if (Array.isArray(checked))
        reasons.push(...checked.map(({ pointer, message }) => ({ detail: `${message}.`, pointer })));
      else if (reasons.length === 0) world().deployAs(deployContract(checked, parts), { isOwn: true });
      refuseReasons(reasons);
      return toDeploymentBody(world());
    },

    answerAsAtStart: ({ world }) => {
      world().deployAs(partitions.start);
      return toDeploymentBody(world());
    },
  } satisfies Partial<Handlers>;
}

function toClockBody({ clock }: World): { now: string } {
  return { now: formatTime(clock.now()) };
}

function toDeploymentBody({ deployed }: World): ControlAnswer<'getDeployment'> {
  const { deployment } = deployed ?? {};
  if (!deployment) return { answersAs: null, deployment: null };
  return { answersAs: describeDeployment(deployment), deployment: { ...deployment } };
}
