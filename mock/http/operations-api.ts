import type {
  FastifyError,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify';
import type { Seed } from '../../fixtures/seed.ts';
import type { ContractDocument } from '../../spec/document.ts';
import type { Validators } from '../../spec/validators.ts';
import type { AnyAnswer } from '../contract/answer.ts';
import { hasSeveralCredentials, whyNobody } from '../contract/callers.ts';
import { checkRequest } from '../contract/check.ts';
import { bare, type Deployed } from '../contract/deployed.ts';
import { pathMeant, pathWith } from '../contract/paths.ts';
import { type ServedOperation, serve } from '../operations/index.ts';
import type { Partitions } from '../state/partitions.ts';
import { Answering } from './answering.ts';
import { allowOrigins } from './cors.ts';
import { PIECES } from './exchange.ts';
import { findByPath } from './find-by-path.ts';
import { noRoom } from './in-flight.ts';
import { incoming, pathOf, showFirstContentType } from './incoming.ts';
import { openPartitions } from './persistence.ts';
import { failure, isTooLarge, notStored, tooLarge, unauthorized, unknownPath, wrongMethod } from './refusals.ts';
import type { Sender } from './sender.ts';

/** Serves the operations of the contract, each under its path and method; every answer goes into the journal. */
export function operationsApi(parts: {
  document: ContractDocument;
  validators: Validators;
  seed: Seed;
  partitions: Partitions;
  sender: Sender;
  /** Where they are served. */
  basePath: string;
  /** The deployment whose paths are served. */
  deployed?: Deployed | undefined;
}): FastifyPluginAsync {
  const { document, validators, seed, partitions, sender, basePath } = parts;
  const contract = bare(document, validators);
  const { deployed: served = contract } = parts;
  const answering = new Answering(contract);
  /** Sends what was refused before it came to an operation, told as the partition's deployment does. */
  function refuseEarly(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: AnyAnswer,
    operation = request.routeOptions.config.operation,
  ) {
    const { reshape } = answering.deployed(request.world);
    const asked = { id: request.exchange.id, path: request.url.split('?', 1)[0] ?? '' };
    const now = request.world?.clock.now() ?? Date.now();
    return sender.send(request, reply, reshape(refusal, operation, asked, now));
  }

  /** Refuses a request without usable credentials. */
  const refuseNobody = (request: FastifyRequest, reply: FastifyReply, operation: ServedOperation) => {
    const { headers } = request;
    const about = { why: whyNobody(headers, seed.apiKeys), isRepeated: hasSeveralCredentials(headers) };
    return refuseEarly(request, reply, unauthorized(operation, about));
  };

  return async (api) => {
    await allowOrigins(api);
    api.decorateRequest('caller');
    openPartitions(api, partitions, (request) => sender.partitionOf(request));
    api.addHook('onRequest', showFirstContentType);
    const known = findByPath(api, methodsByRoute(served.document, basePath));
    /** Answers what no operation of the contract is asked with. */
    const answerOutside = (request: FastifyRequest, reply: FastifyReply) => {
      const { operations } = served.document;
      const { path, methods = [] } = known(request.url) ?? {};
      if (path === undefined) {
        const meant = pathMeant(pathOf(request.url), basePath, operations);
        return refuseEarly(request, reply, unknownPath(meant));
      }
      const beside = pathWith(request.method, path, operations);
      const at = operations.find((one) => one.path === path);
      const owner = at && serve(at);
      const allow = methods.join(', ');
      const refusal = wrongMethod(request.method, allow, beside && basePath + beside);
      return refuseEarly(request, reply, refusal, owner);
    };
    api.setNotFoundHandler(answerOutside);
    api.setErrorHandler<FastifyError>((error, request, reply) => {
      // Closing at once would reset the connection under a client that still sends its large body, answer and all.
      reply.removeHeader('connection');
      return refuseEarly(request, reply, failure(error, request));
    });

    for (const spec of document.operations) {
      const operation = serve(spec);
      const asked: Pick<RouteOptions, 'url' | 'handler'> & { onRequest: onRequestHookHandler } = {
        url: routePath(served.operation(spec.id).path),
        onRequest: (request, reply, done) => {
          request.caller = sender.authenticate(request.headers.authorization);
          if (request.caller) done();
          else refuseNobody(request, reply, operation);
        },
        handler: async (request, reply) => {
          const { caller } = request;
          if (!caller) return refuseNobody(request, reply, operation);
          const compiling = answering.compile(request.world, spec);
          if (compiling) await compiling;
          const world = partitions.get(caller.partition);
          world.advance();
          const deployed = answering.deployed(world);
          if (isTooLarge(request, deployed.choices))
            return refuseEarly(request, reply, tooLarge(operation, deployed.choices.bodyLimit));
          const checked = checkRequest(incoming(request, deployed, spec.id, caller), deployed);
          const room = checked.violations.length === 0 ? (operation.answerBytes?.(checked.body) ?? 0) : 0;
          if (room > 0 && !request.inFlight.read(room)) return refuseEarly(request, reply, noRoom(request));
          const scenarios = world.scenarios.take(spec.id, world.clock.now());
          const answered = await answering.answer(checked, operation, world, scenarios);
          // Answers that leave together cost much less: the first wakes the client, the others find it awake.
          const answer = await partitions.commit().then(() => answered, notStored);
          const { violations, query, headers } = checked;
          const said = { id: spec.id, query: Object.keys(query), headers };
          const length = scenarios.find(({ dribble }) => dribble)?.dribble;
          const pause = length === undefined ? undefined : () => world.clock.wait(length / PIECES, checked.onLeft);
          return sender.send(request, reply, answer, { scenarios, violations, said, deployed, pause });
        },
      };
      api.route({ ...asked, method: spec.method, config: { operation } });
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
