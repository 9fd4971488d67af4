import { mkdirSync, writeFileSync } from 'node:fs';
import { test as base, type TestInfo } from '@playwright/test';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ownPath } from '../../spec/testing/own-path.ts';
import type { Harness } from './run/harness.ts';
import { makeKnown, type Run } from './run/run.ts';
import { declarations } from './run/run-case.ts';

/** A case as Playwright is told of it. */
interface Told {
  title: string;
  tag: string[];
  body: (fixtures: { harness: Harness }, info: TestInfo) => Promise<void>;
}

type Fixture = (none: object, use: (harness: Harness) => Promise<void>, info: { workerIndex: number }) => Promise<void>;

let times = 0;

/** What declares cases, in a Playwright that notes them and runs nothing; what was declared is forgotten with the test. */
async function inPlaywright() {
  const told: Told[] = [];
  const fixtures: Fixture[] = [];
  const extend = vi.spyOn(base, 'extend').mockImplementation(((own: { harness: [Fixture] }) => {
    fixtures.push(own.harness[0]);
    return (title: string, { tag }: Told, body: Told['body']) => told.push({ title, tag, body });
  }) as never);
  const { alone, cases } = declarations;
  const before = cases.length;
  onTestFinished(() => {
    declarations.alone = alone;
    cases.length = before;
  });
  declarations.alone = false;
  // One of its own, as the module may have met Playwright itself before.
  const { rule } = (await import(/* @vite-ignore */ `./rule.ts?${++times}`)) as typeof import('./rule.ts');
  extend.mockRestore();
  return { rule, told, fixtures };
}

/** Has a worker of a run begin, and looks at what its cases are given; what it opens it closes. */
async function working(isMock: boolean, look: (harness: Harness) => unknown, limits = '{}'): Promise<void> {
  const { fixtures } = await inPlaywright();
  // It would end the process of this test with the one that has started that.
  const once = vi.spyOn(process, 'once').mockReturnValue(process);
  onTestFinished(() => void once.mockRestore());
  const dir = ownPath();
  mkdirSync(dir, { recursive: true });
  const profile = `${dir}/profile.yaml`;
  const about = `baseUrl: "http://127.0.0.1:9/v2", accounts: { primary: { apiKey: a-key } }, limits: ${limits}`;
  writeFileSync(profile, `{ ${about} }`);
  vi.stubEnv('CONFORMANCE_RUN', '');
  const run = { id: 'run1', dir, seed: 1, pace: 'http://127.0.0.1:9', facts: { isMock, clockOffsetMs: 0 } };
  makeKnown({ profile, ...run } as Run, dir);
  const closed: unknown[] = [];
  const use = async (harness: Harness) => {
    for (const transport of [harness.transport, harness.sideTransport]) {
      const close = transport.close.bind(transport);
      transport.close = () => void closed.push(close());
    }
    await look(harness);
    expect(closed).toEqual([]);
  };
  await fixtures[0]?.({}, use, { workerIndex: 3 });
  expect(closed).toHaveLength(2);
  expect(once.mock.calls.map(([event]) => event)).toContain('disconnect');
}

test('a worker that no run has begun for says how to start one', async () => {
  const { fixtures } = await inPlaywright();
  const once = vi.spyOn(process, 'once').mockReturnValue(process);
  onTestFinished(() => void once.mockRestore());
  vi.stubEnv('CONFORMANCE_RUN', '');
  await expect(fixtures[0]?.({}, async () => {}, { workerIndex: 0 })).rejects.toThrow(
    'no run has begun: start it with `npx playwright test --project=conformance`',
  );
});

test('a case is told to Playwright with its rules, and with its marks as tags', async () => {
  const { rule, told } = await inPlaywright();
  rule('PAGE-1', 'one', () => {});
  rule(['PAGE-1', 'DIR-1'], 'several', { thorough: true, choice: true }, () => {});
  expect(told.map(({ title, tag }) => [title, tag])).toEqual([
    ['PAGE-1: one', []],
    ['PAGE-1, DIR-1: several', ['@thorough', '@choice']],
  ]);
  declarations.alone = true;
  rule('PAGE-1', 'that somebody else runs', () => {});
  expect([told.length, declarations.cases.at(-1)?.title]).toEqual([2, 'that somebody else runs']);
});

test('at a deployment the requests of all workers wait for their turn, and at our mock where its profile wants it', async () => {
  await working(true, async ({ transport, target, worker, run }) => {
    await transport.turn();
    expect([target.baseUrl, worker, run.id]).toEqual(['http://127.0.0.1:9/v2', 3, 'run1']);
  });
  const waiting = async ({ transport }: Harness) => {
    await expect(transport.turn()).rejects.toThrow('the process that began the run has ended');
  };
  await working(false, waiting);
  await working(false, waiting, '{ timeoutMs: 5000 }');
  await working(true, waiting, '{ requestsPerSecond: 5 }');
});

test('what a case finds is left for the report, and fails a test where Playwright alone runs it', async () => {
  await working(true, async (harness) => {
    const { rule, told } = await inPlaywright();
    rule('PAGE-1', 'one', { needs: [] }, ({ blocked }) => blocked('no page'));
    rule('PAGE-1', 'other', { needs: [] }, () => {
      throw new Error('a bug');
    });
    const ran = async (byCommand: boolean) => {
      const found: unknown[] = [];
      for (const { body } of told) {
        const annotations: TestInfo['annotations'] = [];
        const skip = (_: boolean, text: string) => void found.push(text.split('\n').at(-1));
        const info = { annotations, skip } as unknown as TestInfo;
        await body({ harness: { ...harness, run: { ...harness.run, byCommand } } }, info).catch(({ message }: Error) =>
          found.push(message.split('\n').at(-1)),
        );
        const [{ type, description = '' } = { type: '' }, ...others] = annotations;
        found.push(type, JSON.parse(description).verdicts[0].outcome, ...others.map((one) => one.type));
      }
      return found;
    };
    expect(await ran(true)).toEqual(['_conformance', 'blocked', '_conformance', 'error']);
    expect(await ran(false)).toEqual([
      ...['no page', '_conformance', 'blocked', 'case'],
      ...[expect.stringContaining('a bug'), '_conformance', 'error', 'case'],
    ]);
  });
});
