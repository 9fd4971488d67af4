import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { Api } from '../mock/support/api.ts';
import { killWhileStarting, type MockProcess, startMock } from '../mock/support/process.ts';
import { randomFrom } from '../random.ts';
import { type Attempt, Client } from './client.ts';
import { judge } from './judge.ts';

/** Notifications of the fixtures that belong to the clients' account: each client changes one. */
const NOTIFICATIONS = [
  '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c',
  '0c9e5a71-82d4-4b36-a1f7-5e3d90b6c842',
  '93b7d2f4-1e68-4c0a-8f59-a6c41d7e0b35',
  'd81f6e0b-57c3-4921-b0da-34e9f8a2c716',
];
/** The longest time that a mock lives under load, in milliseconds. */
const MAX_LIFE_MS = 1_500;

/** Counts of requested changes with and without an answer, and a line for each that was lost or doubled. */
export interface Result {
  acknowledged: number;
  cutOff: number;
  problems: string[];
}

/**
 * Kills a mock under load at random times, restarts it with the same directory, and compares its state with the answers of the clients;
 * at the end once more, over all rounds.
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
  const earlier: Attempt[] = [];
  let mock = await startMock(argv);
  try {
    for (let round = 1; round <= rounds; round++) {
      const attempts = await load(mock, round, random, result.problems);
      for (const { answer } of attempts) result[answer ? 'acknowledged' : 'cutOff'] += 1;
      if (random() < 0.3) await killWhileStarting(argv, random() * 2_000);
      mock = await startMock(argv);
      const problems = await judge(mock.port, attempts);
      result.problems.push(...problems.map((problem) => `round ${round}: ${problem}`));
      earlier.push(...attempts);
      progress(round, result);
    }
    // Reserved numbers are free again by then.
    const lasting = earlier.filter(({ kind }) => kind !== 'reserve');
    result.problems.push(...(await judge(mock.port, lasting)).map((problem) => `at the end: ${problem}`));
    for (const [subject, times] of mailServer.received)
      if (times > 1) result.problems.push(`${subject} went to the mail server ${times} times`);
  } finally {
    const { stderr } = await mock.end('SIGTERM');
    if (stderr !== '') result.problems.push(`the mock complained: ${stderr}`);
    mailServer.close();
    rmSync(directory, { recursive: true });
  }
  return result;
}

/** Puts a mock under load until it is killed. */
async function load(mock: MockProcess, round: number, random: () => number, problems: string[]): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  const client = (name: string) => new Client(new Api(mock.port, `r${round}-${name}`), random, attempts, problems);
  const working = [
    ...['a', 'b'].flatMap((name) =>
      NOTIFICATIONS.map((notification, index) => client(name).work(notification, 1_000 + index * 100)),
    ),
    client('clock').steer('clock'),
    client('filled').steer('fill'),
  ];
  await setTimeout(20 + random() * MAX_LIFE_MS);
  const { stderr } = await mock.end('SIGKILL');
  await Promise.all(working);
  if (stderr !== '') problems.push(`the mock complained: ${stderr}`);
  return attempts;
}

/** A mail server that counts how often it receives each subject. */
async function startMailServer() {
  const received = new Map<string, number>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: async (stream, _session, done) => {
      const chunks = await stream.toArray().catch(() => []);
      const subject = /^Subject: (\S+)/m.exec(Buffer.concat(chunks).toString())?.[1];
      if (subject !== undefined) received.set(subject, (received.get(subject) ?? 0) + 1);
      done();
    },
  });
  // A killed mock does not close its connections.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received, close: () => server.close(() => {}) };
}
