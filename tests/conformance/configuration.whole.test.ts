import { closedPort } from '../servers/null.ts';
import { outputOf, run, written } from './support/suite.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ mode: 'parallel' });

const primary = { apiKey: 'key_primary' };

/** Runs the suite and expects that it ends with exit code 2 and this one line. */
async function expectRefusal(line: string, args: string[], environment: Record<string, string> = {}) {
  const { code, stderr } = await run(args, environment);
  const lines = stderr.trim().split('\n');
  expect(lines).toEqual([`conformance: ${line}`]);
  expect(code).toBe(2);
}

test('an unknown key of the profile is refused with its line', async () => {
  const file = written(
    'staging.yaml',
    'baseUrl: http://127.0.0.1:9/v2\naccounts:\n  primary: { apiKey: a-key }\nalow: [read]\n',
  );
  const line = `${file}:4:1: unknown key "alow" in the profile; did you mean "allow"?`;
  await expectRefusal(line, ['--target', file]);
});

test('an unreachable target is refused', async () => {
  const BASE_URL = await closedPort();
  const { host } = new URL(BASE_URL);
  const line = `the target ${BASE_URL} can't be tested: ${host} refuses the connection`;
  await expectRefusal(line, [], { BASE_URL, API_KEY: 'a-key' });
});

test('a target without the notification of the profile is refused before any change', async ({ deploy }) => {
  const { origin, received } = await deploy();
  const id = '00000000-0000-4000-8000-000000000000';
  const file = written('staging.yaml', {
    baseUrl: `${origin}/v2`,
    accounts: { primary },
    allow: ['read', 'write'],
    simNotification: { id },
  });
  const { code, stdout, stderr } = await run(['--target', file]);
  expect(stdout).toContain(`changes the notification ${id}`);
  expect(stderr).toBe(`conformance: the target has no notification ${id}: check simNotification.id of the profile\n`);
  expect(code).toBe(2);
  expect(received.filter(({ method }) => method !== 'GET').map(({ body }) => body)).toEqual(['{}', '{}']);
});

test('a target without the path of notifications fails their rules', async ({ deploy }) => {
  const notFound = { status: 404, body: { errors: [{ code: '10005', title: 'Resource not found' }] } };
  const { origin } = await deploy(({ url }) => (url.includes('/sim_card_') ? notFound : undefined));
  const file = written('staging.yaml', {
    baseUrl: `${origin}/v2`,
    accounts: { primary },
    allow: ['read', 'write'],
    simNotification: { id: '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c' },
  });
  const { code, stdout } = await run(['--target', file, '--output', outputOf(), '--rule', 'SIM-1']);
  expect(stdout).toMatch(/FAIL\s+SIM-1/);
  expect(code).toBe(1);
});
