import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { expect, test } from '@playwright/test';
import { installPackage } from './install.ts';

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);
const compiler = resolve('typescript/bin/tsc');
const types = join(resolve('@types/node/package.json'), '../..');
const { PLAYWRIGHT_TEST: _p, TEST_WORKER_INDEX: _w, NODE_OPTIONS: _o, ...env } = process.env;

let project: string;
const bin = (name: string) => join(project, 'node_modules/.bin', name);

test.describe.configure({ mode: 'serial', timeout: 180_000 });
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
test.beforeAll(({}, testInfo) => {
  project = testInfo.outputPath('project');
  installPackage(project, ['vitest', 'msw', 'openapi-fetch', 'openapi-typescript-helpers']);
});

test('the mock runs, and keeps its state', async () => {
  const mock = spawn(bin('mock'), ['--port', '0', '--data', join(project, 'data')], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [greeting] = (await once(mock.stdout, 'data')) as [Buffer];
  const url = /http:\S+\/v2/.exec(greeting.toString())?.[0];
  const answer = await fetch(`${url}/dir/document_types`, { headers: { Authorization: 'Bearer key_primary' } });
  expect(answer.status).toBe(200);
  mock.kill();
  const [code] = await once(mock, 'exit');
  expect(code).toBe(0);
});

test('the proxy runs', async () => {
  const upstream = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end('{"data":5}'),
  );
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  const target = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v2`;
  const proxy = spawn(bin('proxy'), [target, '--port', '0'], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [greeting] = (await once(proxy.stdout, 'data')) as [Buffer];
  const origin = /http:\/\/[^/\s]+/.exec(greeting.toString())?.[0];
  expect(await (await fetch(`${origin}/v2/dir/document_types`)).json()).toEqual({ data: 5 });
  const { requests } = (await (await fetch(`${origin}/__admin/requests`)).json()) as {
    requests: { violations: object[] }[];
  };
  expect(requests[0]?.violations).toContainEqual({ in: 'answer', at: '/data', message: 'must be a list' });
  proxy.kill();
  await once(proxy, 'exit');
  upstream.close();
});

test('the suite judges its own mock', async () => {
  const { stdout } = await run(bin('conformance'), ['--rule', 'PAGE-1'], { cwd: project, env });
  expect(stdout).toContain('1 rules: 1 pass.');
});

test('the gate compares two documents', async () => {
  const contract = join(project, 'node_modules/telephony-contract/dist/spec/openapi.yaml');
  cpSync(contract, join(project, 'A.yaml'));
  const { stdout } = await run(bin('gate'), ['--base', 'A.yaml', '--revision', 'A.yaml'], { cwd: project, env });
  expect(stdout).toContain('This change may land.');
});

test('the examples of embedding the mock compile and pass', async () => {
  const examples = fileURLToPath(new URL('../../examples', import.meta.url));
  cpSync(examples, project, { recursive: true });
  const options = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--skipLibCheck', '--noEmit'];
  const typed = ['--typeRoots', types, '--types', 'node', '--exactOptionalPropertyTypes', 'false'];
  const files = readdirSync(examples).filter((name) => /\.(test|spec)\.ts$/.test(name));
  await run(process.execPath, [compiler, ...options, ...typed, ...files], { cwd: project, env });
  const vitest = await run(process.execPath, [join(project, 'node_modules/vitest/vitest.mjs'), 'run'], {
    cwd: project,
    env,
  });
  expect(stripVTControlCharacters(vitest.stdout)).toContain('Tests  5 passed (5)');
  const playwright = await run(process.execPath, [resolve('@playwright/test/cli'), 'test'], { cwd: project, env });
  expect(playwright.stdout).toContain('1 passed');
});
