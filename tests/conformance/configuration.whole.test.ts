import { dirname } from 'node:path';
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

test('a profile is refused with its line', async () => {
  const file = written(
    'staging.yaml',
    'baseUrl: http://127.0.0.1:9/v2\naccounts:\n  primary: { apiKey: a-key }\nalow: [read]\n',
  );
  const line = `${file}:4:1: unknown key "alow" in the profile; did you mean "allow"?`;
  await expectRefusal(line, ['--target', file]);
});

test('a profile with a waiver of a rule that there is not is refused', async () => {
  const waivers = [{ rule: 'DIR-999', reason: 'r', owner: 'o', until: '2099-01-01' }];
  const file = written('staging.yaml', { baseUrl: 'http://127.0.0.1:9/v2', accounts: { primary }, waivers });
  await expectRefusal('the profile waives DIR-999, which is no rule', ['--target', file]);
});

test('a target where nobody listens is refused', async () => {
  const BASE_URL = await closedPort();
  const { host } = new URL(BASE_URL);
  const line = `the target ${BASE_URL} can't be tested: ${host} refuses the connection`;
  await expectRefusal(line, [], { BASE_URL, API_KEY: 'a-key' });
});

for (const how of [['--settle-from', 'traffic.har'], []]) {
  test(`a deployment file that can not be written is refused before the first request: ${how[0] ?? 'a run'}`, async () => {
    const folder = dirname(written('deployments/staging.yaml', ''));
    const line = `--settle: can't write to ${folder} (EISDIR)`;
    await expectRefusal(line, [...how, '--settle', folder], { BASE_URL: await closedPort(), API_KEY: 'a-key' });
  });
}

test('a target without the notification of the profile is refused, after it was said what the run does', async ({
  deploy,
}) => {
  const { origin, received } = await deploy();
  const id = '00000000-0000-4000-8000-000000000000';
  const file = written('staging.yaml', {
    baseUrl: `${origin}/v2`,
    accounts: { primary },
    allow: ['read', 'write'],
    simNotification: { id },
  });
  const { code, stdout, stderr } = await run(['--target', file]);
  expect(stdout).toContain(`changes the notification ${id} and puts it back`);
  expect(stderr).toBe(`conformance: the target has no notification ${id}: check simNotification.id of the profile\n`);
  expect(code).toBe(2);
  expect(received.filter(({ method }) => method !== 'GET').map(({ body }) => body)).toEqual(['{}', '{}']);
});

test('a target that does not know the path of notifications is judged, and fails', async ({ deploy }) => {
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
