import { createServer } from 'node:net';
import { closedPort } from '../servers/null.ts';
import type { Instead, Intercept } from './support/deployment.ts';
import { run, written } from './support/suite.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ mode: 'parallel', timeout: 240_000 });

const primary = { apiKey: 'key_primary' };

/** Runs the suite and expects that it ends with exit code 2 and this one line, or one that matches it. */
async function expectRefusal(line: string | RegExp, args: string[], environment: Record<string, string> = {}) {
  const { code, stderr } = await run(args, environment);
  const lines = stderr.trim().split('\n');
  if (typeof line === 'string') expect(lines).toEqual([`conformance: ${line}`]);
  else expect(lines).toEqual([expect.stringMatching(line)]);
  expect(code).toBe(2);
}

test.describe('a profile is refused with its line', () => {
  const head = 'baseUrl: http://127.0.0.1:9/v2\naccounts:\n  primary: { apiKey: a-key }\n';
  const broken: Record<string, [text: string, line: number, reason: string]> = {
    'for a key that is unknown': [
      `${head}alow: [read]\n`,
      4,
      'unknown key "alow" in the profile; did you mean "allow"?',
    ],
    'for a variable that is not set': [
      head.replace('a-key', '$' + '{STAGING_KEY}'),
      3,
      'the environment variable STAGING_KEY is not set (accounts.primary.apiKey is taken from it)',
    ],
    'for YAML that is broken': [`${head}name: "staging\n`, 5, 'Missing closing "quote'],
    'for an address that is none': [head.replace('127.0.0.1', '[::'), 1, 'baseUrl must be an address without query'],
    'for a day that is none': [
      `${head}waivers:\n  - { rule: DIR-1, reason: r, owner: o, until: 2027-02-30 }\n`,
      5,
      'waivers.0.until must be a day such as 2027-03-01',
    ],
    'for an empty file': ['', 1, 'the profile must be object'],
  };
  for (const [why, [text, line, reason]] of Object.entries(broken)) {
    test(why, async () => {
      const file = written('staging.yaml', text);
      await expectRefusal(new RegExp(`^conformance: ${escaped(file)}:${line}:\\d+: ${escaped(reason)}`), [
        '--target',
        file,
      ]);
    });
  }

  test('for a file that is not there', async () => {
    await expectRefusal("/nowhere/x.yaml: can't be read (ENOENT)", ['--target', '/nowhere/x.yaml']);
  });

  test('for a waiver of a rule that there is not', async () => {
    const waivers = [{ rule: 'DIR-999', reason: 'r', owner: 'o', until: '2099-01-01' }];
    const file = written('staging.yaml', { baseUrl: 'http://127.0.0.1:9/v2', accounts: { primary }, waivers });
    await expectRefusal('the profile waives DIR-999, which is no rule', ['--target', file]);
  });
});

test('an address without a key, and one that is none, are refused', async () => {
  await expectRefusal(/API_KEY is not: set it/, [], { BASE_URL: 'http://127.0.0.1:9/v2' });
  await expectRefusal(/BASE_URL is no address/, [], { BASE_URL: 'staging', API_KEY: 'a-key' });
});

test.describe('a target is refused', () => {
  test('where nobody listens', async () => {
    const BASE_URL = await closedPort();
    const { host } = new URL(BASE_URL);
    const line = `the target ${BASE_URL} can't be tested: ${host} refuses the connection`;
    await expectRefusal(line, [], { BASE_URL, API_KEY: 'a-key' });
  });

  test('that speaks no TLS under https, or no HTTP at all', async ({ deploy }) => {
    const { origin } = await deploy();
    await expectRefusal(/does not speak TLS: is it http:\/\//, [], {
      BASE_URL: `${origin.replace('http:', 'https:')}/v2`,
      API_KEY: 'a-key',
    });
    const garbage = createServer((socket) => socket.on('error', () => {}).end('220 mail.example ESMTP\r\n'));
    await new Promise<void>((resolve) => garbage.listen(0, '127.0.0.1', resolve));
    const { port } = garbage.address() as { port: number };
    await expectRefusal(/does not speak HTTP/, [], { BASE_URL: `http://127.0.0.1:${port}/v2`, API_KEY: 'a-key' });
    garbage.close();
  });

  test('that refuses the key', async ({ deploy }) => {
    const BASE_URL = `${(await deploy()).origin}/v2`;
    await expectRefusal(
      `the target ${BASE_URL} refuses the credentials (401): check API_KEY, or accounts.primary.apiKey of the profile`,
      [],
      { BASE_URL, API_KEY: 'some-wrong-key' },
    );
  });

  const strict: Intercept = ({ url, headers }) => {
    if (!headers.some(([name]) => name === 'Authorization')) return { status: 401 };
    return url.startsWith('/v2/') ? undefined : { status: 404 };
  };
  for (const [what, intercept] of [
    ['one', undefined],
    ['one that looks at credentials first', strict],
  ] as const) {
    test(`whose path prefix is wrong: ${what}`, async ({ deploy }) => {
      const { origin } = await deploy(intercept);
      for (const baseUrl of [origin, `${origin}/v3`]) {
        await expectRefusal(
          `the target has none of the operations at ${baseUrl}: check the path prefix (usually /v2) of baseUrl`,
          [],
          { BASE_URL: baseUrl, API_KEY: 'key_primary' },
        );
      }
    });
  }

  const alike: Record<string, [answer: Instead | undefined, line: RegExp]> = {
    'that does not answer': [undefined, /can't be tested: 127\.0\.0\.1:\d+ did not answer within 300 ms/],
    'that limits the rate for good': [
      { status: 429, headers: { 'Retry-After': '0' } },
      /can't be tested: the target answered 429 \d+ times in a row/,
    ],
    'that wants to be left alone for long': [
      { status: 429, headers: { 'Retry-After': '3600' } },
      /can't be tested: the target answered 429 and asks to wait for 3600 s/,
    ],
    'that is unavailable': [
      { status: 503, headers: { 'Retry-After': '0' } },
      /can't be tested: the target answered 503 3 times in a row/,
    ],
    'that has moved': [
      { status: 308, headers: { Location: 'https://api.example.com/v2' } },
      /redirects to https:\/\/api\.example\.com\/v2: put the final address into baseUrl/,
    ],
  };
  for (const [what, [answer, line]] of Object.entries(alike)) {
    test(what, async ({ deploy }) => {
      const { origin } = await deploy(() => answer ?? new Promise<never>(() => {}));
      const profile = { baseUrl: `${origin}/v2`, accounts: { primary }, limits: { timeoutMs: 300 } };
      await expectRefusal(line, ['--target', written('staging.yaml', profile)]);
    });
  }

  test('that has no such notification, after it was said what the run does', async ({ deploy }) => {
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
    expect(received.filter(({ method }) => method !== 'GET').map(({ body }) => body)).toEqual(['{}']);
  });
});

function escaped(text: string): string {
  return text.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&');
}
