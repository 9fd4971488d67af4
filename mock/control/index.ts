import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Seed } from '../../fixtures/seed.ts';
import type { ContractDocument } from '../../spec/document.ts';
import type { Validators } from '../../spec/validators.ts';
import type { Partitions } from '../state/partitions.ts';
import { adminApi } from './admin.ts';
import { documentsApi } from './documents.ts';
import { partitionOf } from './guard.ts';
import { outboxApi } from './outbox-api.ts';
import { scenariosApi } from './scenarios-api.ts';
import { stateApi } from './state-api.ts';
import { streamApi } from './stream-api.ts';

/** What the control plane steers and shows. `basePath` is where the operations are served. */
export interface ControlParts {
  document: ContractDocument;
  validators: Validators;
  seed: Seed;
  partitions: Partitions;
  basePath: string;
  problem: () => string | undefined;
  /** The deployment that answers instead of the mock. */
  upstream?: string;
}

/** The control plane: every route that `spec/admin.openapi.yaml` describes. Bodies are JSON and nothing else. */
export function controlApi(parts: ControlParts): FastifyPluginAsync {
  const { partitions } = parts;
  const scenariosOf = (request: FastifyRequest) => partitions.get(partitionOf(request)).scenarios;
  return async (api) => {
    // A form of another site can send text, never JSON.
    api.removeContentTypeParser('text/plain');
    // A name such as __proto__ is one like any other: messages may have it in their metadata, and a snapshot brings it back.
    // Clients that always say JSON also call what takes no body.
    const parse = api.getDefaultJsonParser('ignore', 'ignore');
    api.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
      body === '' ? done(null) : parse(request, body, done),
    );
    await api.register(adminApi(parts));
    await api.register(scenariosApi({ ...parts, scenariosOf }));
    await api.register(streamApi(partitions));
    await api.register(stateApi(parts));
    await api.register(outboxApi(partitions));
    await api.register(documentsApi(parts));
  };
}
