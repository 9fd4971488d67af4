import { findClosedPort } from '../servers/constant.ts';
import { run, written } from './support/suite.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ mode: 'parallel' });

/** Runs the suite and expects that it ends with exit code 2 and this one line. */
async function expectRefusal(line: string, args: string[], environment: Record<string, string> = {}) {
  const { code, stdout, stderr } = await run(args, environment);
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `conformance: ${line}\n` });
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
  const BASE_URL = await findClosedPort();
  const { host } = new URL(BASE_URL);
  const line = `the target ${BASE_URL} can't be tested: ${host} refuses the connection`;
  await expectRefusal(line, [], { BASE_URL, API_KEY: 'a-key' });
});
