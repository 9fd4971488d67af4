import { mkdirSync, rmdirSync, utimesSync, writeFileSync } from 'node:fs';
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
    folder,
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
      return { statusCode, body, headers };
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

test('files have their types, nothing else than they runs, and no other page gets hold of them', async () => {
  const { build, get } = await served();
  build({ 'index.html': '<p>', 'app.js': '1', 'app.css': 'p {}' });
  const all = [await get('/'), await get('/app.js'), await get('/app.css')];
  expect(all.map(({ headers }) => headers['content-type'])).toEqual(
    ['text/html', 'text/javascript', 'text/css'].map((type) => `${type}; charset=utf-8`),
  );
  const own = "script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'";
  for (const { headers } of all)
    expect(headers).toMatchObject({
      'content-security-policy': `default-src 'none'; ${own}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    });
});

test('a console that is not built says how it is, and is served once it is', async () => {
  const { build, get } = await served();
  expect(await get('/')).toMatchObject({ statusCode: 503, body: 'The console is not built: npm run build' });
  build({ 'index.html': 'built' });
  expect(await get('/')).toMatchObject({ statusCode: 200, body: 'built' });
});

test('what is no file of the console is not found', async () => {
  const { build, get } = await served();
  build({ 'index.html': '<p>', 'app.js': '1', 'app.js.map': '{}' });
  for (const url of ['/other.js', '/app.js.map', '/..%2fdist%2findex.html', '/..%2fdist%2fapp.js']) {
    const { statusCode, body } = await get(url);
    expect([statusCode, JSON.parse(body).errors[0].code]).toEqual([404, '10005']);
  }
});

test('a file that could not be read is read again, though it seems to be as it was', async () => {
  const { folder, build, get } = await served();
  mkdirSync(`${folder}/app.js`, { recursive: true });
  // The time that the build gives it.
  utimesSync(`${folder}/app.js`, 1, 1);
  expect((await get('/app.js')).statusCode).toBe(404);
  rmdirSync(`${folder}/app.js`);
  build({ 'app.js': 'built' });
  expect(await get('/app.js')).toMatchObject({ statusCode: 200, body: 'built' });
});
