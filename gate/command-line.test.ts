import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ownPath } from '../spec/testing/own-path.ts';
import { printedBy } from '../spec/testing/printed.ts';
import { main } from './command-line.ts';
import type { GateReport } from './report/report.ts';
import type { Context, StepName } from './step.ts';
import { stepNames } from './step.ts';
import { someContext, someEdition } from './testing/context.ts';
import { someChange } from './testing/report.ts';

const accepted = { rule: 'request-property-removed', pointer: '/p', reason: 'nobody sent one', owner: 'ann' };

interface Given {
  context?: Context;
  /** The context of a comparison with the last release. */
  sinceRelease?: Context;
  release?: string;
  failing?: StepName;
}

/** What a command line came to in a project in a directory of the test, and what was asked of git and the steps. */
async function run(args: string[], { context = someContext(), sinceRelease, release, failing }: Given = {}) {
  const root = ownPath('project');
  mkdirSync(resolve(root, 'spec'), { recursive: true });
  const asked: unknown[] = [];
  const ran: StepName[] = [];
  const output = resolve(root, 'reports');
  const { value, stdout, stderr } = await printedBy(() =>
    main(args.includes('--output') ? args : [...args, '--output', output], {
      root,
      createContext(request) {
        asked.push(request);
        const found = sinceRelease && asked.length > 1 ? sinceRelease : context;
        return { ...found, quick: request.quick, output: request.output };
      },
      loadStep: async (name) => async () => {
        ran.push(name);
        return { outcome: name === failing ? 'failed' : 'passed', summary: '', findings: [] };
      },
      lastRelease: () => release,
    }),
  );
  return { code: value, stdout, stderr, asked, ran, root, output };
}

test('every step runs, and the change may land', async () => {
  const { code, stdout, ran, asked, output } = await run([]);
  expect([code, [...ran].sort()]).toEqual([0, [...stepNames].sort()]);
  expect(stdout).toMatch(/^spec\/openapi\.yaml \(2\.0\.0\) against main \(abc1234\) \(2\.0\.0\), the last release\n\n/);
  expect(stdout).toMatch(/\nThis change may land\.\n/);
  expect(asked).toEqual([{ quick: false, output }]);
  const names = ['gate.json', 'gate.junit.xml', 'gate.md', 'gate.sarif'];
  for (const name of names) expect(existsSync(resolve(output, name)), name).toBe(true);
  const seen = names.map((name) => relative(process.cwd(), resolve(output, name)));
  expect(stdout).toContain(`\nWritten: ${seen.join(', ')}\n`);
});

test('the line of what is compared stays one line for any name of a base', async () => {
  const { base } = someContext();
  const { stdout } = await run(['--only', 'lint'], { context: someContext({ base: { ...base, name: 'a\n  b' } }) });
  expect(stdout).toMatch(/^spec\/openapi\.yaml \(2\.0\.0\) against a b \(2\.0\.0\), the last release\n\n/);
});

test('a step that fails keeps the change from landing: exit code 1', async () => {
  const { code, stdout } = await run([], { failing: 'rules' });
  expect(code).toBe(1);
  expect(stdout).toContain('This change may not land yet: rules failed.');
});

test('--only takes steps with commas and again, in the order of the gate', async () => {
  const steps = async (...args: string[]) => {
    const { output } = await run(args);
    const report = JSON.parse(readFileSync(resolve(output, 'gate.json'), 'utf8')) as GateReport;
    return report.steps.map(({ name }) => name);
  };
  expect(await steps('--only', 'diff,version')).toEqual(['version', 'diff']);
  expect(await steps('--only', 'diff', '--only', ' rules , version')).toEqual(['version', 'rules', 'diff']);
});

test('what to compare, how thoroughly and where reports go reaches the context', async () => {
  const args = ['--base', 'v1', '--revision', 'other.yaml', '--quick', '--output', 'elsewhere', '--next-version'];
  const { asked } = await run(args);
  expect(asked).toEqual([{ base: 'v1', revision: 'other.yaml', quick: true, output: resolve('elsewhere') }]);
});

test('--json writes what the comparison found, as other tools read it', async () => {
  const change = someChange({
    accepted,
    landed: accepted,
    basePlace: { file: 'a', line: 1, column: 1 },
    example: { base: 'valid' } as never,
  });
  const context = someContext({ changes: { verdict: 'breaking', requiredVersion: '3.0.0', changes: [change] } });
  const file = ownPath('found.json');
  await run(['--only', 'diff', '--json', file], { context });
  const { name: _name, place: _place, basePlace: _basePlace, landed: _landed, ...bare } = change;
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    verdict: 'breaking',
    changes: [bare],
    requiredVersion: '3.0.0',
  });
});

test('--next-version prints the version that the changes ask for, and runs no step', async () => {
  const context = someContext({ changes: { requiredVersion: '2.1.0' } });
  expect(await run(['--next-version'], { context })).toMatchObject({ code: 0, stdout: '2.1.0\n', ran: [] });
});

test('--rules prints the rules of the comparison, and looks at no contract', async () => {
  const { code, stdout, asked, ran } = await run(['--rules']);
  expect([code, asked, ran]).toEqual([0, [], []]);
  expect(stdout).toMatch(/^id \| direction \| level \| version \| meaning/);
});

test('--help is no error', async () => {
  const { code, stdout } = await run(['--help']);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot('golden/help.txt');
});

describe('--changelog', () => {
  const written = async (now: string, requiredVersion: string, changes = [someChange({ accepted })]) => {
    const { revision } = someContext();
    const context = someContext({
      revision: { ...revision, ...someEdition(now) },
      changes: { requiredVersion, changes },
    });
    const { code, stdout, root, ran } = await run(['--changelog'], { context });
    expect([code, ran]).toEqual([0, []]);
    const file = resolve(root, 'CHANGELOG.md');
    return { stdout, text: existsSync(file) ? readFileSync(file, 'utf8') : undefined };
  };

  test('writes an entry of the version that the document says, or has to say', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const raised = await written('3.1.0', '3.0.0');
    expect(raised.stdout).toBe('CHANGELOG.md: the entry of 3.1.0 is written\n');
    expect(raised.text).toContain(`## 3.1.0 (${today})`);
    expect(raised.text).toContain('Why: nobody sent one');
    expect((await written('3.0.0', '3.0.0')).stdout).toContain('the entry of 3.0.0 is');
    expect((await written('3.10.0', '3.9.0')).stdout).toContain('the entry of 3.10.0 is');
    expect((await written('2.0.0', '3.0.0')).stdout).toContain('the entry of 3.0.0 is');
    expect((await written('three', '4.0.0')).stdout).toContain('the entry of 4.0.0 is');
  });

  test('keeps what is there', async () => {
    const file = ownPath('project/CHANGELOG.md');
    mkdirSync(ownPath('project'), { recursive: true });
    writeFileSync(file, '# Ours\n\n## 1.0.0\n\nFirst.\n');
    expect((await written('3.0.0', '3.0.0')).text).toMatch(/^# Ours\n[\s\S]*## 3\.0\.0[\s\S]*## 1\.0\.0\n\nFirst\.\n$/);
  });

  test('writes nothing where nothing changes', async () => {
    const { stdout, text } = await written('2.0.0', '2.0.0', []);
    expect(stdout).toBe('Nothing changes for clients, so there is no entry to write.\n');
    expect(text).toBeUndefined();
  });
});

describe('--prune', () => {
  const entry = (pointer: string, rule = 'request-property-removed') =>
    `  - rule: ${rule}\n    pointer: ${pointer}\n    reason: nobody sent one\n    owner: ann\n`;
  const file = (...entries: string[]) => `# Wanted.\nchanges:\n${entries.join('')}`;
  const pruned = async (today: string, before: string, given: Given = {}) => {
    const context = someContext({ accepted: { today, before, knowsBefore: true } });
    const { code, stdout, root, asked, ran } = await run(['--prune'], { context, ...given });
    expect([code, ran]).toEqual([0, []]);
    const path = resolve(root, 'spec/accepted-changes.yaml');
    return { stdout, asked, text: existsSync(path) ? readFileSync(path, 'utf8') : undefined };
  };

  test('removes the entries of earlier changes', async () => {
    const { stdout, text, asked } = await pruned(file(entry('/a'), entry('/b')), file(entry('/a')));
    expect(stdout).toBe('spec/accepted-changes.yaml: 1 entry of earlier changes removed\n');
    expect(text).toBe(file(entry('/b')));
    expect(asked).toHaveLength(1);
  });

  test('leaves the file alone when there is none', async () => {
    const { stdout, text } = await pruned(file(entry('/a')), 'changes: []\n');
    expect(stdout).toBe('spec/accepted-changes.yaml: 0 entries of earlier changes removed\n');
    expect(text).toBeUndefined();
  });

  test('keeps those that the comparison with the last release needs', async () => {
    const all = file(
      entry('/a'),
      entry('/b'),
      entry('/consumers/shop', 'consumer-calls'),
      entry('/consumers/old', 'consumer-calls'),
      entry('/consumers/older', 'consumer-calls'),
      entry('/c'),
    );
    const released = file(entry('/consumers/old', 'consumer-calls'), entry('/consumers/older', 'consumer-calls'));
    const acknowledged = ['/a', '/c'].map((pointer) => someChange({ accepted: { ...accepted, pointer } }));
    const sinceRelease = someContext({
      accepted: { today: all, before: released, knowsBefore: true },
      changes: { changes: [...acknowledged, someChange()] },
    });
    const { stdout, text, asked } = await pruned(all, all, { release: 'v2.0.0', sinceRelease });
    expect(asked[1]).toEqual({ base: 'v2.0.0', quick: true, output: expect.stringMatching(/reports$/) });
    expect(stdout).toContain('3 entries');
    expect(text).toBe(file(entry('/a'), entry('/consumers/shop', 'consumer-calls'), entry('/c')));
  });
});

for (const [args, line] of [
  [['--nope'], /unknown option '--nope'/],
  [['--only', 'lint,nosuch'], /There is no step "nosuch"; there are version, lint, /],
  [['nosuch'], /too many arguments/],
] as const) {
  test(`refused with a line: ${args.join(' ')}`, async () => {
    await expect(run([...args])).rejects.toThrow(line);
  });
}

test('GitHub gets annotations in its own job only', async () => {
  const finding = {
    severity: 'error' as const,
    rule: 'r',
    message: 'm',
    place: { file: 'spec/openapi.yaml', line: 1, column: 1 },
  };
  const annotates = async (value: string) => {
    vi.stubEnv('GITHUB_ACTIONS', value);
    const { stdout } = await printedBy(() =>
      main(['--only', 'lint', '--output', ownPath('reports')], {
        root: ownPath(''),
        createContext: ({ output }) => someContext({ output }),
        loadStep: async () => async () => ({ outcome: 'failed', summary: '', findings: [finding] }),
        lastRelease: () => undefined,
      }),
    );
    return stdout.includes('::error file=spec/openapi.yaml');
  };
  expect(await annotates('true')).toBe(true);
  expect([await annotates(''), await annotates('false')]).toEqual([false, false]);
});
