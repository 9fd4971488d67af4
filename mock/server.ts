// mock/: the mock server. `start.ts` starts it as a command, `create-mock.ts` in a process.
import { randomUUID } from 'node:crypto';
import { METHODS } from 'node:http';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { Seed } from '../fixtures/seed.ts';
import type { ContractDocument } from '../spec/document.ts';
import { defaultChoices } from '../spec/generated/choices.ts';
import type { Validators } from '../spec/validators.ts';
import { createConsoleApi } from './console/serve.ts';
import { DEFAULT_PARTITION } from './contract/callers.ts';
import { BASE_PATH } from './contract/check.ts';
import { createBareContract } from './contract/deployed.ts';
import { RefusedCall, refuseControl } from './control/calls.ts';
import { readPartition, refuseOtherMethods, refuseStrangers } from './control/guard.ts';
import { createControlApi } from './control/index.ts';
import { createCompiler, foreignSchema } from './control/validation.ts';
import { answerError, answerInNodesPlace, type OnRefused, refuseBrokenHttp } from './http/failure.ts';
import { commitBeforeAnswering, countInFlight, dropUnreadBody, openPartitions } from './http/hooks.ts';
import { readTarget } from './http/paths.ts';
import { createOperationsApi, createPublicApi } from './http/routes.ts';
import { Sender, sendAnswer } from './http/send.ts';
import { createBrokenEntry } from './journal/journal.ts';
import { CONNECTIONS, HEAD_LINES, HEAD_TIME, REQUEST_TIME } from './limits.ts';
import { createMailpitApi } from './mailpit/mailpit-api.ts';
import { createProxyApi } from './proxy/proxy-api.ts';
import { indexFixtures } from './state/fixtures.ts';
import { type PartitionParts, Partitions } from './state/partitions.ts';
import { createStateCheck } from './state/state-check.ts';
import type { Store } from './store/store.ts';

const thisProcess = randomUUID().slice(0, 8);
let requests = 0;

export { BASE_PATH };

export interface ServerParts extends Omit<PartitionParts, 'limit' | 'stored'> {
  document: ContractDocument;
  validators: Validators;
  seed: Seed;
  allowedHosts: readonly string[];
  allowedOrigins?: readonly string[];
  partitions: number;
  problem?: () => string | undefined;
  upstream?: string | undefined;
  store?: Store | undefined;
}

export async function createPartitions(parts: ServerParts): Promise<Partitions> {
  const { store } = parts;
  const stored = store && { store, check: createStateCheck(parts) };
  const partitions = new Partitions(indexFixtures(parts.seed), {
    ...parts,
    limit: parts.partitions,
    ...(stored && { stored }),
  });
  try {
    await partitions.open(DEFAULT_PARTITION);
  } catch (error) {
    // The next server of this process may open the directory.
    await partitions.close();
    throw error;
  }
  return partitions;
}

/** Builds the mock, which does not listen yet. Servers can share partitions, and close them. */
export async function createServer(parts: ServerParts, shared?: Partitions): Promise<FastifyInstance> {
  const partitions = shared ?? (await createPartitions(parts));
  const { document, validators, seed, deployed } = parts;
  const { bodyLimit } = deployed?.choices ?? defaultChoices;
  const contract = createBareContract({ document, validators });
  const sender = new Sender(seed.apiKeys, contract);
  const onRefused: OnRefused = (request, status, text) => {
    const world = partitions.get(DEFAULT_PARTITION);
    world.record(createBrokenEntry(request, status, text, world.clock.now()));
  };
  const app = Fastify({
    bodyLimit,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    clientErrorHandler: (error, socket) => refuseBrokenHttp(error, socket, onRefused),
    genReqId: () => `${thisProcess}-${++requests}`,
    rewriteUrl: ({ url = '/' }) => escapeUndecodable(readTarget(url)),
    routerOptions: { maxParamLength: 100_000 },
    // Fastify would load its own compilers at each start, an eighth of the mock's code.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    requestTimeout: REQUEST_TIME,
    // A busy machine may take long to load the plugins.
    pluginTimeout: 0,
    // Node would use the first of several Authorization headers. Joined, they are refused (AUTH-8).
    http: { requireHostHeader: false, joinDuplicateHeaders: true, headersTimeout: HEAD_TIME },
  });
  // A request with more lines is refused: Node could silently drop a decisive header.
  app.server.maxHeadersCount = HEAD_LINES + 1;
  app.server.maxConnections = CONNECTIONS;
  const supported = new Set([...app.supportedMethods, 'CONNECT']);
  for (const method of METHODS) if (!supported.has(method)) app.addHttpMethod(method, { hasBody: true });
  answerInNodesPlace(app.server, onRefused);
  app.decorateRequest('startedAt', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.startedAt = performance.now();
    done();
  });
  countInFlight(app);
  dropUnreadBody(app);
  app.addHook('onClose', () => partitions.close());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.setErrorHandler<FastifyError>(
    (error, request, reply) => void sendAnswer(request, reply, answerError(error, request)),
  );

  const { upstream } = parts;
  const served = { document, validators, seed, partitions };
  const operations =
    upstream === undefined
      ? createOperationsApi({ ...served, contract, sender, deployed })
      : createProxyApi({ ...served, upstream });
  await app.register(operations, { prefix: BASE_PATH });
  const guard = refuseStrangers(parts);
  const methods = new Map<string, string[]>();
  await app.register(async (control) => {
    control.addHook('onRequest', guard);
    control.setValidatorCompiler(createCompiler(validators));
    control.setErrorHandler<FastifyError | RefusedCall>((error, request, reply) => {
      if (error instanceof RefusedCall) return refuseControl(request, reply, error.statusCode, ...error.reasons);
      sendAnswer(request, reply, answerError(error, request));
      return reply;
    });
    control.addHook('onRoute', (route) => {
      route.schema ??= foreignSchema;
      methods.set(route.url, [...(methods.get(route.url) ?? []), ...[route.method].flat()]);
    });
    // Opened after the check of the query: a misspelt name must not create a partition.
    openPartitions(control, partitions, readPartition, 'preHandler');
    control.addHook('preHandler', (request, _reply, done) => {
      request.world?.advance();
      done();
    });
    commitBeforeAnswering(control, partitions);
    control.addHook('onResponse', async (request, reply) => {
      const changed = request.method !== 'GET' && reply.statusCode < 400;
      if (changed) partitions.events.emit(readPartition(request), 'change');
    });
    await control.register(createConsoleApi(), { prefix: '/console' });
    control.get('/__admin', { config: { visited: true } }, async (_request, reply) => reply.redirect('/console'));
    const { problem = () => undefined } = parts;
    await control.register(createControlApi({ ...served, problem, upstream }), { prefix: '/__admin' });
    await control.register(
      createMailpitApi((request) => partitions.get(readPartition(request)).messages),
      { prefix: '/api/v1' },
    );
  });
  await app.register(createPublicApi({ ...served, sender }, refuseOtherMethods(guard, methods)));
  return app;
}

function refuseSchema(): never {
  throw new Error('only the control API has routes with schemas');
}

/** Escapes an undecodable path again, so that it reaches a route. */
function escapeUndecodable(url: string): string {
  if (!url.includes('%')) return url;
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}
