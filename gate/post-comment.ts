import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { say } from '../spec/print.ts';
import { runScript } from './command.ts';
import { type CommentHost, hostOf, NotAllowedError } from './comment/host.ts';
import { InputError } from './diff/index.ts';
import { commentMark } from './report/markdown.ts';

const file = 'reports/gate.md';

/**
 * Puts the report of the gate under the pull request of this CI job, in place of the one of an earlier run. That a job may not
 * comment is no failure: its verdict is to be read elsewhere too.
 */
await runScript(async (args) => {
  parseArgs({ args });
  if (!existsSync(file)) throw new InputError(`${file} is not there; run the gate first`);
  const host = hostOf(process.env);
  say(typeof host === 'string' ? `No comment is written: ${host}.` : await put(host, readFileSync(file, 'utf8')));
  return 0;
});

async function put(host: CommentHost, body: string): Promise<string> {
  try {
    const earlier = (await host.list()).find((comment) => comment.body.startsWith(commentMark));
    await (earlier ? host.update(earlier.id, body) : host.create(body));
    return earlier ? 'The comment of the earlier run is brought up to date.' : 'The comment is written.';
  } catch (error) {
    if (error instanceof NotAllowedError) return `No comment is written: ${error.message}.`;
    throw error;
  }
}
