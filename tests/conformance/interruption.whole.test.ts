import { outputOf, reportIn, start, written } from './support/suite.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ mode: 'parallel' });

const id = '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';
const path = `/v2/sim_card_data_usage_notifications/${id}`;

/** Starts a run of some rules with two workers, at a low rate, so that it can be interrupted in the middle. */
function judge(origin: string, apiKey: string, rule = 'SIM-*', output = outputOf()) {
  const profile = written(`${apiKey}.yaml`, {
    name: 'staging',
    baseUrl: `${origin}/v2`,
    accounts: { primary: { apiKey } },
    allow: ['read', 'write'],
    simNotification: { id },
    limits: { requestsPerSecond: 10, timeoutMs: 60_000 },
  });
  return start(['--target', profile, '--output', output, '--workers', '2', '--rule', rule]);
}

/** Notices the first change of the notification's threshold. */
function firstChange() {
  let changed = () => {};
  const seen = new Promise<void>((resolve) => {
    changed = resolve;
  });
  const notice = ({ method, body }: { method: string; body: string }) => {
    if (method === 'PATCH' && body.includes('threshold')) changed();
    return undefined;
  };
  return { notice, seen };
}

for (const [label, how] of [
  ['Ctrl-C', 'interrupt'],
  ['SIGTERM to all', 'terminate'],
] as const)
  test(`${label} restores the notification and exits with 130; a second run meanwhile is refused`, async ({
    deploy,
    mock,
  }) => {
    const key = `key_primary.${how}`;
    const read = async () => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const answer = await fetch(`http://127.0.0.1:${mock.port}${path}`, { method: 'PATCH', headers, body: '{}' });
      const { data } = (await answer.json()) as { data: { threshold: object; sim_card_id: string } };
      return { threshold: data.threshold, sim_card_id: data.sim_card_id };
    };
    const before = await read();
    const { notice, seen } = firstChange();
    const { origin, received } = await deploy(notice);
    const output = outputOf();
    const running = judge(origin, key, 'SIM-*', output);
    await seen;
    if (how === 'interrupt') {
      const second = await judge(origin, 'key_primary.second', 'SIM-*', outputOf('second')).ended;
      expect(second.stderr).toMatch(
        /^conformance: another run \(process \d+\) has been at work on the notification .*\n$/,
      );
      expect(second.code).toBe(2);
      const ofSecond = received.filter(({ headers }) => headers.some(([, value]) => value.endsWith('.second')));
      expect(ofSecond.filter(({ method }) => method === 'PATCH')).toEqual([]);
    }
    running[how]();
    const { code, stdout, stderr } = await running.ended;
    expect({ code, stderr }).toEqual({
      code: 130,
      stderr: 'conformance: interrupted; ends running cases and puts changes back\n',
    });
    expect(stdout).toContain('The run was interrupted');
    expect(stdout).toContain(`The notification ${id} has been put back.`);
    expect(await read()).toEqual(before);
    expect(reportIn(output).verdict).toBe('interrupted');
  });

test('a killed run leaves no process, and the next run restores its change', async ({ deploy }) => {
  const { notice, seen } = firstChange();
  const { origin, received } = await deploy(notice);
  const output = outputOf();
  const killed = judge(origin, 'key_primary.killed', 'SIM-*', output);
  await seen;
  killed.killAlone();
  await killed.ended;
  const requests = received.length;
  const { stdout } = await judge(origin, 'key_primary.killed', 'SIM-4', output).ended;
  const [first] = received.slice(requests).filter(({ body }) => body.includes('threshold'));
  expect(first?.body).toContain('2048.0');
  const said = /A run that began to change the notification .* it has been put back now, .*to 2048\.0 MB\./;
  expect(stdout).toMatch(said);
  expect(reportIn(output).learned?.putBack).toMatch(said);
});

test('Ctrl-C before the first case ends at once', async ({ deploy }) => {
  let received = () => {};
  const firstRequest = new Promise<void>((resolve) => {
    received = resolve;
  });
  const { origin } = await deploy(() => {
    received();
    return new Promise<never>(() => {});
  });
  const { interrupt, ended } = start([], { BASE_URL: `${origin}/v2`, API_KEY: 'key_primary' });
  await firstRequest;
  interrupt();
  expect(await ended).toEqual({ code: 130, stdout: '', stderr: 'conformance: interrupted before the first case\n' });
});
