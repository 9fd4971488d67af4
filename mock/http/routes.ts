import type { FastifyError, FastifyPluginAsync, onRequestAsyncHookHandler } from 'fastify';
import { stringify } from 'yaml';
import type { Seed } from '../../fixtures/seed.ts';
import type { ContractDocument } from '../../spec/document.ts';
import type { Json } from '../../spec/json.ts';
import { refuseCredentials, refuseMethod, refusePath } from '../contract/answer.ts';
import { explainAuthFailure, hasSeveralCredentials } from '../contract/callers.ts';
import { BASE_PATH } from '../contract/check.ts';
import type { Deployed } from '../contract/deployed.ts';
import { findRelatedPath, guessPath } from '../contract/hints.ts';
import { serveOperation } from '../operations/index.ts';
import { answerError } from './failure.ts';
import { allowOrigins, openPartitions } from './hooks.ts';
import { createPathFinder, decodePath } from './paths.ts';
import { answerRequest, type PipelineParts } from './pipeline.ts';
import { showFirstContentType } from './request.ts';
import { JSON_TYPE } from './send.ts';

interface RouteParts extends PipelineParts {
  seed: Seed;
  deployed?: Deployed | undefined;
}

export function createOperationsApi(parts: RouteParts): FastifyPluginAsync {
  const { seed, partitions, sender, contract, deployed = contract } = parts;
  const { operations } = deployed.document;

  return async (api) => {
    allowOrigins(api);
    api.decorateRequest('caller');
    api.addHook('onRequest', (request, _reply, done) => {
      request.caller = sender.authenticate(request.headers.authorization);
      done();
    });
    openPartitions(api, partitions, (request) => sender.findPartition(request));
    api.addHook('onRequest', showFirstContentType);
    const find = createPathFinder(operations.map(({ path }) => [BASE_PATH + toRoutePath(path), path]));
    api.setNotFoundHandler((request, reply) => {
      const path = find(request.url);
      if (path === undefined)
        return sender.refuse(request, reply, refusePath(guessPath(decodePath(request.url), BASE_PATH, operations)));
      const served = operations.filter((operation) => operation.path === path);
      const related = findRelatedPath(request.method, path, operations);
      const methods = served.map(({ method }) => method.toUpperCase()).join(', ');
      const refusal = refuseMethod(request.method, methods, related && BASE_PATH + related);
      return sender.refuse(request, reply, refusal, served[0] && serveOperation(served[0]));
    });
    api.setErrorHandler<FastifyError>((error, request, reply) => {
      // An early close would reset the connection of a client that still sends its large body.
      reply.removeHeader('connection');
      return sender.refuse(request, reply, answerError(error, request));
    });

    for (const spec of contract.document.operations) {
      const operation = serveOperation(spec);
      api.route({
        method: spec.method,
        url: toRoutePath(deployed.operation(spec.id).path),
        config: { operation },
        onRequest: (request, reply, done) => {
          const { headers, caller } = request;
          if (caller) return void done();
          const about = { why: explainAuthFailure(headers, seed.apiKeys), isRepeated: hasSeveralCredentials(headers) };
          sender.refuse(request, reply, refuseCredentials(operation, about));
        },
        handler: (request, reply) => answerRequest(request, reply, operation, parts),
      });
    }
  };
}

function toRoutePath(path: string): string {
  return path.replaceAll(/\{([^}]+)\}/g, ':$1(.+)');
}

export function createPublicApi(
  { sender, partitions, document }: Pick<RouteParts, 'sender' | 'partitions'> & { document: ContractDocument },
  refuseOthers: onRequestAsyncHookHandler,
): FastifyPluginAsync {
  return async (api) => {
    api.addHook('onRequest', refuseOthers);
    allowOrigins(api);
    openPartitions(api, partitions, (request) => sender.findPartition(request));
    api.get('/', async (_request, reply) => reply.redirect('/console'));
    for (const [path, type, write] of contracts)
      api.get(path, async ({ world, headers: { host } }, reply) => {
        const url = (host === undefined ? '' : `http://${host}`) + BASE_PATH;
        return reply.type(type).send(write((world?.deployed?.document ?? document).json, url));
      });
    for (const url of ['/livez', '/readyz'])
      api.route({ method: ['GET', 'HEAD'], url, handler: async (_request, reply) => reply.send('') });
    api.setNotFoundHandler((request, reply) =>
      sender.send(request, reply, refusePath(guessPath(decodePath(request.url), BASE_PATH, document.operations))),
    );
  };
}

const contracts = [
  ['/openapi.json', JSON_TYPE, (contract: Json, url: string) => JSON.stringify({ ...contract, servers: [{ url }] })],
  ['/openapi.yaml', 'application/yaml', formatYaml],
] as const;

const yamlOptions = { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 140 } as const;
const CALLED = 'the-called-address';

/** Contracts as YAML: writing one takes as long as hundreds of other answers. */
const written = new WeakMap<Json, string>();

function formatYaml(contract: Json, url: string): string {
  const text = written.get(contract) ?? stringify({ ...contract, servers: [{ url: CALLED }] }, yamlOptions);
  written.set(contract, text);
  return text.replace(CALLED, () => stringify(url, { ...yamlOptions, lineWidth: 0 }).trim());
}
