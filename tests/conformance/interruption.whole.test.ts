import { outputOf, reportIn, start, written } from './support/suite.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ mode: 'parallel' });

const id = '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';
/** Two workers are enough to run cases in parallel. */
const few = ['--workers', '2'];
const path = `/v2/sim_card_data_usage_notifications/${id}`;

for (const [what, how] of [
  ['Ctrl-C', 'interrupt'],
  ['SIGTERM to all', 'terminate'],
] as const)
  test(`${what} restores the notification, writes the reports and exits with 130`, async ({ deploy, mock }) => {
    const read = async () => {
      const headers = { Authorization: 'Bearer key_primary', 'Content-Type': 'application/json' };
      const answer = await fetch(`http://127.0.0.1:${mock.port}${path}`, { method: 'PATCH', headers, body: '{}' });
      const { data } = (await answer.json()) as { data: { threshold: object; sim_card_id: string } };
      return { threshold: data.threshold, sim_card_id: data.sim_card_id };
    };
    const before = await read();
    let changed = () => {};
    const firstChange = new Promise<void>((resolve) => {
      changed = resolve;
    });
    const { origin } = await deploy(({ method, body }) => {
      if (method === 'PATCH' && body.includes('threshold')) changed();
      return undefined;
    });
    const output = outputOf();
    const profile = written('staging.yaml', {
      name: 'staging',
      baseUrl: `${origin}/v2`,
      accounts: { primary: { apiKey: 'key_primary' } },
      allow: ['read', 'write'],
      simNotification: { id },
      // A low rate, so that the run is interrupted in the middle.
      limits: { requestsPerSecond: 10, timeoutMs: 60_000 },
    });
    const running = start(['--target', profile, '--output', output, ...few, '--rule', 'SIM-*']);
    await firstChange;
    running[how]();
    const { code, stdout, stderr } = await running.ended;
    expect({ code, stderr }).toEqual({
      code: 130,
      stderr: 'conformance: interrupted; it ends what runs and puts back what was changed\n',
    });
    expect(stdout).toContain('The run was interrupted');
    expect(stdout).toContain(`The notification ${id} has been put back.`);
    expect(await read()).toEqual(before);
    expect(reportIn(output).verdict).toBe('interrupted');
  });

test('a second run at the same notification ends before it changes anything', async ({ deploy }) => {
  let [changed, again] = [() => {}, () => {}];
  const firstChange = new Promise<void>((resolve) => {
    changed = resolve;
  });
  const secondRun = new Promise<void>((resolve) => {
    again = resolve;
  });
  const { origin, received } = await deploy(async ({ method, body }) => {
    if (method !== 'PATCH' || !body.includes('threshold')) return undefined;
    changed();
    await secondRun;
    return undefined;
  });
  const run = (name: string) => {
    const profile = written(`${name}.yaml`, {
      baseUrl: `${origin}/v2`,
      accounts: { primary: { apiKey: `key_primary.${name}` } },
      allow: ['read', 'write'],
      simNotification: { id },
      limits: { requestsPerSecond: 10, timeoutMs: 60_000 },
    });
    return start(['--target', profile, '--output', outputOf(name), ...few, '--rule', 'SIM-*']);
  };
  const first = run('first');
  await firstChange;
  const { code, stderr } = await run('second').ended;
  expect(stderr).toMatch(/^conformance: another run \(process \d+\) has been at work on the notification .*\n$/);
  expect(code).toBe(2);
  const ofSecond = received.filter(({ headers }) => headers.some(([, value]) => value.endsWith('key_primary.second')));
  expect(ofSecond.filter(({ method }) => method === 'PATCH')).toEqual([]);
  again();
  first.interrupt();
  expect((await first.ended).stdout).toContain(`The notification ${id} has been put back.`);
});

test('a killed run leaves no process, and the next run restores its change', async ({ deploy }) => {
  let changed = () => {};
  const firstChange = new Promise<void>((resolve) => {
    changed = resolve;
  });
  const { origin, received } = await deploy(({ method, body }) => {
    if (method === 'PATCH' && body.includes('threshold')) changed();
    return undefined;
  });
  const profile = written('staging.yaml', {
    baseUrl: `${origin}/v2`,
    accounts: { primary: { apiKey: 'key_primary.killed' } },
    allow: ['read', 'write'],
    simNotification: { id },
    limits: { requestsPerSecond: 10, timeoutMs: 60_000 },
  });
  const output = outputOf();
  const judge = (rule: string) => start(['--target', profile, '--output', output, ...few, '--rule', rule]);
  const killed = judge('SIM-*');
  await firstChange;
  killed.killAlone();
  await killed.ended;
  const requests = received.length;
  const { stdout } = await judge('SIM-4').ended;
  const [first] = received.slice(requests).filter(({ body }) => body.includes('threshold'));
  expect(first?.body).toContain('2048.0');
  const said = /A run that began to change the notification .* it has been put back now\./;
  expect(stdout).toMatch(said);
  expect(reportIn(output).learned?.putBack).toMatch(said);
});

test('Ctrl-C before the first case ends at once', async ({ deploy }) => {
  let asked = () => {};
  const firstRequest = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const { origin } = await deploy(() => {
    asked();
    return new Promise<never>(() => {});
  });
  const { interrupt, ended } = start([], { BASE_URL: `${origin}/v2`, API_KEY: 'key_primary' });
  await firstRequest;
  interrupt();
  expect(await ended).toEqual({ code: 130, stdout: '', stderr: 'conformance: interrupted before the first case\n' });
});
