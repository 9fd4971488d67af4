import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { killWhileStarting, type MockProcess, startMock } from '../mock/support/process.ts';
import { randomFrom } from '../random.ts';
import { type Knowledge, nothingKnown } from './attempt.ts';
import { Client } from './client.ts';
import { judge } from './judge.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { steer } from './steer.ts';

/** Notifications of the fixtures that belong to the clients' account: each client of a partition changes one. */
const NOTIFICATIONS = [
  '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c',
  '0c9e5a71-82d4-4b36-a1f7-5e3d90b6c842',
  '93b7d2f4-1e68-4c0a-8f59-a6c41d7e0b35',
  'd81f6e0b-57c3-4921-b0da-34e9f8a2c716',
];
/** The longest time that a mock lives under load, in milliseconds. */
const LONGEST = 1_500;

/** What came of some rounds. */
export interface Result {
  /** Requests of the clients, with their answers. */
  acknowledged: number;
  /** What was asked for and cut off. */
  cutOff: number;
  problems: string[];
}

/**
 * Kills a mock under load at random moments, as often as `rounds` says, starts it again over the same directory, and
 * compares its state with the answers of the clients; at the end once more, over all rounds.
 *
 * @param progress called after each round
 */
export async function killRounds(
  { rounds, seed }: { rounds: number; seed: number },
  progress: (round: number, result: Result) => void = () => {},
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'mock-data-'));
  const mailServer = await startMailServer();
  const argv = ['--port', '0', '--data', directory, '--smtp', mailServer.url];
  const random = randomFrom(seed);
  const result: Result = { acknowledged: 0, cutOff: 0, problems: [] };
  const known: Knowledge[] = [];
  let mock = await startMock(argv);
  try {
    for (let round = 1; round <= rounds; round++) {
      const knowledge = await load(mock, round, random);
      known.push(knowledge);
      count(knowledge, result);
      if (random() < 0.3) await killWhileStarting(argv, random() * 2_000);
      mock = await startMock(argv);
      result.problems.push(...(await judge(mock.port, knowledge)).map((problem) => `round ${round}: ${problem}`));
      progress(round, result);
    }
    result.problems.push(...(await judgeAll(mock.port, known)), ...doubled(mailServer));
  } finally {
    const { stderr } = await mock.end('SIGTERM');
    if (stderr !== '') result.problems.push(`the mock complained: ${stderr}`);
    mailServer.close();
    rmSync(directory, { recursive: true });
  }
  return result;
}

/** Puts a mock under load until it is killed. */
async function load(mock: MockProcess, round: number, random: () => number): Promise<Knowledge> {
  const known = nothingKnown();
  const clients = ['a', 'b'].flatMap((name) =>
    NOTIFICATIONS.map((notification, index) => {
      const partition = `r${round}-${name}`;
      const post = { port: mock.port, partition, notification, firstNumber: 1_000 + index * 100, random };
      return new Client(post, known).work();
    }),
  );
  const working = [...clients, steer(mock.port, round, known)];
  await setTimeout(20 + random() * LONGEST);
  const { stderr } = await mock.end('SIGKILL');
  await Promise.all(working);
  if (stderr !== '') known.surprises.push(`the mock complained: ${stderr}`);
  return known;
}

function count({ surprises: _surprises, ...lists }: Knowledge, result: Result): void {
  for (const { answer } of Object.values(lists).flat()) {
    if (answer) result.acknowledged += 1;
    else result.cutOff += 1;
  }
}

/** Looks at all rounds once more; what was held is free again by then. */
async function judgeAll(port: number, known: readonly Knowledge[]): Promise<string[]> {
  const problems: string[] = [];
  for (const knowledge of known)
    problems.push(...(await judge(port, { ...knowledge, reservations: [], surprises: [] })));
  return problems.map((problem) => `at the end: ${problem}`);
}

function doubled({ received }: MailServer): string[] {
  return [...received].flatMap(([subject, times]) =>
    times > 1 ? [`${subject} went to the mail server ${times} times`] : [],
  );
}
