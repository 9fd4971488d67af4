import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Seed } from '../../fixtures/seed.ts';
import type { ContractDocument } from '../../spec/document.ts';
import type { AnyAnswer } from '../contract/answer.ts';
import { explainAuthFailure, hasSeveralCredentials } from '../contract/callers.ts';
import type { Deployed } from '../contract/deployed.ts';
import { pathMeant, pathWith } from '../contract/paths.ts';
import { unauthorized, unknownPath, wrongMethod } from '../contract/refusal.ts';
import { serve } from '../operations/index.ts';
import { allowOrigins } from './cors.ts';
import { openPartitions } from './exchange.ts';
import { failure } from './failure.ts';
import { findByPath } from './find-by-path.ts';
import { pathOf, showFirstContentType } from './incoming.ts';
import { answerRequest, type PipelineParts, sendRefusal } from './pipeline.ts';

/** Serves the operations of the contract; every answer goes into the journal. */
export function operationsApi(
  parts: PipelineParts & {
    seed: Seed;
    /** Their prefix. */
    basePath: string;
    /** The deployment whose paths are served. */
    deployed?: Deployed | undefined;
  },
): FastifyPluginAsync {
  const { seed, partitions, sender, basePath, contract } = parts;
  const { document: served } = parts.deployed ?? contract;
  const refuse = (
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: AnyAnswer,
    operation = request.routeOptions.config.operation,
  ) => sendRefusal(request, reply, refusal, operation, parts);

  return async (api) => {
    await allowOrigins(api);
    api.decorateRequest('caller');
    openPartitions(api, partitions, (request) => sender.partitionOf(request));
    api.addHook('onRequest', showFirstContentType);
    const known = findByPath(api, methodsByRoute(served, basePath));
    api.setNotFoundHandler((request, reply) => {
      const { path, methods = [] } = known(request.url) ?? {};
      if (path === undefined)
        return refuse(request, reply, unknownPath(pathMeant(pathOf(request.url), basePath, served.operations)));
      const related = pathWith(request.method, path, served.operations);
      const refusal = wrongMethod(request.method, methods.join(', '), related && basePath + related);
      const owner = served.operations.find((one) => one.path === path);
      return refuse(request, reply, refusal, owner && serve(owner));
    });
    api.setErrorHandler<FastifyError>((error, request, reply) => {
      // Closing at once would reset the connection of a client that still sends its large body, refusal included.
      reply.removeHeader('connection');
      return refuse(request, reply, failure(error, request));
    });

    for (const spec of contract.document.operations) {
      const operation = serve(spec);
      const path = (parts.deployed ?? contract).operation(spec.id).path;
      api.route({
        method: spec.method,
        url: routePath(path),
        config: { operation },
        onRequest: (request, reply, done) => {
          const { headers } = request;
          request.caller = sender.authenticate(headers.authorization);
          if (request.caller) {
            done();
            return;
          }
          const about = { why: explainAuthFailure(headers, seed.apiKeys), isRepeated: hasSeveralCredentials(headers) };
          refuse(request, reply, unauthorized(operation, about));
        },
        handler: (request, reply) => answerRequest(request, reply, operation, parts),
      });
    }
  };
}

function routePath(path: string): string {
  return path.replaceAll(/\{([^}]+)\}/g, ':$1(.+)');
}

/** The paths of a document with their methods, by the routes that they are served at. */
function methodsByRoute({ operations }: ContractDocument, basePath: string) {
  const known = new Map<string, { path: string; methods: string[] }>();
  for (const { path, method } of operations) {
    const route = basePath + routePath(path);
    const methods = [...(known.get(route)?.methods ?? []), method.toUpperCase()];
    known.set(route, { path, methods });
  }
  return known;
}
