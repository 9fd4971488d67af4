import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
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
  installPackage(testInfo.outputPath('project'));
});

test('the mock runs', async () => {
  const mock = spawn(bin('mock'), ['--port', '0'], { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [greeting] = (await once(mock.stdout, 'data')) as [Buffer];
  const url = /http:\S+\/v2/.exec(greeting.toString())?.[0];
  const answer = await fetch(`${url}/dir/document_types`, { headers: { Authorization: 'Bearer key_primary' } });
  expect(answer.status).toBe(200);
  mock.kill();
  const [code] = await once(mock, 'exit');
  expect(code).toBe(0);
});

test('the suite judges its own mock', async () => {
  const { stdout } = await run(bin('conformance'), ['--rule', 'PAGE-1'], { cwd: project, env });
  expect(stdout).toContain('1 rules: 1 pass.');
});

test('the gate compares two documents', async () => {
  const contract = join(project, 'node_modules/telephony-contract/dist/spec/openapi.yaml');
  const { stdout } = await run(bin('gate'), ['--base', contract, '--revision', contract], { cwd: project, env });
  expect(stdout).toContain('This change may land.');
});

test('the mock is embedded, with its types and those of the contract', async () => {
  const program = `
    import { createMock, type Mock } from 'telephony-contract';
    import type { paths } from 'telephony-contract/types';
    type Answer = paths['/dir/document_types']['get']['responses'][200]['content']['application/json'];
    const mock: Mock = await createMock();
    const request = new Request(mock.url + '/dir/document_types', { headers: { Authorization: 'Bearer key_primary' } });
    const answer = (await (await mock.fetch(request)).json()) as Answer;
    await mock.close();
    console.log(String(answer.data?.length), import.meta.resolve('telephony-contract/openapi.yaml').endsWith('.yaml') ? 'with the contract' : '');
  `;
  writeFileSync(join(project, 'program.ts'), program);
  const options = [
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--strict',
    '--skipLibCheck',
    '--typeRoots',
    types,
    '--types',
    'node',
  ];
  await run(process.execPath, [compiler, ...options, 'program.ts'], { cwd: project, env });
  const { stdout } = await run(process.execPath, ['program.js'], { cwd: project, env });
  expect(stdout.trim()).toBe('14 with the contract');
});
