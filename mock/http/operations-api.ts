import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Seed } from '../../fixtures/seed.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import type { Validators } from '../../spec/validators.ts';
import type { AnyAnswer } from '../contract/answer.ts';
import { type Caller, createAuthenticator, DEFAULT_PARTITION } from '../contract/callers.ts';
import { checkRequest, type Fault } from '../contract/check.ts';
import { createContract } from '../contract/documented.ts';
import { dispatch, hasBehaviour } from '../operations/dispatch.ts';
import type { Partitions } from '../state/partitions.ts';
import type { Scenario } from '../state/scenarios.ts';
import { answerUnder } from './answer-under.ts';
import { allowOrigins } from './cors.ts';
import { recordExchange, sendAnswer } from './exchange.ts';
import { findingOf, incoming } from './incoming.ts';
import { openPartitions } from './persistence.ts';
import { readBytes } from './read-bytes.ts';
import { failure, notStored, unauthorized, unknownPath, wrongMethod } from './refusals.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    operation?: OperationSpec;
  }
}

/** Serves the operations of the contract, each under its path and method; every answer goes into the journal. */
export function operationsApi(parts: {
  document: ContractDocument;
  validators: Validators;
  seed: Seed;
  partitions: Partitions;
}): FastifyPluginAsync {
  const { document, validators, seed, partitions } = parts;
  const contract = createContract(document, validators);
  const authenticate = createAuthenticator(seed.apiKeys);

  function partitionOf(request: FastifyRequest): string {
    return authenticate(request.headers.authorization)?.partition ?? DEFAULT_PARTITION;
  }

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: AnyAnswer,
    { scenarios = [], faults = [] }: { scenarios?: readonly Scenario[]; faults?: readonly Fault[] } = {},
  ): FastifyReply {
    // A path that there is not has nobody who asked for a caller, but whoever mistyped it looks into their own journal.
    const partition = request.caller?.partition ?? partitionOf(request);
    const text = sendAnswer(request, reply, answer, { lost: scenarios.some(({ drop }) => drop) });
    const operation = request.routeOptions.config.operation?.id ?? null;
    const answered = { text, operation, findings: faults.map(findingOf), rules: answer.rules, scenarios };
    recordExchange(request, reply, answered, { partitions, partition, seed });
    return reply;
  }

  return async (api) => {
    await allowOrigins(api);
    api.decorateRequest('caller');
    if (partitions.areStored) openPartitions(api, partitions, partitionOf);
    readBytes(api);
    api.setNotFoundHandler((request, reply) => send(request, reply, unknownPath()));
    api.setErrorHandler<FastifyError>((error, request, reply) => {
      // Closing at once would reset the connection under a client that still sends its large body, answer and all.
      reply.removeHeader('connection');
      return send(request, reply, failure(error, request));
    });

    for (const operation of document.operations) {
      api.route({
        method: operation.method.toUpperCase(),
        url: routePath(operation.path),
        config: { operation },
        onRequest: (request, reply, done) => {
          request.caller = authenticate(request.headers.authorization);
          if (request.caller) done();
          else send(request, reply, unauthorized(operation.id));
        },
        handler: async (request, reply) => {
          const caller = request.caller as Caller;
          const checked = checkRequest(incoming(request, operation, caller), { document, validators });
          const world = partitions.get(caller.partition);
          const upstream = hasBehaviour(operation) ? () => dispatch(checked, world) : undefined;
          const scenarios = world.scenarios.take(operation.id);
          const answered = await answerUnder(scenarios, world.clock, checked, (one) => contract.answer(one, upstream));
          // Answers that leave together cost much less: the first wakes the client, the others find it awake.
          const answer = await partitions.commit().then(() => answered, notStored);
          return send(request, reply, answer, { scenarios, faults: checked.faults });
        },
      });
    }
    for (const [path, methods] of methodsByPath(document)) {
      api.route({
        method: api.supportedMethods.filter((method) => !methods.includes(method)),
        url: routePath(path),
        handler: async (request, reply) => send(request, reply, wrongMethod(request.method, methods.join(', '))),
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
