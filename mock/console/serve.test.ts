import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { ownPath } from '../../spec/testing/own-path.ts';
import { consoleApi } from './serve.ts';

/** A server of a console that is built anew with `build`: the times of its files differ each time. */
async function served() {
  const folder = ownPath('dist');
  const app = Fastify();
  await app.register(consoleApi(folder));
  let builds = 0;
  return {
    build(files: Record<string, string>) {
      builds += 1;
      mkdirSync(folder, { recursive: true });
      for (const [name, content] of Object.entries(files)) {
        writeFileSync(`${folder}/${name}`, content);
        utimesSync(`${folder}/${name}`, builds, builds);
      }
    },
    async get(url: string) {
      const { statusCode, body, headers } = await app.inject(url);
      return { statusCode, body, type: headers['content-type'], policy: headers['content-security-policy'] };
    },
  };
}

test('a console that is built anew is served anew', async () => {
  const { build, get } = await served();
  build({ 'index.html': 'first', 'app.js': 'first' });
  expect([(await get('/')).body, (await get('/app.js')).body]).toEqual(['first', 'first']);
  build({ 'index.html': 'second', 'app.js': 'second' });
  expect([(await get('/')).body, (await get('/app.js')).body]).toEqual(['second', 'second']);
});

test('files have their types, and nothing else than they runs', async () => {
  const { build, get } = await served();
  build({ 'index.html': '<p>', 'app.js': '1', 'app.css': 'p {}' });
  const all = [await get('/'), await get('/app.js'), await get('/app.css')];
  expect(all.map(({ type }) => type?.toString().split(';')[0])).toEqual(['text/html', 'text/javascript', 'text/css']);
  for (const { policy } of all) expect(policy).toContain("default-src 'none'");
});

test('a console that is not built says how it is, and is served once it is', async () => {
  const { build, get } = await served();
  expect(await get('/')).toMatchObject({ statusCode: 503, body: 'The console is not built: npm run build:console' });
  build({ 'index.html': 'built' });
  expect(await get('/')).toMatchObject({ statusCode: 200, body: 'built' });
});

test('what is no file of the console is not found', async () => {
  const { build, get } = await served();
  build({ 'index.html': '<p>', 'app.js.map': '{}' });
  for (const url of ['/other.js', '/app.js.map', '/..%2fdist%2findex.html'])
    expect((await get(url)).statusCode).toBe(404);
});
