import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { makeTestPath } from '../../spec/testing/test-path.ts';
import { createConsoleApi } from './serve.ts';

/** A server of a console that can be built again, with other file times at each build. */
async function serveConsole() {
  const folder = makeTestPath('dist');
  const app = Fastify();
  await app.register(createConsoleApi(pathToFileURL(`${folder}/`)));
  let builds = 0;
  const build = (files: Record<string, string>) => {
    builds += 1;
    mkdirSync(folder, { recursive: true });
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(`${folder}/${name}`, content);
      utimesSync(`${folder}/${name}`, builds, builds);
    }
  };
  return { build, get: (url: string) => app.inject(url) };
}

test('a rebuilt console is served without a restart', async () => {
  const { build, get } = await serveConsole();
  for (const content of ['first', 'second']) {
    build({ 'index.html': content, 'app.js': content });
    expect([(await get('/')).body, (await get('/app.js')).body]).toEqual([content, content]);
  }
});

test('the console runs only its own scripts; no other page can embed it or access its window', async () => {
  const { build, get } = await serveConsole();
  build({ 'index.html': '<p>' });
  const { headers } = await get('/');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]));
});

test('an unbuilt console is a 503 with the build command', async () => {
  const { get } = await serveConsole();
  expect(await get('/')).toMatchObject({ statusCode: 503, body: expect.stringContaining('npm run build') });
});

test('a path outside the files of the console is not found', async () => {
  const { build, get } = await serveConsole();
  build({ 'index.html': '<p>', 'app.js': '1', 'app.js.map': '{}' });
  for (const url of ['/other.js', '/app.js.map', '/..%2fdist%2findex.html', '/..%2fdist%2fapp.js'])
    expect((await get(url)).statusCode).toBe(404);
});
