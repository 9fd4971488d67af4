import { stringify } from 'yaml';
import { outputOf, run, written } from '../conformance/support/suite.ts';
import { expect, test } from '../conformance/support/test.ts';
import { servers } from '../staging/servers.ts';
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

test('a target that differs from its deployment file is drift, and fails the run on demand', async () => {
  const server = await servers.strict.start(0);
  const file = written(
    'staging.yaml',
    'contract: 2.0.0\nsettled: by hand\nrefusals:\n  EMAIL-SUBJ-3: { status: 409 }\n',
  );
  const profile = written('profile.yaml', stringify(server.profile));
  const args = ['--target', profile, '--deployment', file, '--output', outputOf(), '--rule', 'EMAIL-SUBJ-3'];
  const plain = await run(args);
  const failing = await run([...args, '--fail-on-drift']).finally(() => server.close());
  expect(plain.stdout).toMatch(/^DRIFT .*staging\.yaml:4 EMAIL-SUBJ-3: status was 409, is 422$/m);
  expect([plain.code, failing.code]).toEqual([0, 1]);
});

test('rules have equal outcomes at a server and at the mock with its deployment file', async () => {
  const rules = ['EMAIL-SUBJ-3', 'EMAIL-ANS-3', 'PAGE-8', 'SIM-25', 'RSV-3'].flatMap((id) => ['--rule', id]);
  const more = [...rules, '--workers', '2'];
  const { judged, differences } = await roundTrip('strict', test.info().outputPath('strict'), { byHand: true, more });
  expect(differences).toEqual([]);
  expect(judged).toBe(5);
});
