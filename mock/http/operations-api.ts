import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Seed } from '../../fixtures/seed.ts';
import type { ContractDocument } from '../../spec/document.ts';
import type { Choices } from '../../spec/generated/choices.ts';
import type { Validators } from '../../spec/validators.ts';
import type { AnyAnswer } from '../contract/answer.ts';
import { type Caller, createAuthenticator, DEFAULT_PARTITION } from '../contract/callers.ts';
import { checkRequest, type OwnedViolation } from '../contract/check.ts';
import { bare, type Deployed } from '../contract/deployed.ts';
import { decidingRules } from '../contract/refusals.ts';
import { type ServedOperation, serve } from '../operations/index.ts';
import type { Partitions } from '../state/partitions.ts';
import type { Scenario } from '../state/scenarios.ts';
import { Answering } from './answering.ts';
import { allowOrigins } from './cors.ts';
import { recordExchange, sendAnswer } from './exchange.ts';
import { incoming, shownViolation } from './incoming.ts';
import { openPartitions } from './persistence.ts';
import { failure, isTooLarge, notStored, tooLarge, unauthorized, unknownPath, wrongMethod } from './refusals.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    operation?: ServedOperation;
  }
}

/** Serves the operations of the contract, each under its path and method; every answer goes into the journal. */
export function operationsApi(parts: {
  document: ContractDocument;
  validators: Validators;
  seed: Seed;
  partitions: Partitions;
  /** The deployment whose paths are served. */
  deployed?: Deployed | undefined;
}): FastifyPluginAsync {
  const { document, validators, seed, partitions } = parts;
  const contract = bare(document, validators);
  const { deployed: served = contract } = parts;
  const answering = new Answering(contract);
  const authenticate = createAuthenticator(seed.apiKeys);

  function partitionOf(request: FastifyRequest): string {
    return authenticate(request.headers.authorization)?.partition ?? DEFAULT_PARTITION;
  }

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: AnyAnswer,
    {
      scenarios = [],
      violations = [],
    }: { scenarios?: readonly Scenario[]; violations?: readonly OwnedViolation[] } = {},
  ): FastifyReply {
    // A path that there is not has nobody who asked for a caller, but whoever mistyped it looks into their own journal.
    const partition = request.caller?.partition ?? partitionOf(request);
    const text = sendAnswer(request, reply, answer, { lost: scenarios.some(({ drop }) => drop) });
    const { operation } = request.routeOptions.config;
    const rules = operation ? decidingRules(answer, operation) : answer.rules;
    const { chosen } = answer;

    const answered = {
      text,
      operation: operation?.spec.id ?? null,
      violations: violations.map(shownViolation),
      rules,
      scenarios,
      ...(chosen && { chosen }),
    };
    recordExchange(request, reply, answered, { partitions, partition, seed });
    return reply;
  }

  /** Sends what was refused before it came to an operation, told as the partition's deployment does. */
  function refuseEarly(request: FastifyRequest, reply: FastifyReply, refusal: (choices: Choices) => AnyAnswer) {
    const partition = request.caller?.partition ?? partitionOf(request);
    const world = partitions.areStored ? request.world : partitions.get(partition);
    const { dress, choices } = answering.deployed(world);
    return send(request, reply, dress(refusal(choices), request.routeOptions.config.operation));
  }

  return async (api) => {
    await allowOrigins(api);
    api.decorateRequest('caller');
    if (partitions.areStored) openPartitions(api, partitions, partitionOf);
    api.setNotFoundHandler((request, reply) => refuseEarly(request, reply, unknownPath));
    api.setErrorHandler<FastifyError>((error, request, reply) => {
      // Closing at once would reset the connection under a client that still sends its large body, answer and all.
      reply.removeHeader('connection');
      return refuseEarly(request, reply, () => failure(error, request));
    });

    for (const spec of document.operations) {
      const operation = serve(spec);
      api.route({
        method: spec.method.toUpperCase(),
        url: routePath(served.operation(spec.id).path),
        config: { operation },
        onRequest: (request, reply, done) => {
          request.caller = authenticate(request.headers.authorization);
          if (request.caller) done();
          else refuseEarly(request, reply, (choices) => unauthorized(operation, choices));
        },
        handler: async (request, reply) => {
          const caller = request.caller as Caller;
          const world = partitions.get(caller.partition);
          const deployed = answering.deployed(world);
          if (isTooLarge(request, deployed.choices))
            return refuseEarly(request, reply, () => tooLarge(operation, deployed.choices.bodyLimit));
          const checked = checkRequest(incoming(request, deployed, spec.id, caller), deployed);
          const scenarios = world.scenarios.take(spec.id);
          const answered = await answering.answer(checked, operation, world, scenarios);
          // Answers that leave together cost much less: the first wakes the client, the others find it awake.
          const answer = await partitions.commit().then(() => answered, notStored);
          return send(request, reply, answer, { scenarios, violations: checked.violations });
        },
      });
    }
    for (const [path, methods] of methodsByPath(served.document)) {
      api.route({
        method: api.supportedMethods.filter((method) => !methods.includes(method)),
        url: routePath(path),
        handler: async (request, reply) =>
          refuseEarly(request, reply, (choices) => wrongMethod(request.method, methods.join(', '), choices)),
      });
    }
  };
}

function routePath(path: string): string {
  return path.replaceAll(/\{([^}]+)\}/g, ':$1(.+)');
}

function methodsByPath({ operations }: ContractDocument): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { path, method } of operations) methods.set(path, [...(methods.get(path) ?? []), method.toUpperCase()]);
  return methods;
}
