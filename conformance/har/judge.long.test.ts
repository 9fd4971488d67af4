import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { reportRecorded } from './judge.ts';

const folder = mkdtempSync(join(tmpdir(), 'har-'));
afterAll(() => rmSync(folder, { recursive: true }));
const baseUrl = 'https://api.example.com/v2';
const startedDateTime = '2026-11-28T05:00:00.000Z';
const id = '11111111-1111-4111-8111-111111111111';
const time = '2026-11-28T05:00:00Z';
const run = { run_id: id, mission_id: id, status: 'running', started_at: time, updated_at: time };
const page = (item: object) => ({
  data: [item],
  meta: { total_pages: 1, total_results: 1, page_number: 1, page_size: 1 },
});

/** A recorded reading of mission runs; the content may be any. */
function entry(content: object, { url = `${baseUrl}/ai/missions/runs`, status = 200, headers = [] as object[] } = {}) {
  const authorization = { name: 'Authorization', value: 'Bearer secret-of-the-recording' };
  const type = { name: 'Content-Type', value: 'application/json' };
  const request = { method: 'GET', url, headers: [authorization] };
  return {
    startedDateTime,
    time: 7,
    request,
    response: { status, headers: [type, ...headers], content, bodySize: -1 },
  };
}
const text = (body: unknown) => ({ text: JSON.stringify(body) });

/** Writes entries as an archive, and judges it. */
async function judgeRecorded(...entries: object[]) {
  const file = join(folder, 'traffic.har');
  writeFileSync(file, JSON.stringify({ log: { entries } }));
  const report = await reportRecorded({ files: [file], baseUrl, selection: { rules: [], quick: false } });
  return { report, ruleOf: (rule: string) => report.rules.find((judged) => judged.id === rule) };
}

test('conforming traffic passes the rules that it shows, and no other rule is judged', async () => {
  const { report, ruleOf } = await judgeRecorded(entry(text(page(run))), entry(text(page(run))));
  expect(report.verdict).toBe('partial');
  expect(ruleOf('RUN-4')).toMatchObject({ outcome: 'pass', cases: [{ note: 'held in 2 answers' }] });
  expect([ruleOf('SIM-3')?.outcome, ruleOf('EMAIL-IDEM-11')?.outcome]).toEqual(['notApplicable', 'notApplicable']);
});

test('a broken rule names each exchange by its place in the archive and its time', async () => {
  const { report, ruleOf } = await judgeRecorded(entry(text(page(run))), entry(text(page({ ...run, mission_id: 7 }))));
  expect(report.verdict).toBe('nonConformant');
  expect(ruleOf('RUN-4')).toMatchObject({ outcome: 'fail' });
  expect(ruleOf('RUN-4')?.cases[0]?.note).toMatch(/traffic\.har#2 at 2026-11-28T05:00:00\.000Z/);
});

test('an exchange without recorded request headers is judged', async () => {
  const { request, ...others } = entry(text(page({ ...run, mission_id: 7 })));
  const { ruleOf } = await judgeRecorded({ ...others, request: { method: request.method, url: request.url } });
  expect(ruleOf('RUN-4')?.outcome).toBe('fail');
});

test('an exchange without an answer, a time or the sent body raises no alarm', async () => {
  const numbers = {
    record_type: 'number_reservation',
    status: 'pending',
    phone_numbers: [{ phone_number: '+13125550001' }],
  };
  const { request, ...reservation } = entry(text({ data: numbers }), { url: `${baseUrl}/number_reservations` });
  const { report, ruleOf } = await judgeRecorded(
    { ...reservation, startedDateTime: '', request: { ...request, method: 'POST' } },
    { ...entry({}), response: undefined },
    entry({}, { status: -1 }),
    { ...entry({}), response: { ...entry({ text: '{"data":[' }).response, _error: 'net::ERR_CONNECTION_RESET' } },
  );
  expect(report.learned?.recorded).toBe('Judged 1 recorded exchange; left out 3 (no answer).');
  expect(ruleOf('RSV-9')?.outcome).toBe('notApplicable');
});

test('a body in base64 is judged, also when it is compressed', async () => {
  const bytes = gzipSync(JSON.stringify(page({ ...run, mission_id: 7 })));
  const content = { text: bytes.toString('base64'), encoding: 'base64' };
  const { ruleOf } = await judgeRecorded(entry(content, { headers: [{ name: 'Content-Encoding', value: 'gzip' }] }));
  expect(ruleOf('RUN-4')?.outcome).toBe('fail');
});

test('the type of a body and a list of the query replace headers and a query that are not recorded', async () => {
  const { request, response, ...others } = entry({ ...text(page(run)), mimeType: 'application/json' });
  const second = { ...page(run), meta: { ...page(run).meta, page_number: 2 } };
  const { report } = await judgeRecorded(
    { ...others, request, response: { ...response, headers: [] } },
    { ...entry(text(second)), request: { ...request, queryString: [{ name: 'page[number]', value: '2' }] } },
  );
  expect(report.rules.flatMap(({ id, outcome }) => (outcome === 'fail' ? [id] : []))).toEqual([]);
  expect(report.learned?.recorded).toBe('Judged 2 recorded exchanges.');
});

test('other addresses, gateways and bodies that are missing or cut off are counted and not judged', async () => {
  const { report } = await judgeRecorded(
    entry(text(page(run))),
    entry(text({}), { url: 'https://other.example.com/v2/ai/missions/runs' }),
    entry({ text: '<html>Bad gateway</html>' }, { status: 502 }),
    entry({ size: 300 }),
    entry({ size: 0, text: '' }),
    entry({ text: '{"data":[', size: 300 }),
    entry({ text: '{"data":[' }, { headers: [{ name: 'content-length', value: '300' }] }),
    entry(text({ message: 'API rate limit exceeded' }), { status: 429 }),
    entry(text({}), { url: '127.0.0.1:443' }),
  );
  expect(report.verdict).toBe('partial');
  expect(report.learned?.recorded).toMatch(/^Judged 1 .*2 \(other address\).*2 \(not answered.*4 \(body missing/);
});

test('credentials of the recording are in no report, and replace nothing that is judged', async () => {
  const { report } = await judgeRecorded(
    entry(text(page({ ...run, error: 'of secret-of-the-recording', mission_id: 7 })), {
      url: `${baseUrl}/ai/missions/runs?access_token=secret-in-the-query`,
      headers: [
        { name: 'Set-Cookie', value: 'a=b; Domain=example.com\nsession=secret-of-the-session; seen=true' },
        { name: 'Location', value: 'https://example.com/?code=1#id_token=secret-of-the-redirect' },
      ],
    }),
    entry(text(page({ ...run, input: { flag: true }, error: 'of secret-of-the-session' }))),
  );
  expect(JSON.stringify(report)).not.toContain('secret-');
  expect(report.target.baseUrl).toBe(baseUrl);
  expect(report.rules.flatMap(({ id, outcome }) => (outcome === 'fail' ? [id] : []))).toEqual(['RUN-4']);
});

const broken = { 'cut off': '{"log":{"entries":[{"request":', 'no archive': '{"a":1}', 'no JSON': 'hello' };
test.each(Object.entries(broken))('a %s file is refused with its name', async (_, content) => {
  const file = join(folder, 'broken.har');
  writeFileSync(file, content);
  const judging = reportRecorded({ files: [file], baseUrl, selection: { rules: [], quick: false } });
  await expect(judging).rejects.toThrow(/^[^\n]*broken\.har: [^\n]*$/);
});
