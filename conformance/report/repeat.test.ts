import { expect, test } from 'vitest';
import type { Exchange } from '../suite/outcome/verdict.ts';
import { repeatScript } from './repeat.ts';
import type { CaseReport, Report, RuleReport } from './report.ts';

const exchange = (change: Partial<Exchange>): Exchange => ({
  sentAt: '2026-11-22T10:00:00.000Z',
  method: 'POST',
  url: 'http://a.example/v2/m',
  requestHeaders: [],
  status: 200,
  headers: [],
  curl: 'curl',
  ...change,
});

/** The lines of the script for a rule with the outcome ERROR in these cases. */
function scriptOf(...cases: Partial<CaseReport>[]): string[] {
  const all = cases.map((one) => ({ title: 't', outcome: 'error', durationMs: 1, ...one }));
  const rule = { id: 'A-1', statement: 's', outcome: 'error', cases: all } as RuleReport;
  const report = { target: { name: 't' }, startedAt: 'now', runId: 'run0123456' } as Report;
  return (repeatScript(report, rule) ?? '').split('\n');
}

const mails: [what: string, head: string, word: string | undefined][] = [
  ['its subject', 'To: run0123456@b.example\nSubject: About run0123456-1 and more', 'RUN-1'],
  ['its recipient', 'To: A <to.run0123456@b.example>\r\nSubject: About nothing', 'to.RUN@b.example'],
  ['nothing but its body', 'To: a@b.example\nSubject: About nothing', undefined],
];
for (const [what, head, word] of mails) {
  test(`a mail with a word of the run in ${what} is ${word ? 'awaited by that' : 'only mentioned'}`, () => {
    const { curl: _, ...mail } = exchange({
      method: 'GET',
      url: 'http://outbox.example/of/api/v1/message/8/raw',
      body: `${head}${head.includes('\r') ? '\r\n\r\n' : '\n\n'}Subject: run0123456-3`,
    });
    const lines = scriptOf({ exchanges: [exchange({}), mail] });
    const awaited = word
      ? [`echo 2; new_mail 'http://outbox.example/of/' "${word.replace('RUN', `$${'{RUN}'}`)}"; echo`]
      : [];
    expect(lines.filter((line) => line.startsWith('echo 2'))).toEqual(awaited);
    expect(lines).toContain(`# 2 of 2, a mail was read at ${mail.url}`);
    expect(lines.includes('new_mail() {')).toBe(word !== undefined);
  });
}

test('an id is read from its answer once, where a later request uses it', () => {
  const url = 'http://a.example/v2/m/id-of-yesterday';
  const body = '{"data":{"id":"id-of-yesterday"}}';
  const idLines = (...exchanges: Exchange[]) => scriptOf({ exchanges }).filter((line) => /^ID_\d+=/.test(line));
  const at = (second: number, change: Partial<Exchange>) =>
    exchange({ sentAt: `2026-11-22T10:00:0${second}.000Z`, ...change });
  expect(idLines(at(1, { url, body }), at(2, {}))).toEqual([]);
  expect(idLines(at(1, { body }), at(2, { requestBody: body }))).toHaveLength(1);
  const short = (id: string) => [at(1, { body: `{"data":{"id":"${id}"}}` }), at(2, { url: `http://a.example/${id}` })];
  expect(['id-12345', 'id-1234'].map((id) => idLines(...short(id)).length)).toEqual([1, 0]);
  expect(idLines(at(1, { body }), at(2, { url, body }), at(3, { url }))).toEqual([
    expect.stringMatching(/^ID_1=.*"\$answers\/1"/),
  ]);
});

test('the name of the run and the ids of its answers are replaced in addresses, headers and bodies', () => {
  const made = exchange({ sentAt: '2026-11-22T10:00:01.000Z', body: '{"data":{"id":"id-of-yesterday"}}' });
  const asked = exchange({
    sentAt: '2026-11-22T10:00:02.000Z',
    url: 'http://a.example/v2/m/id-of-yesterday?q=run0123456',
    requestHeaders: [
      ['Idempotency-Key', 'run0123456-1'],
      ['If-Match', 'id-of-yesterday RUN0123456'],
    ],
    requestBody: '{"a":"run0123456-2 RUN0123456","b":"id-of-yesterday","c":"id-of-yesterday run0123456 RUN0123456"}',
  });
  const line = scriptOf({ exchanges: [made, asked] }).find((one) => one.startsWith('echo 2;'));
  const named = line?.replaceAll(/\$\{(\w+)\}/g, '[$1]');
  for (const part of [
    '/m/[ID_1]?q=[RUN]',
    'Idempotency-Key: [RUN]-1',
    'If-Match: [ID_1] [UPPER_RUN]',
    '{\\"a\\":\\"[RUN]-2 [UPPER_RUN]\\",\\"b\\":\\"[ID_1]\\",\\"c\\":\\"[ID_1] [RUN] [UPPER_RUN]\\"}',
  ])
    expect(named).toContain(part);
});
