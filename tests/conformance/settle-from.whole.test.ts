import { readFileSync } from 'node:fs';
import type { Entry, Har } from 'har-format';
import { createMock } from '../../mock/create-mock.ts';
import { outputOf, run, written } from './support/suite.ts';
import { expect, test } from './support/test.ts';

const staging = `contract: 2.0.0
settled: by a test
refusals:
  EMAIL-SUBJ-3: { status: 422, code: '20424', title: No subject }
answers:
  createEmailMessage: { status: 201, members: { /data/events: absent } }
choices:
  holdMinutes: 10
  nullScheduledAt: now
`;

const email = { from: 'shop@example.com', to: ['ada@example.com'], subject: 'Hello' };

/** What a mock that answers as a deployment was asked, as a HAR. */
async function traffic(): Promise<Har> {
  const mock = await createMock({ deployment: written('staging.yaml', staging) });
  const post = (path: string, body: object) =>
    mock.fetch(mock.url + path, {
      method: 'POST',
      headers: { Authorization: 'Bearer key_primary', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const soon = new Date(Date.now() + 60_000).toISOString();
  await post('/number_reservations', { phone_numbers: [{ phone_number: '+13125550101' }] });
  await post('/email_messages', email);
  await post('/email_messages', { ...email, subject: undefined });
  await post('/email_messages', { ...email, scheduled_at: null, send_at: soon });
  await post('/email_messages', { ...email, scheduled_at: soon });
  await post('/email_messages', { ...email, cc: email.to });
  const har = await (await mock.fetch('/__admin/requests.har')).json();
  await mock.close();
  return har as Har;
}

/** The same as a browser exports it a year later: no credentials, other sites, questions in advance, what was cancelled. */
function asOfABrowser({ log }: Har): Har {
  const [first] = log.entries as [Entry];
  const anotherYear = (time: string) => time.replaceAll(/20\d\d(?=-\d\d-\d\d)/g, (year) => String(Number(year) - 1));
  const entries = log.entries.map((entry) => {
    const text = JSON.stringify(entry).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, anotherYear);
    const { request, ...others } = JSON.parse(text) as Entry;
    const headers = request.headers.filter(({ name }) => name !== 'authorization');
    return { ...others, request: { ...request, headers } };
  });
  const others = [
    { ...first, request: { ...first.request, url: 'https://fonts.example.com/a.woff2', method: 'GET' } },
    { ...first, request: { ...first.request, method: 'OPTIONS' }, response: { ...first.response, status: 204 } },
    { ...first, response: { ...first.response, status: 0 } },
    { ...first, request: { ...first.request, url: 'http://[::/v2/email_messages' } },
  ];
  return { log: { ...log, entries: [...others, ...entries] } };
}

/** What the suite says of traffic, and the file that it settles. */
async function settle(har: Har, ...more: string[]): Promise<{ stdout: string; file: string }> {
  const path = outputOf('settled.yaml');
  const { code, stdout, stderr } = await run([
    ...['--settle-from', written('traffic.har', har), '--settle', path],
    ...more,
  ]);
  expect(code, stderr).toBe(0);
  return { stdout, file: readFileSync(path, 'utf8') };
}

test.describe('what a browser exported', () => {
  let stdout: string;
  let file: string;
  test.beforeAll(async () => {
    const har = asOfABrowser(await traffic());
    const [, , , , ...own] = har.log.entries;
    // Some have lost their credentials, and some keep what a person has hidden over them.
    const hidden = own.filter((_, index) => index % 2 === 0);
    for (const { request } of hidden) request.headers.push({ name: 'authorization', value: 'Bearer sk_r\u2026' });
    const refused = own.at(-1) as Entry;
    expect(refused.response.status).toBe(400);
    refused.response.status = 422;
    ({ stdout, file } = await settle(har));
  });

  test('settles what it shows, however old it is', () => {
    expect(file).toContain("  '20424': No subject\n");
    expect(file).toContain("  EMAIL-SUBJ-3: { status: 422, code: '20424' }\n");
    expect(file).toContain('createEmailMessage: { status: 201');
    expect(file).toContain('holdMinutes: 10');
    expect(file).toContain('nullScheduledAt: now');
    expect(file).toContain('choices.keyCase, reason: was not seen');
  });

  test('loses a header that can not be sent, and not its exchange; what is left out is counted', () => {
    expect(stdout).toMatch(
      /from 6 of 10 exchanges; 1 left out: not with \S+; 1 left out: asked in advance by a browser; 1 left out: not all/,
    );
    const today = new Date().toISOString().slice(0, 10);
    expect(file).toContain(`${today}, 6 of 10 exchanges of traffic.har with http`);
  });

  test('settles nothing that breaks the source, unless that is asked for', () => {
    expect(file).not.toContain('breaks');
  });

  test('is settled in stages, each told as it begins', () => {
    const [first, ...others] = [...stdout.matchAll(/^settling: (.*)$/gm)].map(([, stage]) => stage);
    expect([first, others[0], others.at(-1)]).toEqual([
      'what it chose',
      'how its answers are told',
      'how far our mock is like it then',
    ]);
  });
});

const [deep, wide] = ['['.repeat(200_000) + ']'.repeat(200_000), `[${'{},'.repeat(1_000_000)}{}]`];
for (const [what, text] of Object.entries({ 'without a ground': deep, 'of a million values': wide })) {
  test(`an answer ${what} is left out`, async () => {
    const request = { method: 'GET', url: 'http://127.0.0.1/v2/dir/document_types', headers: [] };
    const entry = { request, response: { status: 200, headers: [], content: { text } } };
    const har = written('hostile.har', { log: { entries: [entry] } });
    const { code, stderr } = await run(['--settle-from', har, '--settle', outputOf('hostile.yaml')]);
    expect(code, stderr).toBe(2);
    expect(stderr.trim()).toMatch(/^conformance: .*: has no exchange with \S+ whose answer is there$/);
  });
}

test('what breaks the source is settled on demand, marked, and the mock then breaks it too', async () => {
  const har = await traffic();
  const refused = har.log.entries.at(-1) as Entry;
  expect(refused.response.status).toBe(400);
  refused.response.status = 422;
  const { file } = await settle(har, '--settle-failures');
  expect(file).toMatch(/EMAIL-RCPT-2: \{ status: 422.*breaks: \[ EMAIL-RCPT-2 \]/);
  const mock = await createMock({ deployment: written('failing.yaml', file) });
  const answer = await mock.fetch(`${mock.url}/email_messages`, {
    method: 'POST',
    headers: { Authorization: 'Bearer key_primary', 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...email, cc: email.to }),
  });
  await mock.close();
  expect(answer.status).toBe(422);
});
