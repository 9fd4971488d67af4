import { Command } from 'commander';
import fc from 'fast-check';
import { parseNumber } from '../../mock/config.ts';
import { loadDocument } from '../../spec/document.ts';
import { compileValidators } from '../../spec/validators.ts';
import { exitOnSignals } from '../exit-on-signals.ts';
import { startMock } from '../mock/support/process.ts';
import { FuzzClient } from './client.ts';
import { createJudge } from './judge.ts';
import { formatCommand } from './request.ts';
import { generateRequests } from './requests.ts';
import { findRefusedSnapshot } from './state-requests.ts';

/** Requests generated at once, from the seed and the number of the first. */
const BATCH = 1_000;
/** Small bounds of the mock, so that a run reaches them early. */
const BOUNDS = ['--partitions', '20', '--messages', '500', '--journal', '100'];
/** Problems shown in full; problems of the mock itself are always shown. */
const SHOWN = 10;

const program = new Command('node scripts/run.mjs tests/fuzz/cli.ts')
  .description(
    'Sends random and malformed requests to a mock: it never exits, never answers 5xx except for memory, and every error has the right body.',
  )
  .option('--requests <n>', 'how many', parseNumber(0, 999_999_999), 100_000)
  .option('--seed <n>', 'the same seed sends the same requests', parseNumber(0, 999_999_999), 1)
  .option('--data <directory>', "store the mock's state there")
  .option('--connections <n>', 'requests under way at once', parseNumber(1, 999_999_999), 16)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
const { requests, seed, connections, data } = program
  .parse()
  .opts<{ requests: number; seed: number; connections: number; data?: string }>();
exitOnSignals();
process.exitCode = await fuzz();

async function fuzz(): Promise<number> {
  const document = loadDocument();
  const arbitrary = generateRequests(document);
  const judge = createJudge(document, compileValidators(document));
  const mock = await startMock(['--port', '0', ...BOUNDS, ...(data === undefined ? [] : ['--data', data])]);
  const client = new FuzzClient(mock.port, connections);
  let problems = 0;
  const report = (problem: string, isShown = true) => {
    problems += 1;
    if (isShown) console.log(`PROBLEM ${problem}`);
  };
  const tally = new Map<string, number>();
  console.log(`seed ${seed}, ${requests} requests, ${connections} at once`);

  try {
    for (let first = 0; first < requests && mock.isRunning(); first += BATCH) {
      const batch = fc.sample(arbitrary, { seed: seed + first, numRuns: Math.min(BATCH, requests - first) });
      const waiting = batch.entries();
      const sendAll = async () => {
        for (const [index, request] of waiting) {
          const outcome = await client.send(request);
          const kind = outcome.kind === 'answer' ? String(outcome.status) : outcome.kind;
          tally.set(kind, (tally.get(kind) ?? 0) + 1);
          const problem = judge(request, outcome);
          if (problem) {
            const line = `seed ${seed}, request ${first + index}: ${problem.slice(0, 500)}\n  ${formatCommand(request)}`;
            report(line, problems < SHOWN);
          }
        }
      };
      await Promise.all(Array.from({ length: connections }, sendAll));
      const done = first + batch.length;
      const refused = mock.isRunning() && (await findRefusedSnapshot(client, 'f1'));
      if (refused) report(`seed ${seed}, after request ${done}: ${refused.slice(0, 500)}`);
    }
  } catch (error) {
    await mock.end();
    throw error;
  } finally {
    client.close();
  }
  const survived = mock.isRunning();
  const { code, stderr } = await mock.end();
  // A stack shows an unexpected error; expected ones print one line.
  const failures = stderr.match(/^.*\n(?=\s+at )/gm) ?? [];
  if (!survived) report(`the mock ended with the exit code ${code}: ${stderr.slice(-2_000)}`);
  for (const failure of failures) report(failure.trim());
  console.log(
    [...tally]
      .sort()
      .map(([kind, count]) => `${kind}: ${count}`)
      .join(', '),
  );
  console.log(`${problems} problems`);
  return problems === 0 ? 0 : 1;
}
