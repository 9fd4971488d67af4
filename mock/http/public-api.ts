import type { FastifyPluginAsync, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { stringify } from 'yaml';
import type { ContractDocument } from '../../spec/document.ts';
import { contractWriter } from '../contract/deployed.ts';
import { pathMeant } from '../contract/paths.ts';
import { unknownPath } from '../contract/refusal.ts';
import type { Partitions } from '../state/partitions.ts';
import { allowOrigins } from './cors.ts';
import { JSON_TYPE } from './exchange.ts';
import { pathOf } from './incoming.ts';
import type { Sender } from './sender.ts';

/**
 * Routes for every caller and pages of any origin: the way to the console, the contract with the called address, Mailpit's probes, and
 * the refusal of every other path, which goes into the journal.
 */
export function publicApi(parts: {
  document: ContractDocument;
  partitions: Partitions;
  sender: Sender;
  /** The prefix of the operations. */
  basePath: string;
  /** Refuses unknown methods of paths that are not public. */
  refuseOthers: onRequestAsyncHookHandler;
}): FastifyPluginAsync {
  const { document, partitions, sender, basePath, refuseOthers } = parts;

  const addressOf = ({ headers: { host } }: FastifyRequest) => (host === undefined ? '' : `http://${host}`) + basePath;

  async function contractOf(request: FastifyRequest): Promise<ContractDocument> {
    const { deployed } = await partitions.open(sender.partitionOf(request));
    return deployed?.document ?? document;
  }

  return async (api) => {
    api.addHook('onRequest', refuseOthers);
    await allowOrigins(api);
    api.get('/', async (_request, reply) => reply.redirect('/console'));
    api.get('/openapi.json', async (request, reply) =>
      reply.type(JSON_TYPE).send(jsonOf(await contractOf(request), addressOf(request))),
    );
    api.get('/openapi.yaml', async (request, reply) =>
      reply.type('application/yaml').send(yamlOf(await contractOf(request), addressOf(request))),
    );
    for (const url of ['/livez', '/readyz'])
      api.route({ method: ['GET', 'HEAD'], url, handler: async (_request, reply) => reply.send('') });
    api.setNotFoundHandler(async (request, reply) => {
      await partitions.open(sender.partitionOf(request));
      return sender.send(request, reply, unknownPath(pathMeant(pathOf(request.url), basePath, document.operations)));
    });
  };
}

const jsonOf = contractWriter(JSON.stringify);
const yamlOf = contractWriter((contract) =>
  stringify(contract, { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 140 }),
);
