import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Intercept } from './support/deployment.ts';
import { outputOf, reportIn, run, written } from './support/suite.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ mode: 'parallel' });

const schema = JSON.parse(
  readFileSync(new URL('../../conformance/report/report.schema.json', import.meta.url), 'utf8'),
);
const validate = new Ajv2020().compile(schema);

/** Breaks PAGE-4: document types are always on page 7. */
const onPage7: Intercept = ({ url }) => {
  if (!url.startsWith('/v2/dir/document_types')) return undefined;
  const meta = { total_pages: 1, total_results: 0, page_number: 7, page_size: 0 };
  return { status: 200, headers: { 'X-Request-Id': 'req-4711' }, body: { data: [], meta } };
};

const accounts = { primary: { apiKey: 'key_primary' } };
const limits = { requestsPerSecond: 1000, timeoutMs: 60_000 };
const alone = ['--workers', '1'];

test('without a profile only reads are sent, and other rules are out of scope', async ({ deploy }) => {
  const { origin, received } = await deploy();
  const output = outputOf();
  const { code, stdout } = await run(
    [
      '--output',
      output,
      ...alone,
      ...['DIR-1', 'SIM-1', 'RSV-1', 'EMAIL-ANS-1', 'EMAIL-THREAD-1'].flatMap((id) => ['--rule', id]),
    ],
    { BASE_URL: `${origin}/v2`, API_KEY: 'key_primary' },
  );
  expect(code).toBe(0);
  const allowed = received.filter(({ headers }) => headers.some(([, value]) => value === 'Bearer key_primary'));
  expect([...new Set(allowed.map(({ method }) => method))]).toEqual(['GET']);
  expect(stdout).toContain('This run only reads');
  expect(stdout).toMatch(/OUT OF SCOPE SIM-1, RSV-1\n {2}without write: BASE_URL allows only reads/);
  expect(stdout).toMatch(/OUT OF SCOPE EMAIL-THREAD-1\n {2}without send, outbox: /);
  expect(stdout).toContain('breaks no rule: 1 rule judged here');
  const { summary, target, rules } = reportIn(output);
  expect(summary).toEqual({
    pass: 1,
    fail: 0,
    warn: 0,
    notApplicable: 0,
    outOfScope: 4,
    blocked: 0,
    error: 0,
    inconclusive: 0,
  });
  expect(target).toEqual({ name: new URL(origin).host, baseUrl: `${origin}/v2` });
  expect(rules.map(({ id, outcome }) => `${id} ${outcome}`)).toContain('DIR-1 pass');
});

/** Answers a threshold that is a list with a list of a hundred thousand levels, which is judged like any other answer. */
const deep: Intercept = ({ method, body }) => {
  if (method !== 'PATCH' || !/"threshold" *: *\[/.test(body)) return undefined;
  return { status: 200, text: `{"data":{"threshold":${'['.repeat(100_000)}${']'.repeat(100_000)}}}` };
};

test('a failure is reported in every format, and --failed repeats it', async ({ deploy }) => {
  let broken = true;
  const { origin } = await deploy((request) => (broken ? onPage7(request) : undefined) ?? deep(request));
  const output = outputOf();
  const scope = { without: ['send'], reason: 'no mail leaves this system' };
  const simNotification = { id: '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c' };
  const profile = {
    ...{ name: 'staging', baseUrl: `${origin}/v2`, accounts, limits },
    ...{ allow: ['read', 'write'], simNotification, scope },
  };
  const target = ['--target', written('staging.yaml', profile), '--output', output, ...alone];
  const chosen = ['page-4', 'RUN-1', 'SIM-6', 'HTTP-12', 'RSV-1', 'EMAIL-ANS-1'];
  const { code, stdout } = await run([...target, ...chosen.flatMap((id) => ['--rule', id]), '--seed', '7']);
  expect(code).toBe(1);
  const statement = '`meta.page_number` is the number of the page returned, and the first page is number 1.';
  const curl = `curl -sS -i -g -H "Authorization: Bearer $API_KEY" `;
  for (const part of [
    `FAIL PAGE-4 ${statement}`,
    '  clause    Resources and their fields > Pagination metadata',
    /^ {2}expected {2}.*1$/m,
    /^ {2}actual {4}.*7/m,
    '  request   req-4711',
    `  repeat    ${curl}`,
    /^PAGE +1 fail$/m,
    /^RUN +1 pass$/m,
    'staging does not conform: 2 rules are broken',
    /^BLOCKED RSV-1\n {2}the profile lacks: reservation: /m,
    /^OUT OF SCOPE EMAIL-ANS-1\n {2}without send: no mail leaves this system/m,
  ]) {
    expect(stdout).toMatch(typeof part === 'string' ? new RegExp(part.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&')) : part);
  }

  const report = reportIn(output);
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  expect(report).toMatchObject({
    target: { name: 'staging', baseUrl: `${origin}/v2` },
    seed: 7,
    verdict: 'nonConformant',
    selection: { rules: chosen },
    summary: { pass: 2, fail: 2, blocked: 1, outOfScope: 1 },
  });
  const failed = report.rules.find(({ id }) => id === 'PAGE-4');
  expect(failed).toMatchObject({
    level: 'MUST',
    basis: 'source',
    operation: expect.anything(),
    statement,
    outcome: 'fail',
  });
  expect(failed?.cases.find(({ outcome }) => outcome === 'fail')).toMatchObject({
    expected: expect.stringContaining('1'),
    actual: expect.stringContaining('7'),
    requestId: 'req-4711',
    curl: expect.stringContaining(curl),
  });
  const junit = readFileSync(join(output, 'conformance.junit.xml'), 'utf8');
  expect(junit).toContain('tests="6" failures="2" errors="0" skipped="2"');
  expect(junit).toMatch(
    /<testcase classname="PAGE" name="PAGE-4: [^>]*><failure message="FAIL: expected .*1, got .*7">/,
  );
  const html = readFileSync(join(output, 'conformance.html'), 'utf8');
  for (const part of ['non-conformant', 'PAGE-4', 'req-4711', '$API_KEY']) expect(html).toContain(part);

  broken = false;
  const again = await run([...target, '--failed']);
  expect(again.code).toBe(0);
  const looked = reportIn(join(output, 'failed', '1'));
  expect(looked.rules.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(['PAGE-4 pass', 'SIM-6 pass']);
  expect(reportIn(output)).toEqual(report);
});

test('a service that sends by another clock than its times show fails', async ({ deploy, mock }) => {
  const direct = `http://127.0.0.1:${mock.port}`;
  const { origin } = await deploy(async ({ method, url, headers, body }) => {
    if (method !== 'POST') return undefined;
    const answer = await fetch(direct + url, { method, headers: headers.map(([...line]) => line), body });
    const shown = (await answer.text()).replace(/(?<="created_at":")[^"]+/, (time) =>
      new Date(Date.parse(time) + 90_000).toISOString(),
    );
    return { status: answer.status, body: JSON.parse(shown) };
  });
  const email = { from: 'sender@example.com', recipientDomain: 'example.com' };
  const outbox = { mailpit: direct, waitMs: 3000 };
  const allow = ['read', 'write', 'send'];
  const profile = written('staging.yaml', { baseUrl: `${origin}/v2`, accounts, limits, allow, email, outbox });
  const output = outputOf();
  const { code } = await run(['--target', profile, '--output', output, '--rule', 'EMAIL-SCHED-6', ...alone]);
  expect(code).toBe(1);
  expect(reportIn(output).learned?.clockAheadMs).toBeGreaterThan(88_000);
});
