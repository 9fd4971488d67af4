import { outputOf, run, written } from '../conformance/support/suite.ts';
import { expect, test } from '../conformance/support/test.ts';

const deployment = `contract: 2.0.0
settled: by hand
choices:
  pageSizeName: page_size
  keyHeader: X-Idempotency-Key
  emptyUpdate: refused
`;

test('the mock is judged under the names of its deployment, and its notification is read without an empty update', async () => {
  const rules = ['RUN-19', 'EMAIL-IDEM-13', 'SIM-20'].flatMap((id) => ['--rule', id]);
  const file = written('renamed.yaml', deployment);
  const { stdout, stderr } = await run(['--deployment', file, '--output', outputOf(), '--workers', '1', ...rules]);
  expect(stdout, stdout + stderr).toContain('3 rules: 3 pass.');
});
