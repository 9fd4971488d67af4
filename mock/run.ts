import type { FastifyInstance } from 'fastify';
import { complain, say } from '../spec/print.ts';
import type { Config } from './config.ts';
import { explain, start } from './start.ts';

/** Runs a command that serves until a signal ends it; an error is a line on stderr and exit code 2. */
export async function run(
  name: string,
  read: (argv: readonly string[], env: NodeJS.ProcessEnv) => Config,
): Promise<void> {
  try {
    const { greeting } = await start(read(process.argv.slice(2), process.env), endWithSignals);
    say(greeting);
  } catch (error) {
    process.exitCode = explain(name, error);
  }
}

function endWithSignals(server: FastifyInstance): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(server));
  // Whatever started this one with a channel, as the suite does, may be killed and leave it.
  process.once('disconnect', () => end(server));
  process.channel?.unref();
}

/** Milliseconds that connections to others, a mail server for instance, may stay open after the mock has ended. */
const PATIENCE = 10_000;

/** Ends the mock, however long it takes to write its state; connections to others that hang then are left behind. */
async function end(server: FastifyInstance): Promise<void> {
  const giveUp = () => {
    complain('mock: something did not end, and was left');
    process.exit();
  };
  await server.close();
  setTimeout(giveUp, PATIENCE).unref();
}
