import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { loadRegister } from '../spec/register.ts';
import { ownPath } from '../spec/testing/own-path.ts';
import { printedBy } from '../spec/testing/printed.ts';
import { runSuite } from './run-suite.ts';
import type { Selection } from './suite/run/selection.ts';
import type { Profile } from './suite/target/profile.ts';
import { resolveTarget } from './suite/target/target.ts';

type Asked = Partial<Parameters<typeof runSuite>[0]>;

/** What is given, beside what is asked for, and what happens while cases run or while it is settled. */
interface Given {
  workers?: number;
  isMock?: boolean;
  profile?: Partial<Profile>;
  report?: object;
  drift?: number;
  meanwhile?: () => void;
  whileSettling?: () => void;
  prepared?: () => void;
}

/** What a run of the suite does that finds a target, and starts a Playwright that leaves a report. */
async function ran(asked: Asked, given: Given = {}) {
  const { isMock = true, report = { verdict: 'conformant' }, drift = 0 } = given;
  const output = ownPath('reports');
  const done: [what: string, ...about: unknown[]][] = [];
  const profile: Profile = {
    baseUrl: 'https://staging.example.com/v2',
    accounts: { primary: { apiKey: 'key' } },
    ...given.profile,
  };
  const prepared = {
    run: { dir: '/run' },
    target: resolveTarget(profile, { isMock, clockOffsetMs: 0 }),
    end: async () => void done.push(['end']),
  };
  const parts = {
    prepare: async (options: object) => {
      given.prepared?.();
      done.push(['prepare', options]);
      return prepared;
    },
    startPlaywright: (args: string[]) => {
      done.push(['start', ...args]);
      mkdirSync(join(output, 'blob'), { recursive: true });
      const ended = Promise.resolve().then(() => {
        given.meanwhile?.();
        if ('verdict' in report) writeFileSync(join(output, 'conformance.json'), JSON.stringify(report));
        return 1;
      });
      return { interrupt: () => void done.push(['interrupt']), ended, errors: () => '' };
    },
    conclude: async (...about: unknown[]) => {
      given.whileSettling?.();
      done.push(['conclude', ...about]);
      return drift;
    },
  };
  const options = { settle: undefined, settleFailures: undefined, ...asked, output };
  const { value, stdout, stderr } = await printedBy(() => runSuite(options, given.workers, parts as never));
  return { code: value, stdout, stderr, done, output, prepared, options };
}

const all = { rules: [], quick: false };
const dir: Selection = { rules: ['DIR-1', 'DIR-2'], quick: false };
const ids = [...loadRegister().keys()];
const starts: [what: string, asked: Asked, given: Given, workers: number, filters: string[]][] = [
  ['all rules at our mock', { selection: all }, {}, 2, ['--grep-invert=@(choice)$']],
  ['a selection that nobody made', {}, {}, 2, ['--grep-invert=@(choice)$']],
  [
    'a mock with a clock for each copy of its state',
    { selection: all },
    { profile: { control: { admin: 'http://a.example/__admin' } } },
    2,
    ['--grep-invert=@(choice)$'],
  ],
  ...[39, 40].map((count): (typeof starts)[number] => [
    `so many rules: ${count}`,
    { selection: { rules: ids.slice(0, count), quick: false } },
    {},
    count < 40 ? 1 : 2,
    [`--grep=(^| )(${ids.slice(0, count).join('|')})[,:]`, '--grep-invert=@(choice)$'],
  ]),
  ['few rules', { selection: dir }, {}, 1, ['--grep=(^| )(DIR-1|DIR-2)[,:]', '--grep-invert=@(choice)$']],
  [
    'a mock whose clock is one for all',
    { selection: all },
    { profile: { accounts: { primary: { apiKey: 'key.own' } }, control: { admin: 'http://a.example/__admin' } } },
    1,
    ['--grep-invert=@(choice)$'],
  ],
  [
    'a mock without control of its clock',
    { selection: all },
    { profile: { accounts: { primary: { apiKey: 'key.own' } } } },
    2,
    ['--grep-invert=@(choice)$'],
  ],
  [
    'a deployment',
    { selection: { rules: [], quick: true } },
    { isMock: false },
    10,
    ['--grep-invert=@(thorough|derived|choice)$'],
  ],
  [
    'workers that are asked for',
    { selection: dir },
    { workers: 3 },
    3,
    ['--grep=(^| )(DIR-1|DIR-2)[,:]', '--grep-invert=@(choice)$'],
  ],
  ['a target that is settled', { settle: 'a.yaml' }, {}, 2, []],
];
for (const [what, asked, given, workers, filters] of starts) {
  test(`Playwright runs the cases with so many workers and such filters: ${what}`, async () => {
    const { done } = await ran(asked, given);
    expect(done.find(([one]) => one === 'start')).toEqual([
      'start',
      'test',
      '--project=conformance',
      '--pass-with-no-tests',
      '--output=/run/results',
      `--workers=${workers}`,
      ...filters,
    ]);
  });
}

const kept: [what: string, asked: Asked, keepsExchanges: boolean][] = [
  ['a run', {}, false],
  ['a run that settles', { settle: 'a.yaml' }, true],
  ['a target that is held to a deployment', { profile: 'p.yaml', deployment: 'a.yaml' }, true],
  ['our mock that answers as a deployment', { deployment: 'a.yaml' }, false],
];
for (const [what, asked, keepsExchanges] of kept) {
  test(`exchanges are ${keepsExchanges ? '' : 'not '}kept, and settled at the end, for ${what}`, async () => {
    const { done, options, output, prepared } = await ran(asked);
    const { settle, deployment, settleFailures } = options;
    expect(done.filter(([one]) => one !== 'start')).toEqual([
      ['prepare', { ...options, keepsExchanges, output, byCommand: true }],
      ...(keepsExchanges ? [['conclude', prepared, { settle, settleFailures, deployment }, output]] : []),
      ['end'],
    ]);
  });
}

test('a run is told before at a deployment, but not for our mock or a shard, where it would say too much', async () => {
  const asked = { selection: { rules: ['DIR-1'], quick: true } };
  const allow: Profile['allow'] = ['read', 'write'];
  const told = 'A run sends about 9 requests: at 20 a second it takes at least 1 s.\n';
  expect((await ran(asked, { isMock: false })).stdout).toBe(told);
  expect((await ran({ ...asked, shard: '1/2' }, { isMock: false })).stdout).toBe('');
  expect((await ran(asked)).stdout).toBe('');
  const [sizes, given] = [{ selection: { rules: ['HTTP-9'], quick: true } }, { isMock: false, profile: { allow } }];
  const requests = [await ran(sizes, given), await ran({ ...sizes, settle: 'a.yaml' }, given)].map(
    ({ stdout }) => /about (\d+) /.exec(stdout)?.[1],
  );
  expect(requests).toEqual(['9', '18']);
});

const codes: [what: string, verdict: string, drift: number, code: number][] = [
  ['the report', 'nonConformant', 0, 1],
  ['drift, whatever could not be judged', 'incomplete', 1, 1],
  ['the report where nothing has drifted', 'incomplete', 0, 3],
];
for (const [what, verdict, drift, code] of codes) {
  test(`the exit code is decided by ${what}`, async () => {
    expect((await ran({ settle: 'a.yaml' }, { report: { verdict }, drift })).code).toBe(code);
  });
}

test('what a shard has learned is left beside its blob report', async () => {
  const left = async (shard?: string) => {
    const { output } = await ran({ shard }, { report: { verdict: 'conformant', learned: { disturbances: 3 } } });
    const file = join(output, 'blob/shard-1-of-2.json');
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  };
  expect([await left(), await left('1/2')]).toEqual([undefined, { disturbances: 3 }]);
});

/** Has a run get a signal, as only it does. */
function signal(name: 'SIGINT' | 'SIGTERM'): void {
  process.listeners(name).at(-1)?.(name);
}

test('a run that is interrupted ends in order: Playwright is told once, again only by who presses Ctrl-C again, and nothing is settled', async () => {
  const listeners = () => (['SIGINT', 'SIGTERM'] as const).map((name) => process.listenerCount(name));
  const before = listeners();
  const meanwhile = () => {
    signal('SIGTERM');
    signal('SIGTERM');
    signal('SIGINT');
  };
  const { code, stderr, done } = await ran({ settle: 'a.yaml' }, { meanwhile, report: {} });
  expect([code, stderr]).toEqual([130, 'conformance: interrupted; it ends what runs and puts back what was changed\n']);
  expect(done.map(([what]) => what)).toEqual(['prepare', 'start', 'interrupt', 'interrupt', 'end']);
  expect(listeners()).toEqual(before);
});

test('who interrupts before the first case, or while the target is settled, ends it at once', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  try {
    const early = await ran({}, { prepared: () => signal('SIGINT') });
    expect(early.stderr).toContain('conformance: interrupted before the first case\n');
    expect(exit.mock.calls).toEqual([[130]]);
    const late = await ran({ settle: 'a.yaml' }, { whileSettling: () => signal('SIGTERM') });
    expect(late.stderr).toBe(
      'conformance: interrupted while settling; the reports are written, and nothing is settled\n',
    );
    await vi.waitFor(() => expect(exit.mock.calls).toEqual([[130], [130]]));
  } finally {
    exit.mockRestore();
  }
});
