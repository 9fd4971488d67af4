import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCases } from '../../../conformance/cases.ts';
import { createHarness } from '../../../conformance/suite/run/harness.ts';
import { runCase } from '../../../conformance/suite/run/run-case.ts';
import { preflight } from '../../../conformance/suite/target/preflight.ts';
import { readProfile } from '../../../conformance/suite/target/profile.ts';
import { mockProfile } from '../../../conformance/suite/target/target.ts';
import { Answer } from '../../../conformance/suite/wire/answer.ts';
import { defaultLimits } from '../../../mock/state/world.ts';
import { nodeArguments } from '../../../spec/form.ts';
import { type RunningMock, serve } from './serve.ts';

/** So many cases run side by side: most of their time they wait for mail. */
const sideBySide = 8;

/** A case of the suite with the refusals that it judged, each with the rules that the mock's journal names. */
export interface JudgedCase {
  title: string;
  rules: string[];
  refusals: { status: number; rules: string[] }[];
}

/** Runs all cases of the suite against a mock, in a process of their own: cases can't be run inside a test of Playwright's. */
export async function judgedRefusals(): Promise<JudgedCase[]> {
  const { PLAYWRIGHT_TEST: _p, TEST_WORKER_INDEX: _w, ...env } = process.env;
  const [script = '', ...args] = [...nodeArguments, fileURLToPath(import.meta.url)];
  const child = fork(script, args, { env: { ...env, REFUSALS: '1' }, execArgv: [] });
  const ended = once(child, 'exit');
  const [judged] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  await ended;
  if (!Array.isArray(judged)) throw new Error(`the cases could not be run (exit code ${judged})`);
  return judged;
}

if (process.env.REFUSALS === '1') {
  const mock = await serve({ partitions: 100_000, limits: { ...defaultLimits, journal: 100_000 } });
  const judged = await runAll(mock);
  process.send?.(judged, () => process.disconnect());
  await mock.close();
}

async function runAll({ port }: RunningMock): Promise<JudgedCase[]> {
  const origin = `http://127.0.0.1:${port}`;
  const { facts, target } = await preflight({
    ...readProfile(mockProfile, {}),
    baseUrl: `${origin}/v2`,
    outbox: { mailpit: origin },
    control: { admin: `${origin}/__admin` },
  });
  const dir = mkdtempSync(join(tmpdir(), 'refusals-'));
  const { name, baseUrl } = target;
  const run = { id: 'r', dir, seed: 1, startedAt: new Date().toISOString(), target: { name, baseUrl }, facts };
  const isJudged = noteJudged();
  const waiting = [...(await loadCases())];
  const ran: { title: string; rules: string[]; ids: string[] }[] = [];
  const work = async (_: unknown, worker: number) => {
    const harness = createHarness(run, target, worker);
    const { transport, sideTransport } = harness;
    const send = transport.send.bind(transport);
    let ids: string[] = [];
    transport.send = async (request) => {
      const answer = await send(request);
      const [, id] = answer.headers.find(([header]) => header === 'x-request-id') ?? [];
      if (id && answer.status >= 400) ids.push(id);
      return answer;
    };
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      ids = [];
      await runCase(harness, one);
      ran.push({ title: one.title, rules: one.rules.map(({ id }) => id), ids });
    }
    transport.close();
    sideTransport.close();
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  rmSync(dir, { recursive: true });
  const journal = await journalOf(`${origin}/__admin`);
  return ran.map(({ ids, ...one }) => ({
    ...one,
    refusals: ids.filter(isJudged).flatMap((id) => journal.get(id) ?? []),
  }));
}

/** Notes the answers that a case judges: a matcher says in words what it was given. */
function noteJudged(): (id: string) => boolean {
  const judged = new Set<string>();
  const inWords = Answer.prototype.toString;
  Answer.prototype.toString = function (this: Answer) {
    if (this.requestId) judged.add(this.requestId);
    return inWords.call(this);
  };
  return (id) => judged.has(id);
}

/** The refusals of all partitions by the ids of their requests. */
async function journalOf(admin: string): Promise<Map<string, JudgedCase['refusals'][number]>> {
  const read = async (path: string) => (await fetch(admin + path)).json();
  const { partitions } = (await read('/partitions')) as { partitions: string[] };
  const refusals = new Map<string, JudgedCase['refusals'][number]>();
  for (const partition of partitions) {
    const { requests } = (await read(`/requests?partition=${partition}`)) as {
      requests: { id: string; rules: string[]; response: { status: number } }[];
    };
    for (const { id, rules, response } of requests) refusals.set(id, { status: response.status, rules });
  }
  return refusals;
}
