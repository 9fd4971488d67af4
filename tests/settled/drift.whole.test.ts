import { createMock } from '../../mock/create-mock.ts';
import { outputOf, run, written } from '../conformance/support/suite.ts';
import { expect, test } from '../conformance/support/test.ts';
import { mockAsTarget } from '../servers/mock-as-target.ts';

/** What the target answers now, and what was settled before; the largest page is no matter of the rules that are judged. */
const now = 'contract: 2.0.0\nsettled: now\nchoices:\n  documentTypesLargestSize: 100\n';
const before = `contract: 2.0.0
settled: before
refusals:
  EMAIL-SUBJ-3: { status: 422, code: '20424' }
choices:
  missionRunsPageBeyond: last
  documentTypesLargestSize: 50
`;

test('what is no longer as it was settled is told with its line and rule, and nothing else is', async () => {
  const mock = await createMock({ deployment: written('now.yaml', now) });
  const target = written('target.yaml', { ...mockAsTarget(new URL(mock.url).origin) });
  const file = written('staging.yaml', before);
  const rules = ['EMAIL-SUBJ-3', 'PAGE-12', 'PAGE-5'].flatMap((id) => ['--rule', id]);
  const args = ['--target', target, '--deployment', file, '--output', outputOf(), '--workers', '1', ...rules];
  const { code, stdout, stderr } = await run(args);
  await mock.close();
  const drift = stdout.split('\n').filter((line) => line.startsWith('DRIFT'));
  expect(drift, stdout + stderr).toEqual([
    `DRIFT ${file}:6:3: choices.missionRunsPageBeyond was last, is empty: PAGE-12`,
    `DRIFT ${file}:4:19: refusals.EMAIL-SUBJ-3.status was 422, is 400: EMAIL-SUBJ-3`,
    `DRIFT ${file}:4:32: refusals.EMAIL-SUBJ-3.code was 20424, is 10015: EMAIL-SUBJ-3`,
  ]);
  expect(stdout).toContain('is no longer as it was settled: 3 choices drifted.');
  expect(code).toBe(1);
});
