import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Exchange } from '../suite/outcome/verdict.ts';
import { repeatScript } from './repeat.ts';
import type { Report, RuleReport } from './report.ts';

const exchange = (change: Partial<Exchange>): Exchange => ({
  sentAt: '2026-11-22T10:00:00.000Z',
  tookMs: 5,
  method: 'POST',
  url: 'http://a.example/v2/m',
  requestHeaders: [['Authorization', 'Bearer $API_KEY']],
  status: 200,
  headers: [],
  curl: 'curl',
  ...change,
});

/** The command lines of curl when a shell runs the script; each answer has a new id. */
function commandsOf(exchanges: Exchange[]): string[] {
  const rule = {
    id: 'A-1',
    statement: 's',
    outcome: 'fail',
    cases: [{ title: 't', outcome: 'fail', exchanges, judged: 0 }],
  };
  const script = repeatScript(
    { target: { name: 't' }, startedAt: 'now', runId: 'run0123456' } as Report,
    rule as unknown as RuleReport,
  );
  const directory = mkdtempSync(join(tmpdir(), 'repeat-'));
  try {
    const log = join(directory, 'log');
    const curl = `#!/bin/sh\nprintf '%s\\n' "$*" >> ${log}\necho '{"data":{"id":"id-of-today"},"ID":"mail-of-today"}'\n`;
    writeFileSync(join(directory, 'curl'), curl, { mode: 0o755 });
    writeFileSync(log, '');
    const env = { PATH: `${directory}:${process.env.PATH}`, API_KEY: 'the-key', RUN: 'today' };
    expect(spawnSync('sh', ['-c', script ?? ''], { env, encoding: 'utf8' }).stderr).toBe('');
    return execFileSync('cat', [log], { encoding: 'utf8' }).trim().split('\n');
  } finally {
    rmSync(directory, { recursive: true });
  }
}

test('requests are repeated under new names, with the ids of the new answers', () => {
  const first = exchange({
    requestBody: `{"subject":"it's run0123456 and \`more\`"}`,
    body: '{"data":{"id":"id-of-yesterday"}}',
  });
  const second = exchange({
    sentAt: '2026-11-22T10:00:01.000Z',
    method: 'GET',
    url: 'http://a.example/v2/m/id-of-yesterday',
  });
  const [one, two] = commandsOf([first, second]);
  expect(one).toContain(`--data-raw {"subject":"it's today and \`more\`"} http://a.example/v2/m`);
  expect(one).toContain('Authorization: Bearer the-key');
  expect(two).toMatch(/http:\/\/a\.example\/v2\/m\/id-of-today$/);
});

test('the name of the run in capitals is replaced in capitals', () => {
  const [line] = commandsOf([exchange({ requestBody: 'run0123456 RUN0123456' })]);
  expect(line).toContain('today TODAY');
});

test('text of an exchange is never run by the shell', () => {
  const nasty = `$(touch x) \`touch x\` \${A:-$(touch x)} "; touch x; \\`;
  const [line] = commandsOf([exchange({ requestBody: `run0123456 ${nasty}` })]);
  expect(line).toContain(`today ${nasty}`);
});

test('a mail is searched for by the name of the run in its subject', () => {
  const { curl: _, ...mail } = exchange({
    method: 'GET',
    url: 'http://outbox.example/api/v1/message/8/raw',
    body: 'From: a@b.example\r\nTo: to.run0123456-2@b.example\r\nSubject: About run0123456-1\r\n\r\nrun0123456-3',
  });
  const lines = commandsOf([exchange({}), mail]).join('\n');
  expect(lines).toContain('http://outbox.example/api/v1/search?query=%22today-1%22');
  expect(lines).toContain('http://outbox.example/api/v1/message/mail-of-today/raw');
});

test('concurrent requests are sent concurrently', () => {
  const script = repeatScript(
    { target: { name: 't' }, startedAt: 'now' } as Report,
    {
      id: 'A-1',
      statement: 's',
      outcome: 'fail',
      cases: [
        {
          title: 't',
          outcome: 'fail',
          exchanges: [exchange({ tookMs: 50 }), exchange({}), exchange({ sentAt: '2026-11-22T10:00:01.000Z' })],
        },
      ],
    } as unknown as RuleReport,
  );
  expect(script?.match(/ &$/gm)).toHaveLength(2);
  expect(script?.match(/^wait$/gm)).toHaveLength(1);
});
