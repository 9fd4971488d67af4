import { expect, test } from '@playwright/test';
import Fastify from 'fastify';
import { loadSeed } from '../../fixtures/seed.ts';
import { loadDocument } from '../../spec/document.ts';
import { compileValidators } from '../../spec/validators.ts';
import { Partitions } from '../state/partitions.ts';
import { indexFixtures } from '../state/world.ts';
import { adminDocument } from './documents.ts';
import { controlApi } from './index.ts';

const document = loadDocument();
const validators = compileValidators(document);
const seed = loadSeed(validators);
const { paths } = adminDocument() as { paths: Record<string, object> };

/** Every route of the control API as `GET /path/{id}`. */
async function routes(): Promise<string[]> {
  const found: string[] = [];
  const app = Fastify({ exposeHeadRoutes: false });
  app.addHook('onRoute', ({ method, url }) => {
    found.push(`${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`);
  });
  const partitions = new Partitions(indexFixtures(seed), { limit: 10 });
  await app.register(controlApi({ document, validators, seed, partitions, basePath: '/v2', problem: () => undefined }));
  await app.close();
  return found;
}

test('the document of the control API describes its routes, all of them and no others', async () => {
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => method !== 'parameters')
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual((await routes()).sort());
});
