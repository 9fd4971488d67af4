import { artifactsIn } from './support/artifacts.ts';
import type { Intercept } from './support/deployment.ts';
import { outputOf, run, runPlaywright, written } from './support/suite.ts';
import { expect, test } from './support/test.ts';

/** Keys of copies of the mock's state, so that it accepts them. */
const secrets = {
  API_KEY: 'key_primary.SENTINEL-4f1c',
  RESTRICTED_API_KEY: 'key_restricted.SENTINEL-9a2b',
  OTHER_API_KEY: 'key_other.SENTINEL-77de',
  OUTBOX_PASSWORD: 'SENTINEL/mail+1',
  GATE: 'SENTINEL gate',
  PROXY_PASSWORD: 'SENTINEL-proxy',
};

/** Breaks both lists and all sends; each broken answer repeats its whole request. */
const talkative: Intercept = ({ method, url, headers, body }) => {
  const isList = /^\/v2\/(dir|ai)\//.test(url);
  if (!isList && !(method === 'POST' && url.startsWith('/v2/email'))) return undefined;
  const echoed = Object.fromEntries(
    headers.map(([name, value]) => [value, { name, encoded: encodeURIComponent(value) }]),
  );
  const authorization = headers.find(([name]) => name === 'Authorization')?.[1] ?? 'none';
  const meta = { total_pages: 'x', total_results: 0, page_number: authorization, page_size: 0 };
  return {
    status: isList ? 200 : 500,
    headers: { 'X-Request-Id': authorization, 'X-Echoed': JSON.stringify(echoed) },
    body: {
      data: [echoed],
      long: `${authorization} `.repeat(500),
      meta,
      errors: [{ code: '10007', title: authorization, detail: body, meta: echoed }],
    },
  };
};

test('no output and no artifact has a credential, archives unpacked', async ({ deploy }) => {
  const { origin, received } = await deploy(talkative);
  const variable = (name: keyof typeof secrets) => `$${`{${name}}`}`;
  const profile = {
    name: 'staging',
    baseUrl: `${origin}/v2`,
    accounts: {
      primary: { apiKey: variable('API_KEY') },
      restricted: { apiKey: variable('RESTRICTED_API_KEY') },
      other: { apiKey: variable('OTHER_API_KEY') },
    },
    allow: ['read', 'write', 'send'],
    email: { from: 'sender@example.com', recipientDomain: 'example.com' },
    outbox: { mailpit: origin, username: 'me', password: variable('OUTBOX_PASSWORD') },
    http: { headers: { 'X-Gate': variable('GATE') } },
    limits: { requestsPerSecond: 1000, timeoutMs: 60_000 },
  };
  const direct = written('profile/direct.yaml', profile);
  const proxy = `http://me:${variable('PROXY_PASSWORD')}@127.0.0.1:9`;
  const behindProxy = written('profile/proxy.yaml', { ...profile, http: { ...profile.http, proxy } });
  const output = outputOf();
  const rules = ['PAGE-4', 'RUN-1', 'AUTH-1', 'EMAIL-ANS-1', 'EMAIL-SUPP-9', 'EMAIL-IDEM-21', 'RSV-1'];
  const chosen = rules.flatMap((id) => ['--rule', id]);
  const byCommand = await run(['--target', direct, '--output', output, '--workers', '2', ...chosen], secrets);
  expect(byCommand.code, byCommand.stderr).toBe(1);
  expect(byCommand.stdout).toContain('FAIL PAGE-4');

  const byPlaywright = await runPlaywright(
    [
      ...['test', '--project=conformance', '-g', 'PAGE-4:|HTTP-8:', '--trace', 'on'],
      ...['--reporter', 'list,html,json,junit,blob', '--output', outputOf('results')],
    ],
    {
      ...secrets,
      CONFORMANCE_RUN: written('profile/run.json', { profile: direct, output: outputOf('alone') }),
      PLAYWRIGHT_HTML_OUTPUT_DIR: outputOf('html'),
      PLAYWRIGHT_HTML_OPEN: 'never',
      PLAYWRIGHT_JSON_OUTPUT_FILE: outputOf('results.json'),
      PLAYWRIGHT_JUNIT_OUTPUT_FILE: outputOf('results.xml'),
      PLAYWRIGHT_BLOB_OUTPUT_FILE: outputOf('blob.zip'),
    },
  );
  expect(byPlaywright.code).toBe(1);
  // The same cases in Playwright's own runner.
  expect(byPlaywright.stdout).toMatch(/✓.* HTTP-8: /);
  expect(byPlaywright.stdout).toContain('FAIL PAGE-4');
  expect(byPlaywright.stdout).toMatch(/at .*conformance\/rules\/flows\/pagination\.spec\.ts:\d+:\d+/);
  const unreachable = await run(['--target', behindProxy], secrets);
  expect(unreachable.code).toBe(2);

  // The secrets were sent, and every kind of artifact exists.
  expect(received.flatMap(({ headers }) => headers.map(([, value]) => value)).join()).toContain(secrets.OTHER_API_KEY);
  const artifacts = artifactsIn(test.info().outputDir).filter(({ name }) => !name.includes('/profile/'));
  const names = artifacts.map(({ name }) => name);
  for (const part of [
    'reports/conformance.json',
    'reports/conformance.html',
    'reports/conformance.md',
    'reports/bodies/',
    'reports/conformance.junit.xml',
    'blob.zip/report.jsonl',
    'trace.zip/test.trace',
    'index.html#zip/report.json',
    'results.json',
    'results.xml',
  ]) {
    expect(names.join('\n')).toContain(part);
  }
  const printed = [byCommand, byPlaywright, unreachable].map((ended, index) => ({
    name: `output ${index}`,
    content: Buffer.from(ended.stdout + ended.stderr),
  }));
  const forms = ['SENTINEL', ...Object.values(secrets).map((secret) => Buffer.from(secret).toString('base64'))];
  const leaks = [...printed, ...artifacts].flatMap(({ name, content }) =>
    forms.filter((form) => content.includes(form)).map((form) => `${name}: ${form}`),
  );
  expect(leaks).toEqual([]);
});
