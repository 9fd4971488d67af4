import { parentPort } from 'node:worker_threads';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import type { PrismReply, PrismRequest } from './prism.ts';

const levels = ['info', 'success', 'warn', 'error', 'debug', 'trace', 'fatal'].map((level) => [level, () => {}]);
const silent = { ...Object.fromEntries(levels), child: () => silent };

// Prism's own validation is off: the mock has checked the request.
const config: Parameters<typeof createInstance>[0] = {
  mock: { dynamic: false },
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  isProxy: false,
  upstreamProxy: undefined,
};
type Method = Parameters<typeof prism.request>[0]['method'];
const prism = createInstance(config, { logger: silent as never });

let operations: ReturnType<typeof getHttpOperationsFromSpec> = Promise.resolve([]);

parentPort?.on('message', async ({ document, method, path, preference }: PrismRequest) => {
  if (document) operations = getHttpOperationsFromSpec(document);
  parentPort?.postMessage((await findAnswer(method, path, preference).catch(describeFailure)) satisfies PrismReply);
});

async function findAnswer(method: PrismRequest['method'], path: string, preference: PrismRequest['preference']) {
  const resources = (await operations).filter((resource) => resource.method === method && resource.path === path);
  const result = await prism.request({ method: method as Method, url: { path } }, resources, {
    ...config,
    mock: preference,
  })();
  if (result._tag === 'Left') return describeFailure(result.left);
  const { statusCode, body } = result.right.output;
  return { status: statusCode, body };
}

function describeFailure({ message }: Error): { failure: string } {
  return { failure: message };
}
