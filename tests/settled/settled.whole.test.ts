import { outputOf, run, written } from '../conformance/support/suite.ts';
import { expect, test } from '../conformance/support/test.ts';
import { roundTrip } from './round-trip.ts';

const renamed = `contract: 2.0.0
settled: by hand
overlay:
  - { target: "$.paths['/ai/missions/runs'].get.parameters[?@.name=='page[size]']", update: { name: page_size } }
  - { target: $.components.parameters.IdempotencyKey, update: { name: X-Idempotency-Key } }
choices:
  emptyUpdate: refused
`;

test('the suite judges the mock by the names of its deployment file', async () => {
  const rules = ['RUN-19', 'EMAIL-IDEM-13', 'SIM-20'].flatMap((id) => ['--rule', id]);
  const file = written('renamed.yaml', renamed);
  const { stdout, stderr } = await run(['--deployment', file, '--output', outputOf(), '--workers', '1', ...rules]);
  expect(stdout, stdout + stderr).toContain('3 rules: 3 pass.');
});

test('--deployment is refused for a target that the suite does not start', async () => {
  const file = written('renamed.yaml', renamed);
  const { code, stderr } = await run(['--deployment', file], { BASE_URL: 'http://127.0.0.1:9/v2', API_KEY: 'key' });
  expect([code, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining('--deployment changes the mock')]);
});

test('rules have equal outcomes at a server and at the mock with its deployment file', async () => {
  const rules = ['EMAIL-SUBJ-3', 'EMAIL-ANS-3', 'PAGE-8', 'SIM-25', 'RSV-3'].flatMap((id) => ['--rule', id]);
  const { judged, differences } = await roundTrip('strict', test.info().outputPath('strict'), [
    ...rules,
    '--workers',
    '2',
  ]);
  expect(differences).toEqual([]);
  expect(judged).toBe(5);
});
