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
import type { Choices } from '../../spec/generated/choices.ts';
import type { Validators } from '../../spec/validators.ts';
import type { AnyAnswer } from '../contract/answer.ts';
import { faultOfNobody, hasSeveralCredentials, whyNobody } from '../contract/callers.ts';
import { checkRequest, syntaxFaults } from '../contract/check.ts';
import { bare, type Deployed } from '../contract/deployed.ts';
import type { NullReadings } from '../contract/nulls.ts';
import { pathMeant, pathWith } from '../contract/paths.ts';
import { refuseViolations } from '../contract/refusals.ts';
import type { Asked } from '../contract/retell/links.ts';
import { type ServedOperation, serve } from '../operations/index.ts';
import type { NullChoices } from '../operations/operation.ts';
import { refuseIdFirst, refuseKeysFirst } from '../operations/perform.ts';
import type { Partitions } from '../state/partitions.ts';
import { Answering } from './answering.ts';
import { allowOrigins } from './cors.ts';
import { PIECES } from './exchange.ts';
import { findByPath } from './find-by-path.ts';
import { noRoom } from './in-flight.ts';
import { incoming, pathOf, showFirstContentType } from './incoming.ts';
import { openPartitions } from './persistence.ts';
import {
  failure,
  isTooLarge,
  methodsOf,
  notStored,
  tooLarge,
  unauthorized,
  unknownPath,
  wrongMethod,
} from './refusals.ts';
import type { Sender } from './sender.ts';
import { redirectTo, withoutSlash } from './trailing-slash.ts';

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
    const { retell } = answering.deployed(request.world);
    const { method, url, headers, world } = request;
    const asked = {
      method,
      path: url.split('?', 1)[0] ?? '',
      url,
      headers: headers as NonNullable<Asked['headers']>,
    };
    return sender.send(request, reply, retell(refusal, operation, asked, world?.clock));
  }

  const nobody = ({ headers }: FastifyRequest) => ({
    why: whyNobody(headers, seed.apiKeys),
    fault: faultOfNobody(headers),
    isRepeated: hasSeveralCredentials(headers),
  });

  /** Refuses a request without usable credentials: for its key or body first, where these are looked at before them (EMAIL-IDEM-25). */
  function refuseNobody(request: FastifyRequest, reply: FastifyReply, operation: ServedOperation) {
    const deployed = answering.deployed(request.world);
    const { choices } = deployed;
    const asked = incoming(request, deployed, operation.spec.id, undefined);
    const refusal =
      refuseKeysFirst(asked, operation, choices) ??
      refuseViolations({ violations: syntaxFaults(asked, choices) }, operation, choices) ??
      unauthorized(operation, nobody(request), choices);
    return refuseEarly(request, reply, refusal);
  }

  /** The refusal of the id of a request whose body is refused unread, where the id is looked at before (SIM-24). */
  function refuseIdOf(request: FastifyRequest): AnyAnswer | undefined {
    const { caller, routeOptions } = request;
    const { operation } = routeOptions.config;
    if (!caller || !operation?.refuseId) return undefined;
    const world = partitions.get(caller.partition);
    const deployed = answering.deployed(world);
    const unread = { ...incoming(request, deployed, operation.spec.id, caller), rawBody: Buffer.alloc(0) };
    return refuseIdFirst(checkRequest(unread, deployed), operation, world);
  }

  return async (api) => {
    await allowOrigins(api);
    api.decorateRequest('caller');
    openPartitions(api, partitions, (request) => sender.partitionOf(request));
    api.addHook('onRequest', showFirstContentType);
    const known = findByPath(api, methodsByRoute(served.document, basePath));
    api.addHook('onRequest', (request, reply, done) => {
      const bare = withoutSlash(request.url);
      const redirect = bare !== undefined && redirectTo(bare, answering.deployed(request.world).choices);
      if (redirect && known(bare)) sender.send(request, reply, redirect);
      else done();
    });
    /** Answers what no operation of the contract is asked with. */
    const answerOutside = (request: FastifyRequest, reply: FastifyReply) => {
      const { operations } = served.document;
      const { path, methods = [] } = known(request.url) ?? {};
      const { choices } = answering.deployed(request.world);
      const isNobody = sender.authenticate(request.headers.authorization) === undefined;
      if (isNobody && choices.credentialsAndPath === 'credentialsFirst')
        return refuseEarly(request, reply, unauthorized({}, nobody(request), choices));
      if (path === undefined) {
        const meant = pathMeant(pathOf(request.url), basePath, operations);
        return refuseEarly(request, reply, unknownPath(meant));
      }
      const beside = pathWith(request.method, path, operations);
      const at = operations.find((one) => one.path === path);
      const owner = at && serve(at);
      const allow = methods.join(', ');
      const refusal =
        owner?.refusePath?.(choices) ??
        (request.method === 'OPTIONS' ? methodsOf(allow, choices) : undefined) ??
        wrongMethod(request.method, allow, choices, beside && basePath + beside);
      return refuseEarly(request, reply, refusal, owner);
    };
    api.setNotFoundHandler(answerOutside);
    api.setErrorHandler<FastifyError>((error, request, reply) => {
      // Closing at once would reset the connection under a client that still sends its large body, answer and all.
      reply.removeHeader('connection');
      const { caller, routeOptions } = request;
      const { operation } = routeOptions.config;
      if (error.statusCode === 415 && operation && !caller) return refuseNobody(request, reply, operation);
      const isOfBody = error.statusCode === 413 || error.statusCode === 415;
      const ofId = isOfBody ? refuseIdOf(request) : undefined;
      return refuseEarly(request, reply, ofId ?? failure(error, request));
    });

    for (const spec of document.operations) {
      const operation = serve(spec);
      const described = spec.body && { json: document.json, pointer: spec.body.pointer };
      const asked: Pick<RouteOptions, 'url' | 'handler'> & { onRequest: onRequestHookHandler } = {
        url: routePath(served.operation(spec.id).path),
        onRequest: (request, reply, done) => {
          const { choices } = answering.deployed(request.world);
          const refusal = operation.refusePath?.(choices);
          if (refusal) return void refuseEarly(request, reply, refusal);
          request.caller = sender.authenticate(request.headers.authorization);
          if (request.caller || choices.credentialsAndReading === 'readingFirst') done();
          else refuseNobody(request, reply, operation);
        },
        handler: async (request, reply) => {
          const { caller } = request;
          if (!caller) return refuseNobody(request, reply, operation);
          const compiling = answering.compile(request.world, spec);
          if (compiling) await compiling;
          const world = partitions.get(caller.partition);
          const deployed = answering.deployed(world);
          if (isTooLarge(request, deployed.choices))
            return refuseEarly(request, reply, refuseIdOf(request) ?? tooLarge(operation, deployed.choices.bodyLimit));
          const readings = operation.nulls && nullReadings(deployed.choices, operation.nulls);
          const nulls = described && readings && { of: described, readings };
          const checked = checkRequest(incoming(request, deployed, spec.id, caller), deployed, nulls);
          const room = checked.violations.length === 0 ? (operation.answerBytes?.(checked.body) ?? 0) : 0;
          if (room > 0 && !request.inFlight.read(room)) return refuseEarly(request, reply, noRoom(request));
          const scenarios = world.scenarios.take(spec.id, world.clock.now());
          const answered = await answering.answer(checked, operation, world, scenarios);
          // Answers that leave together cost much less: the first wakes the client, the others find it awake.
          const answer = await partitions.commit(world).then(() => answered, notStored);
          const { violations, query, headers } = checked;
          const said = { id: spec.id, query: Object.keys(query), headers };
          const length = scenarios.find(({ dribble }) => dribble)?.dribble;
          const pause = length === undefined ? undefined : () => world.clock.wait(length / PIECES, checked.onLeft);
          return sender.send(request, reply, answer, { scenarios, violations, said, deployed, pause });
        },
      };
      api.route({ ...asked, method: spec.method, config: { operation } });
      if (spec.method !== 'get') continue;
      api.route({
        ...asked,
        method: 'HEAD',
        onRequest: (request, reply, done) => {
          const { headMethod } = answering.deployed(request.world).choices;
          if (headMethod === 'refused') answerOutside(request, reply);
          else asked.onRequest.call(api, request, reply, done);
        },
      });
    }
  };
}

/** How a deployment reads nulls and empty texts of a body; undefined where these are what the contract says. */
function nullReadings(choices: Choices, names: NullChoices): NullReadings | undefined {
  const [nulls, emptyTexts] = [choices[names.nulls], choices[names.emptyTexts]];
  return nulls === 'refused' && emptyTexts === 'text' ? undefined : { nulls, emptyTexts };
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
