import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { expect, test } from '@playwright/test';
import { installPackage, packPackage } from './install.ts';

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);
const compiler = resolve('typescript/bin/tsc');
const types = join(resolve('@types/node/package.json'), '../..');
const { PLAYWRIGHT_TEST: _p, TEST_WORKER_INDEX: _w, NODE_OPTIONS: _o, ...env } = process.env;

/** Outside of the repository, whose packages would be found from within. */
const scratch = mkdtempSync(join(tmpdir(), 'package-'));
let tarball: string;
let project: string;
const home = () => join(project, 'node_modules/telephony-contract');
const command = () => join(project, 'node_modules/.bin/telephony-contract');

test.describe.configure({ mode: 'serial' });
test.beforeAll(() => {
  project = join(scratch, 'project');
  tarball = packPackage(scratch);
  installPackage(project, tarball, [
    '@playwright/test',
    '@redocly/cli',
    'classic-level',
    'vitest',
    'msw',
    'openapi-fetch',
  ]);
});

test.afterAll(() => rmSync(scratch, { recursive: true }));

/** Starts a command that serves, and returns its origin. */
async function startPackage(...args: string[]) {
  const server = spawn(command(), [...args, '--port', '0'], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [greeting] = (await once(server.stdout, 'data')) as [Buffer];
  const end = async () => {
    server.kill();
    const [code] = await once(server, 'exit');
    expect(code).toBe(0);
  };
  return { origin: /http:\/\/[^/\s]+/.exec(greeting.toString())?.[0], end };
}

test('the package takes at most 6 MB', () => {
  const found = readdirSync(home(), { recursive: true, encoding: 'utf8' }).map((name) => statSync(join(home(), name)));
  const bytes = found.filter((entry) => entry.isFile()).reduce((sum, { size }) => sum + size, 0);
  expect(bytes).toBeLessThanOrEqual(6_000_000);
});

test('the mock runs with stored state, and the proxy in front of it', async () => {
  const mock = await startPackage('mock', '--data', join(project, 'data'));
  const proxy = await startPackage('proxy', `${mock.origin}/v2`);
  const headers = { Authorization: 'Bearer key_primary' };
  expect((await fetch(`${proxy.origin}/v2/dir/document_types`, { headers })).status).toBe(200);
  const journal = await (await fetch(`${proxy.origin}/__admin/requests`)).json();
  expect(journal).toMatchObject({ requests: [{ operation: 'listDirDocumentTypes', violations: [] }] });
  await proxy.end();
  await mock.end();
});

test('the suite judges its own mock', async () => {
  const { stdout } = await run(command(), ['conformance', '--rule', 'PAGE-1'], { cwd: project, env });
  expect(stdout).toContain('1 rule: 1 pass.');
});

test('the gate compares two documents', async () => {
  const contract = join(project, 'node_modules/telephony-contract/dist/spec/openapi.yaml');
  cpSync(contract, join(project, 'A.yaml'));
  const { stdout } = await run(command(), ['gate', '--base', 'A.yaml', '--revision', 'A.yaml'], { cwd: project, env });
  expect(stdout).toContain('These steps found nothing');
});

test('an embedded mock continues under faked timers, and with the globals of a page', async () => {
  const files = ['node-timers.mjs', 'page-globals.mjs'];
  for (const file of files) cpSync(fileURLToPath(new URL(`./${file}`, import.meta.url)), join(project, file));
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', ...files], { cwd: project, env });
  expect(stdout).toContain('# pass 2');
});

test('the package has the licence of each package that it carries parts of', () => {
  const licences = readFileSync(join(home(), 'dist/LICENSES.txt'), 'utf8');
  for (const name of ['fastify', '@stoplight/prism-http', 'ajv', 'nodemailer', 'yaml'])
    expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
});

test('a project without the packages for the suite and for stored state names the package to install', async () => {
  const bare = join(scratch, 'bare');
  installPackage(bare, tarball, []);
  const bareCommand = join(bare, 'node_modules/.bin/telephony-contract');
  const said = (args: string[]) =>
    run(bareCommand, args, { cwd: bare, env }).catch(({ stderr, code }) => [stderr, code]);
  expect(await said(['conformance', '--rule', 'PAGE-1'])).toEqual([
    'conformance: @playwright/test is needed for this: npm i -D @playwright/test\n',
    2,
  ]);
  expect(await said(['mock', '--data', 'state'])).toEqual([
    "mock: state can't be stored: classic-level is needed for this: npm i -D classic-level\n",
    2,
  ]);
});

test('the command prints its version and its help, and refuses unknown options', async () => {
  const { version } = JSON.parse(readFileSync(join(home(), 'package.json'), 'utf8')) as { version: string };
  expect((await run(command(), ['--version'], { env })).stdout).toBe(`${version}\n`);
  expect((await run(command(), ['--help'], { env })).stdout).toContain('telephony-contract <command>');
  expect((await run(command(), ['gate', '--help'], { env })).stdout).toContain('Usage: telephony-contract gate ');
  await expect(run(command(), ['mok'], { env })).rejects.toMatchObject({
    code: 2,
    stderr: 'telephony-contract: unknown command "mok"; did you mean "mock"?\n',
  });
});

/** Compiles files of the project. */
function compile(files: readonly string[], ...options: string[]) {
  const modules = ['--module', 'nodenext', '--target', 'es2023', '--typeRoots', types, '--types', 'node'];
  const args = [compiler, '--strict', '--noEmit', ...modules, ...options, ...files];
  return run(process.execPath, args, { cwd: project, env });
}

test('the types compile without further packages in a strict project', async () => {
  const uses = [
    "import { createMock, type Mail } from 'telephony-contract';",
    "export type { paths } from 'telephony-contract/types';",
    'export const subjects: string[] = (await (await createMock()).outbox()).map(({ Subject }: Mail) => Subject);',
  ];
  writeFileSync(join(project, 'strict.ts'), uses.join('\n'));
  expect((await compile(['strict.ts'])).stdout).toBe('');
});

test('the examples of embedding the mock compile and pass', async () => {
  const examples = fileURLToPath(new URL('../../examples', import.meta.url));
  cpSync(examples, project, { recursive: true });
  const files = readdirSync(examples).filter((name) => /\.(test|spec)\.ts$/.test(name));
  const vitest = [join(project, 'node_modules/vitest/vitest.mjs'), 'run', '--testTimeout=60000'];
  const [, tested, played] = await Promise.all([
    compile(files, '--skipLibCheck', '--exactOptionalPropertyTypes', 'false'),
    run(process.execPath, vitest, { cwd: project, env }),
    run(process.execPath, [resolve('@playwright/test/cli'), 'test'], { cwd: project, env }),
  ]);
  expect(stripVTControlCharacters(tested.stdout)).toContain('Tests  7 passed (7)');
  expect(played.stdout).toContain('1 passed');
});
