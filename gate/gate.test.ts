import { expect, test } from 'vitest';
import { runGate } from './gate.ts';
import { type Context, type Step, type StepName, type StepResult, stepNames } from './step.ts';
import { someContext } from './testing/context.ts';

const passed: StepResult = { outcome: 'passed', summary: 'fine', findings: [] };
const failed: StepResult = { ...passed, outcome: 'failed', summary: 'not fine' };

/** Runs steps with these results. Returns the report and the events in their order. */
async function run(does: Partial<Record<StepName, StepResult | Error>>, context: Context = someContext()) {
  const heard: string[] = [];
  const load = async (name: StepName): Promise<Step> => {
    heard.push(`loaded ${name}`);
    return async (_context, say) => {
      say('half way');
      const result = does[name] ?? passed;
      if (result instanceof Error) throw result;
      return result;
    };
  };
  const listener = {
    started: (name: StepName) => void heard.push(`started ${name}`),
    said: (name: StepName, progress: string) => void heard.push(`${name}: ${progress}`),
    ended: ({ name, outcome }: { name: StepName; outcome: string }) => void heard.push(`${outcome} ${name}`),
  };
  const report = await runGate(Object.keys(does) as StepName[], context, listener, load);
  return { report, heard };
}

test('one step that fails fails the run, and what did not have to run does not', async () => {
  expect((await run({ lint: passed, version: failed, diff: passed })).report.outcome).toBe('failed');
  expect((await run({ lint: failed, diff: passed })).report.outcome).toBe('failed');
  expect((await run({ lint: passed, rules: { ...passed, outcome: 'unchanged' } })).report.outcome).toBe('passed');
  expect((await run({ rules: { ...passed, outcome: 'skipped' } })).report.outcome).toBe('passed');
});

test('the steps stand in the order they were asked for, whichever ended first', async () => {
  const { report, heard } = await run({ conformance: passed, lint: passed, rules: passed, version: passed });
  expect(report.steps.map(({ name }) => name)).toEqual(['conformance', 'lint', 'rules', 'version']);
  expect(heard.filter((line) => line.endsWith(' rules') || line.startsWith('rules'))).toEqual([
    'started rules',
    'loaded rules',
    'rules: half way',
    'passed rules',
  ]);
});

test('steps of this process run one after another, and the others in parallel', async () => {
  const { heard } = await run(Object.fromEntries(stepNames.map((name) => [name, passed])));
  const parallel = ['lint', 'types', 'conformance'];
  const turns = heard.filter((line) => /^(started|passed) /.test(line));
  expect(turns.slice(0, 3)).toEqual(parallel.map((name) => `started ${name}`));
  const alone = ['diff', 'version', 'examples', 'fixtures', 'rules', 'deployments', 'consumers'];
  expect(turns.filter((line) => !parallel.some((name) => line.endsWith(` ${name}`)))).toEqual(
    alone.flatMap((name) => [`started ${name}`, `passed ${name}`]),
  );
});

test('the report says what was compared with what, and what that asks for', async () => {
  const context = someContext({ changes: { verdict: 'breaking', requiredVersion: '3.0.0' } });
  const { report } = await run({ diff: passed }, context);
  expect(report).toMatchObject({
    outcome: 'passed',
    verdict: 'breaking',
    requiredVersion: '3.0.0',
    base: { name: 'main (abc1234)', reason: 'the last release', version: '2.0.0', commit: 'abc1234' },
    revision: { name: 'spec/openapi.yaml', version: '2.0.0' },
    steps: [{ name: 'diff', summary: 'fine', durationMs: expect.any(Number) }],
  });
  expect(Date.parse(report.startedAt)).toBeLessThanOrEqual(Date.now());
  expect((await run({ lint: passed }, context)).report).not.toHaveProperty('verdict');
});

test('of a file only contract steps judge, the others are skipped', async () => {
  const { revision } = someContext();
  const context = someContext({ revision: { ...revision, isWorkingTree: false } });
  const all = { version: passed, lint: passed, examples: passed, types: passed, fixtures: passed, rules: passed };
  const { report, heard } = await run(
    { ...all, deployments: failed, diff: passed, consumers: failed, conformance: failed },
    context,
  );
  expect(report.steps.filter(({ outcome }) => outcome !== 'skipped').map(({ name }) => name)).toEqual([
    'version',
    'lint',
    'diff',
  ]);
  expect(report.steps[2]).toMatchObject({ summary: 'judges the working tree, not a file', findings: [] });
  expect(heard.filter((line) => line.startsWith('loaded'))).toHaveLength(3);
  expect(report.outcome).toBe('passed');
});

test('what a step throws is a finding of it, at the place that the message names', async () => {
  const broken = new Error('spec/rules.yaml:7:3: no rule\n at all');
  const { report } = await run({ rules: broken, lint: new Error('no linter') });
  expect(report.steps).toMatchObject([
    {
      outcome: 'failed',
      summary: 'could not be carried out',
      findings: [
        {
          severity: 'error',
          rule: 'rules-possible',
          message: 'no rule at all',
          place: { file: 'spec/rules.yaml', line: 7, column: 3 },
        },
      ],
    },
    {
      findings: [
        { rule: 'lint-possible', message: 'no linter', place: { file: 'spec/openapi.yaml', line: 1, column: 1 } },
      ],
    },
  ]);
});
