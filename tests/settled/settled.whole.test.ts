import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { outputOf, run, written } from '../conformance/support/suite.ts';
import { expect, test } from '../conformance/support/test.ts';
import { servers } from '../staging/servers.ts';

const file = readFileSync(new URL('./renamed.yaml', import.meta.url), 'utf8');

test('a changed decision is one line of drift and one difference of the mock, and fails the run on demand', async () => {
  const output = outputOf();
  const server = await servers.renamed.start(0);
  const changed = file.replace('EMAIL-SUBJ-3: { status: 422,', 'EMAIL-SUBJ-3: { status: 409,');
  const rules = ['EMAIL-SUBJ-3', 'EMAIL-IDEM-13', 'PAGE-10', 'RUN-19', 'SIM-20', 'SIM-24', 'RSV-3'];
  const { code, stdout, stderr } = await run([
    ...[
      '--target',
      written('profile.yaml', stringify(server.profile)),
      '--deployment',
      written('staging.yaml', changed),
    ],
    ...[
      '--fidelity',
      '--fail-on-drift',
      '--output',
      output,
      '--workers',
      '1',
      ...rules.flatMap((id) => ['--rule', id]),
    ],
  ]).finally(() => server.close());
  expect(stdout.match(/^DRIFT .*$/gm), stdout + stderr).toEqual([
    expect.stringMatching(/staging\.yaml:\d+ EMAIL-SUBJ-3: status was 409, is 422$/),
  ]);
  expect(readFileSync(`${output}/conformance.md`, 'utf8')).toContain('EMAIL-SUBJ-3: status was 409, is 422');
  const junit = readFileSync(`${output}/conformance.junit.xml`, 'utf8');
  expect(junit).toMatch(/<testsuite name="drift" tests="1" failures="1"[\s\S]*EMAIL-SUBJ-3: status was 409, is 422/);
  expect(stdout).toMatch(/^EMAIL-SUBJ-3: 422 .* at the target, 409 .* at the mock$/m);
  expect(stdout).toContain('6 of 7 rules have equal outcomes and refusals.');
  expect(code).toBe(1);
});
