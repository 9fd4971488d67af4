import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Deployment } from '../../spec/deployment/deployment.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { loadRegister } from '../../spec/register.ts';
import { ownPath } from '../../spec/testing/own-path.ts';
import { printedBy } from '../../spec/testing/printed.ts';
import { type Report, reportName } from '../report/report.ts';
import { assembled } from '../report/testing.ts';
import type { Outcome } from '../suite/outcome/outcome.ts';
import type { NotedExchange } from '../suite/run/noted-exchanges.ts';
import type { Prepared } from '../suite/run/prepare.ts';
import { type Profile, readProfile } from '../suite/target/profile.ts';
import { redactorFor } from '../suite/target/target.ts';
import type { Counterpart } from './asked/counterpart.ts';
import type { Pair } from './asked/pair.ts';
import { conclude } from './run.ts';

/** A refusal by the target for an empty subject. */
function refusal(code: string): NotedExchange {
  const request = { method: 'POST', url: 'http://target/v2/email_messages', headers: [] };
  const text = JSON.stringify({
    errors: [{ code, title: 'No subject', detail: 'no', source: { pointer: '/subject' } }],
  });
  const about = { case: 'a case', rules: ['EMAIL-SUBJ-3' as RuleId], operation: 'createEmailMessage' as const };
  return { ...about, request, at: 0, status: 422, headers: [], text, broken: [] };
}

/** A mock that refuses as its deployment says. */
const repeat: Counterpart['repeat'] = async (exchanges, says, as = says) =>
  exchanges.map((one): Pair => {
    const { status = 400, code = '10015' } = as?.refusals?.['EMAIL-SUBJ-3'] ?? {};
    const errors = [{ code, title: as?.titles?.[code] ?? 'Invalid', detail: 'no', source: { pointer: '/subject' } }];
    return { seen: one, ours: { status, text: JSON.stringify({ errors }), rules: ['EMAIL-SUBJ-3'] } };
  });

const address = 'http://me:a-password@target/v2';

/** What is made of a run of these cases whose target refused so, what is written and said, and which mocks were asked. */
async function concluded(
  code: string,
  options: Parameters<typeof conclude>[1],
  rules: Partial<Record<RuleId, Outcome>>,
) {
  const [dir, output, file] = [ownPath('run'), ownPath('reports'), ownPath('profile.yaml')];
  for (const folder of [dir, output]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(dir, 'exchanges-0.ndjson'), `${JSON.stringify(refusal(code))}\n`);
  writeFileSync(file, JSON.stringify({ baseUrl: address, accounts: { primary: { apiKey: 'a-key' } } }));
  const verdicts = Object.entries(rules).map(([rule, outcome]) => ({ rule: rule as RuleId, outcome }));
  const register = ['EMAIL-SUBJ-3', 'EMAIL-SAND-3'].flatMap((id) => loadRegister().get(id as RuleId) ?? []);
  const cases = [{ title: 'a case', verdicts, mismatches: [], durationMs: 1 }];
  const report = assembled({ register, cases, partial: true });
  writeFileSync(join(output, reportName), JSON.stringify(report));
  const target = { name: 'staging', baseUrl: address, redactor: redactorFor(readProfile(file)) };
  const run = { dir, profile: file, startedAt: '2026-11-22T23:59:59.000Z', seed: 7 };
  const started: unknown[] = [];
  const start = async ({ baseUrl }: Profile, ...more: (string | undefined)[]) => {
    started.push([baseUrl, ...more]);
    return { repeat, stop: async () => {} } as unknown as Counterpart;
  };
  const task = () => conclude({ run, target } as unknown as Prepared, options, output, start);
  const { value, stdout } = await printedBy(task);
  const { deployment, ...written } = JSON.parse(readFileSync(join(output, reportName), 'utf8')) as Report;
  expect(written).toEqual(JSON.parse(JSON.stringify(report)));
  const lines = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('settling'));
  return { code: value, lines, deployment, started };
}

test('what a target chose is written into a file, and then it has drifted from that where a run judges what shows it', async () => {
  const file = ownPath('staging.yaml');
  const written = await concluded('20424', { settle: file }, { 'EMAIL-SUBJ-3': 'pass', 'EMAIL-SAND-3': 'warn' });
  const { settled, otherwise, unsettled, refusals, titles } = parse(readFileSync(file, 'utf8')) as Deployment;
  expect({ settled, otherwise, refusals, titles }).toEqual({
    settled: '2026-11-22, staging at http://$URL_LOGIN@target/v2, suite 0.1.0, seed 7',
    otherwise: ['EMAIL-SAND-3'],
    refusals: {
      'EMAIL-SUBJ-3': { status: 422, code: '20424' },
      'ERR-1': { body: 'full', detail: true, pointer: 'exact' },
    },
    titles: { '20424': 'No subject' },
  });
  expect(written).toEqual({
    code: 0,
    lines: [
      `${file}: written, 10 entries settled, ${unsettled.length} not`,
      'fidelity: 100 % (1 of 1 answers would be alike)',
    ],
    deployment: { fidelity: { alike: 1, of: 1 }, differs: [], drift: [] },
    started: [[address]],
  });
  const differs = 'EMAIL-SUBJ-3: code "20425", the mock "20424"';
  const drifted = await concluded('20425', { deployment: file }, { 'EMAIL-SUBJ-3': 'pass' });
  const drift = [expect.stringContaining('refusals.EMAIL-SUBJ-3.code was 20424, is 20425: EMAIL-SUBJ-3')];
  const found = { fidelity: { alike: 0, of: 1 }, differs: [{ what: differs, times: 1 }] };
  const told = ['fidelity: 0 % (0 of 1 answers would be alike)', `  ${differs}; see refusals.EMAIL-SUBJ-3`];
  expect(drifted).toEqual({
    code: 1,
    lines: [
      expect.stringMatching(`^DRIFT ${file}:\\d+:\\d+: refusals.EMAIL-SUBJ-3.code`),
      ...told,
      expect.stringContaining('is no longer as it was settled'),
    ],
    deployment: { ...found, drift },
    started: [[address], [address, file]],
  });
  expect(await concluded('20425', { deployment: file }, { 'EMAIL-SAND-3': 'warn' })).toEqual({
    ...drifted,
    ...{ code: 0, lines: told, deployment: { ...found, drift: [] } },
  });
});
